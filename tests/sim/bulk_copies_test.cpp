// One thread copies a tile for all of its block.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "contains.hpp"
#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;
using test::contains;

namespace {

struct BulkRun {
  std::vector<sim::Finding> findings;
  std::vector<uint32_t> out;
};

// One block of 64 threads: %r1 is the thread's number, %rd1 the address of its own word of the
// output, %rd2 the input, 64 words that are their own numbers. Thread 0 (%p0) has made an object
// for one arrival.
BulkRun run_bulk(const std::string& body, const sim::Schedule& schedule = {}) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 p, .param .u64 q)\n{\n"
      ".shared .align 8 .b8 bar[8];\n.shared .align 16 .u32 tile[64];\n"
      ".reg .pred %p<8>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n"
      "ld.param.u64 %rd0, [p]; ld.param.u64 %rd2, [q]; mov.u32 %r1, %tid.x;\n"
      "mul.wide.u32 %rd1, %r1, 4; add.s64 %rd1, %rd0, %rd1; mov.u32 %r2, tile;\n"
      "mad.lo.u32 %r3, %r1, 4, %r2; setp.eq.u32 %p0, %r1, 0;\n"
      "@%p0 mbarrier.init.shared.b64 [bar], 1; bar.sync 0;\n" +
      body + "\nret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<uint32_t> memory[2] = {std::vector<uint32_t>(64), std::vector<uint32_t>(64)};
  for (uint32_t k = 0; k < 64; ++k) memory[1][k] = k;
  std::vector<sim::Buffer> buffers(2);
  sim::Launch launch;
  for (int k = 0; k < 2; ++k) {
    buffers[k].name = k == 0 ? "out" : "in";
    buffers[k].element = sim::ElementType::u32;
    buffers[k].shape = {64};
    buffers[k].bytes = std::as_writable_bytes(std::span(memory[k]));
    launch.arguments.push_back({k, {}});
  }
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {64, 1, 1};
  sim::Options options;
  options.schedule = schedule;
  const auto report = sim::simulate(*module, buffers, std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  return {report->findings, memory[0]};
}

std::string copy_of(const std::string& bytes) {
  return "@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd2], " +
         bytes + ", [bar];\n";
}
const std::string kExpect = "@%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;\n";
const std::string kWaitForBulk =
    "again: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra again;\n";
const std::string kLook = "ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd1], %r4;\n";

}  // namespace

TEST_CASE("who has waited for the bytes of a bulk copy finds them, in whatever order") {
  using Kind = sim::Schedule::Kind;
  for (const std::string& body : {kExpect + copy_of("256"), copy_of("256") + kExpect})
    for (const auto kind : {Kind::in_order, Kind::reversed, Kind::lockstep, Kind::lanes_apart,
                            Kind::delayed, Kind::random}) {
      CAPTURE(static_cast<int>(kind));
      const BulkRun ran = run_bulk(body + kWaitForBulk + kLook, {kind, 3});
      for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
      for (uint32_t k = 0; k < 64; ++k) CHECK(ran.out[k] == k);
    }
}

TEST_CASE("who has not waited has a race, the thread that copies too") {
  const BulkRun others = run_bulk(kExpect + copy_of("256") + kLook + kWaitForBulk);
  REQUIRE_FALSE(others.findings.empty());
  CHECK(others.findings[0].kind == FindingKind::race);
  const BulkRun itself = run_bulk(kExpect + copy_of("256") + "@%p0 ld.shared.u32 %r4, [%r3];\n" +
                                  kWaitForBulk + "@%p0 st.global.u32 [%rd1], %r4;");
  REQUIRE_FALSE(itself.findings.empty());
  CHECK(itself.findings[0].kind == FindingKind::race);
}

TEST_CASE("a bulk copy of odd bytes is told, and so is one that brings fewer than are awaited") {
  const BulkRun odd = run_bulk(kExpect + copy_of("200"));
  REQUIRE_FALSE(odd.findings.empty());
  CHECK(contains(words::text_of(odd.findings[0]), "no multiple of 16 bytes"));
  const BulkRun fewer = run_bulk(kExpect + copy_of("128") + kWaitForBulk);
  REQUIRE_FALSE(fewer.findings.empty());
  CHECK(fewer.findings[0].kind == FindingKind::deadlock);
}

TEST_CASE("a bulk copy goes back to global memory, beyond whose end it is told") {
  const std::string fill = "st.shared.u32 [%r3], %r1; bar.sync 0;\n";
  const std::string back = "@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [tile], ";
  const std::string done = "@%p0 cp.async.bulk.commit_group; @%p0 cp.async.bulk.wait_group 0;";
  const BulkRun ran = run_bulk(fill + back + "256;\n" + done);
  for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
  for (uint32_t k = 0; k < 64; ++k) CHECK(ran.out[k] == k);
  const BulkRun beyond = run_bulk(fill + back + "272;\n" + done);
  REQUIRE_FALSE(beyond.findings.empty());
  CHECK(beyond.findings[0].kind == FindingKind::out_of_bounds);
}
