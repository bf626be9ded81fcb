// Corpus kernels that do something wrong, and launches that cannot start.
#include "corpus_run.hpp"
#include "ptx/parser.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;

namespace {

// Checks the findings that the entry's header lists, and returns the first one's sentence.
std::string check_findings(const CorpusRun& run) {
  CAPTURE(run.target);
  REQUIRE(run.report.findings.size() == run.entry.findings.size());
  for (size_t k = 0; k < run.entry.findings.size(); ++k) {
    const sim::Finding& actual = run.report.findings[k];
    const sim_corpus::ExpectedFinding& expected = run.entry.findings[k];
    CHECK(name_of(actual.kind) == name_of(expected.kind));
    CHECK(actual.line == expected.line);
    if (expected.count != 0) CHECK(actual.count == expected.count);
  }
  return words::text_of(run.report.findings[0]);
}

Result<sim::Report, sim::Refusal> simulate(const std::string& body, const sim::Launch& launch,
                                           std::vector<std::byte>& out,
                                           const sim::Options& options = {}) {
  const std::string text = ".version 9.0\n.target sm_80\n.address_size 64\n" + body;
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {out.size() / 4};
  buffer.bytes = out;
  return sim::simulate(*module, {&buffer, 1}, {&launch, 1}, options);
}

const char* const kEmptyKernel = ".visible .entry k(.param .u64 p) .maxntid 64, 1, 1 { ret; }";

sim::Launch launch_of(const std::string& kernel, Dim3 grid, Dim3 block) {
  sim::Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.arguments.push_back({0, {}});
  return launch;
}

std::string error_of(const std::string& body, const sim::Launch& launch,
                     const sim::Options& options = {}) {
  std::vector<std::byte> out(64);
  const auto report = simulate(body, launch, out, options);
  return report ? "" : words::text_of(report.why().says);
}

}  // namespace

TEST_CASE("an access beside a buffer is not done and names the element") {
  for (const CorpusRun& run : run_corpus("out_of_bounds")) {
    CHECK(
        check_findings(run) ==
        "Line 9 reads in[-1], 1 element before the start of in (64 elements), by thread (0,0,0) of "
        "block (0,0,0).");
    CHECK(run.report.completed);
    const auto out = run.result<int>("out");
    CHECK(out[0] == 1);  // a load that is not done gives 0
    CHECK(out[4] == 3 + 5);
    CHECK(out[5] == -1);  // a store that is not done leaves what was there
    CHECK(out[63] == 62);
    CHECK(run.report.findings[0].buffer == "in");
    CHECK(run.report.findings[0].index == -1);
  }
}

TEST_CASE("an access past the end of a shared array does not reach the next one") {
  for (const CorpusRun& run : run_corpus("out_of_bounds_shared")) {
    CHECK(check_findings(run) ==
          "Line 11 reads first[32], 1 element past the end of first (32 elements), by thread "
          "(31,0,0) "
          "of block (0,0,0).");
    CHECK(run.result<int>("out")[30] == 31 + 60);
    CHECK(run.result<int>("out")[31] == 62);
  }
}

TEST_CASE("a null pointer with a small index is told apart from other wrong addresses") {
  for (const CorpusRun& run : run_corpus("null_pointer"))
    CHECK(check_findings(run) ==
          "Line 8 reads 4 bytes through a null pointer (address 0x4), by thread (9,0,0) of block "
          "(0,0,0).");
}

TEST_CASE("a vector load from an address that is not a multiple of its size is not done") {
  for (const CorpusRun& run : run_corpus("misaligned")) {
    CHECK(check_findings(run).find("which is not a multiple of 16") != std::string::npos);
    CHECK(difference(run.result<float>("out"), std::vector<float>(64, 0)) == "");
  }
}

TEST_CASE("a failed assertion ends the launch and quotes the condition") {
  for (const CorpusRun& run : run_corpus("failing_assertion")) {
    CHECK(check_findings(run) ==
          "Line 7: device assertion `threadIdx.x % 40 < 38` failed, by thread (38,0,0) of block "
          "(0,0,0).");
    CHECK(!run.report.completed);
  }
}

TEST_CASE("a trap ends the launch") {
  for (const CorpusRun& run : run_corpus("trap")) {
    CHECK(check_findings(run).starts_with(
        "Line 6 runs into a trap, by thread (7,0,0) of block (0,0,0)"));
    CHECK(!run.report.launches[0].completed);
  }
}

TEST_CASE("a breakpoint ends the launch as a trap does") {
  for (const CorpusRun& run : run_corpus("breakpoint")) {
    CHECK(check_findings(run).starts_with("Line 6 comes to a breakpoint"));
    CHECK(!run.report.launches[0].completed);
  }
}

TEST_CASE("a loop that never ends is stopped where it is") {
  for (const CorpusRun& run : run_corpus("endless_loop")) {
    check_findings(run);
    CHECK(!run.report.completed);
    CHECK(run.total()[sim::Counter::warp_instructions] <= 20000);
  }
}

TEST_CASE("a wait for what never comes ends at its line") {
  for (const CorpusRun& run : run_corpus("endless_poll")) {
    check_findings(run);
    CHECK(!run.report.completed);
  }
  for (const CorpusRun& run : run_corpus("lock_never_released")) {
    check_findings(run);
    CHECK(!run.report.completed);
  }
}

TEST_CASE("a barrier that waits for threads that never come is a deadlock") {
  for (const CorpusRun& run : run_corpus("deadlock")) {
    CHECK(check_findings(run) ==
          "Line 6: 32 threads wait at this barrier for threads that never come, by thread (0,0,0) "
          "of block "
          "(0,0,0).");
    CHECK(!run.report.completed);
  }
}

TEST_CASE("endless recursion ends as a stack overflow") {
  for (const CorpusRun& run : run_corpus("endless_recursion")) {
    check_findings(run);
    CHECK(!run.report.completed);
  }
}

TEST_CASE("an index far behind a local array is out of bounds") {
  for (const CorpusRun& run : run_corpus("out_of_bounds_local")) {
    CHECK(check_findings(run).find("local") != std::string::npos);
    CHECK(run.result<int>("out")[3] == 0);
    CHECK(run.result<int>("out")[14] == 4 * 14);
  }
}

TEST_CASE("a call through a pointer to no function is a trap") {
  std::vector<std::byte> out(64);
  const auto report = simulate(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd<1>; mov.u64 %rd0, 1234; "
      "proto: .callprototype _ (); call %rd0, proto; ret; }",
      launch_of("k", {1, 1, 1}, {1, 1, 1}), out);
  REQUIRE(report);
  REQUIRE(report->findings.size() == 1);
  CHECK(report->findings[0].kind == FindingKind::trap);
}

TEST_CASE("an instruction that is not supported is named before anything runs") {
  const std::string message = error_of(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; .reg .b32 %r<1>; ld.param.u64 %rd0, "
      "[p]; "
      "st.global.u32 [%rd0], 1; tex.1d.v4.f32.s32 {%r0, %r0, %r0, %r0}, [%rd0, {%r0}]; ret; }",
      launch_of("k", {1, 1, 1}, {1, 1, 1}));
  CHECK(message.find("tex.1d.v4.f32.s32") != std::string::npos);
}

TEST_CASE("an unsupported instruction in a kernel that is not launched does not matter") {
  CHECK(error_of(std::string(kEmptyKernel) +
                     ".visible .entry other() { .reg .b32 %r<1>; mystery.u32 %r0, 1; ret; }",
                 launch_of("k", {1, 1, 1}, {32, 1, 1})) == "");
}

TEST_CASE("launches that a GPU would refuse are errors that say what was expected") {
  CHECK(error_of(kEmptyKernel, launch_of("k", {1, 1, 1}, {64, 1, 1})) == "");
  CHECK(error_of(kEmptyKernel, launch_of("k", {1, 1, 1}, {65, 1, 1})).find("64") !=
        std::string::npos);
  CHECK(
      error_of(".visible .entry k(.param .u64 p) { ret; }", launch_of("k", {1, 1, 1}, {1025, 1, 1}))
          .find("1024") != std::string::npos);
  CHECK(error_of(kEmptyKernel, launch_of("k", {0, 1, 1}, {1, 1, 1})) != "");
  CHECK(error_of(kEmptyKernel, launch_of("nothing", {1, 1, 1}, {1, 1, 1})).find("nothing") !=
        std::string::npos);
  CHECK(error_of(".visible .entry k(.param .u32 p) { ret; }", launch_of("k", {1, 1, 1}, {1, 1, 1}))
            .find("4 bytes") != std::string::npos);
  CHECK(error_of(".visible .entry k() { ret; }", launch_of("k", {1, 1, 1}, {1, 1, 1})) != "");
  sim::Launch shared = launch_of("k", {1, 1, 1}, {1, 1, 1});
  shared.dynamic_shared_bytes = 1 << 20;
  CHECK(error_of(".extern .shared .align 4 .b8 m[]; .visible .entry k(.param .u64 p) { ret; }",
                 shared)
            .find("shared memory") != std::string::npos);
}

TEST_CASE("output of printf beyond the limit is left out, with a finding") {
  const auto entry = sim_corpus::load("print");
  REQUIRE(entry);
  const auto text = sim_corpus::ptx(*entry, "sm_80");
  REQUIRE(text);
  const auto module = ptx::parse(*text);
  REQUIRE(module);
  std::vector<std::vector<std::byte>> storage;
  std::vector<sim::Buffer> buffers = sim_corpus::buffers(*entry, storage);
  sim::Options options;
  options.max_output_bytes = 100;
  const auto report = sim::simulate(*module, buffers, entry->launches, options);
  REQUIRE(report);
  CHECK(report->completed);
  CHECK(report->output.size() < 250);
  REQUIRE(report->findings.size() == 1);
  CHECK(report->findings[0].kind == FindingKind::output_limit);
}

TEST_CASE("a cancelled run says so") {
  std::vector<std::byte> out(64);
  const std::atomic<bool> cancel{true};
  sim::Options options;
  options.cancel = &cancel;
  const auto report = simulate(kEmptyKernel, launch_of("k", {4, 1, 1}, {32, 1, 1}), out, options);
  REQUIRE(report);
  CHECK(report->cancelled);
  CHECK(!report->completed);
}
