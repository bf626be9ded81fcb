// Kernels that are right stay so when their variables are marked.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "compile/compile.hpp"
#include "compile/undefined_marks.hpp"
#include "corpus/corpus.hpp"
#include "ptx/parser.hpp"
#include "temporary_folder.hpp"
#include "undefined/marked.hpp"
#include "words/text.hpp"

using namespace warplab;
using warplab::test::content_of;

TEST_CASE("no kernel of the corpus uses a variable without a value") {
  const auto compiler = compile::load_compiler();
  REQUIRE(compiler);
  const auto corpus = sim_corpus::load();
  REQUIRE(corpus);
  size_t marked_kernels = 0;
  std::set<std::string> unknown;
  for (const sim_corpus::Entry& entry : *corpus) {
    CAPTURE(entry.name);
    if (!entry.source_file.ends_with(".cu")) continue;
    compile::Source source{entry.source_file,
                           content_of(std::filesystem::path(WARPLAB_SOURCE_DIR) /
                                      "tests/sim/corpus" / entry.source_file),
                           90};
    const size_t marks = compile::mark_undefined(source.text).marks;
    source.mark_undefined = true;
    const compile::Compiled compiled = compile::compile(**compiler, source);
    // Without the toolkit's headers some do not compile, marked or not.
    source.mark_undefined = false;
    if (!compiled.ok) {
      CHECK(!compile::compile(**compiler, source).ok);
      continue;
    }
    marked_kernels += marks > 0;
    const auto module = ptx::parse(compiled.ptx);
    REQUIRE(module);
    std::vector<std::vector<std::byte>> storage;
    std::vector<sim::Buffer> buffers = sim_corpus::buffers(entry, storage);
    sim::Options options;
    options.student_file = entry.source_file;
    options.only_undefined_variables = true;
    if (entry.max_work_per_warp) options.max_work_per_warp = entry.max_work_per_warp;
    const auto report = sim::simulate(*module, buffers, entry.launches, options);
    if (!report) {  // unoptimised, an instruction takes a form that the simulator does not know
      MESSAGE(entry.name << ": " << words::text_of(report.why().says));
      unknown.insert(entry.name);
      continue;
    }
    CHECK_MESSAGE(report->findings.empty(), undefined::text_of(*report));
  }
  CHECK(marked_kernels > 5);
  CHECK(unknown.empty());
}
