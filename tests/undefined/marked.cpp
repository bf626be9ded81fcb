#include "undefined/marked.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <numeric>

#include "compile/compile.hpp"
#include "compile/undefined_marks.hpp"
#include "ptx/parser.hpp"

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
  REQUIRE(marked.ok);
  const auto module = ptx::parse(marked.ptx);
  REQUIRE(module);
  std::vector<float> in(64), out(64), change(64);
  std::iota(in.begin(), in.end(), 1.0f);
  std::iota(change.begin(), change.end(), 0.0f);
  std::vector<sim::Buffer> buffers(3);
  const auto describe = [](sim::Buffer& b, const char* name, std::vector<float>& values) {
    b.name = name;
    b.shape = {values.size()};
    b.bytes = std::as_writable_bytes(std::span(values));
  };
  describe(buffers[0], "in", in);
  describe(buffers[1], "out", out);
  describe(buffers[2], "change", change);
  buffers[1].initialized = false;
  buffers[1].must_be_written = true;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  for (int k = 0; k < 3; ++k) launch.arguments.push_back({k, {}});
  const int n = 48;
  sim::Argument& count = launch.arguments.emplace_back();
  count.value.resize(sizeof n);
  std::memcpy(count.value.data(), &n, sizeof n);
  sim::Options options;
  options.student_file = "k.cu";
  options.only_undefined_variables = true;
  std::vector<sim::Launch> launches(after.empty() ? 1 : 2, launch);
  if (!after.empty()) {
    launches[1].kernel = "last";
    launches[1].block = {32, 2, 1};
  }
  const auto report = sim::simulate(*module, buffers, launches, options);
  REQUIRE_MESSAGE(report, (report ? "" : report.error()));
  return *report;
}

std::string text_of(const sim::Report& report) {
  std::string text;
  for (const sim::Finding& f : report.findings)
    text += "line " + std::to_string(f.line) + ": " + f.message + "\n";
  return text;
}

}  // namespace warplab::undefined
