#include "undefined/marked.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "compile/compile.hpp"
#include "compile/undefined_marks.hpp"
#include "number_launch.hpp"
#include "ptx/parser.hpp"
#include "words/text.hpp"

namespace warplab::undefined {

sim::Report run_marked(const std::string& before, const std::string& body) {
  return run_marked(before, body, "");
}

sim::Report run_marked(const std::string& before, const std::string& body,
                       const std::string& after) {
  const auto compiler = compile::load_compiler();
  REQUIRE(compiler);
  compile::Source source{"k.cu",
                         before +
                             "extern \"C\" __global__ void k(const float* in, float* out, float* "
                             "change, int n) {" +
                             body + "}" + after + "\n",
                         90};
  const compile::Compiled plain = compile::compile(**compiler, source);
  INFO(plain.log);
  REQUIRE(plain.ok);
  source.mark_undefined = true;
  const compile::Compiled marked = compile::compile(**compiler, source);
  INFO(compile::mark_undefined(source.text).text);
  INFO(marked.log);
  REQUIRE(marked.ok);
  const auto module = ptx::parse(marked.ptx);
  REQUIRE(module);
  test::NumberLaunch made({"in", "out", "change"});
  std::iota(made.numbers[0].begin(), made.numbers[0].end(), 1.0f);
  std::iota(made.numbers[2].begin(), made.numbers[2].end(), 0.0f);
  made.buffers[1].initialized = false;
  made.buffers[1].must_be_written = true;
  sim::Options options;
  options.student_file = "k.cu";
  options.only_undefined_variables = true;
  std::vector<sim::Launch> launches(after.empty() ? 1 : 2, made.launch);
  if (!after.empty()) {
    launches[1].kernel = "last";
    launches[1].block = {32, 2, 1};
  }
  const auto report = sim::simulate(*module, made.buffers, launches, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  return *report;
}

std::string text_of(const sim::Report& report) {
  std::string text;
  for (const sim::Finding& f : report.findings)
    text += "line " + std::to_string(f.line) + ": " + words::text_of(f) + "\n";
  return text;
}

}  // namespace warplab::undefined
