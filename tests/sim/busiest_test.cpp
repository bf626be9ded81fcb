// Who does the work: the instructions of the warp, and of the block, that has most of them.
#include <doctest/doctest.h>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Counter;

namespace {

constexpr uint64_t kBefore = 6, kLoop = 1 + 3 * 100,
                   kEnd = 1;  // instructions of the kernel's parts

// Where `works` says so, a warp of 64 threads goes through a loop; all others end at once.
std::string kernel(const std::string& works) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
         "\t.reg .b32 %r<5>;\n\t.reg .pred %p<4>;\n\tmov.u32 %r1, %ctaid.x;\n"
         "\tmov.u32 %r2, %tid.x;\n\tshr.u32 %r2, %r2, 5;\n" +
         works +
         "\t@%p1 bra DONE;\n\tmov.u32 %r3, 0;\nAGAIN:\n\tadd.u32 %r3, %r3, 1;\n"
         "\tsetp.lt.u32 %p1, %r3, 100;\n\t@%p1 bra AGAIN;\nDONE:\n\tret;\n}\n";
}
const std::string kOneBlock = kernel("\tsetp.ne.u32 %p1, %r1, 2;\n\tmov.pred %p2, %p1;\n");
const std::string kOneWarpEach = kernel("\tsetp.ne.u32 %p1, %r2, 1;\n\tmov.pred %p2, %p1;\n");
const std::string kAll = kernel("\tsetp.gt.u32 %p1, %r1, 9;\n\tmov.pred %p2, %p1;\n");

constexpr uint64_t kBlocksOfGrid = 4;

sim::Counters run(const std::string& text, unsigned threads, size_t launches = 1) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid.x = kBlocksOfGrid;
  launch.block.x = 64;
  const std::vector<sim::Launch> all(launches, launch);
  sim::Options options;
  options.threads = threads;
  const auto report = sim::simulate(*module, {}, all, options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  REQUIRE(report->completed);
  sim::Counters sum;
  for (const sim::LaunchReport& l : report->launches) sum += l.total;
  return sum;
}

void check(const std::string& text, uint64_t all, uint64_t warp, uint64_t block) {
  for (const unsigned threads : {1u, 3u}) {
    CAPTURE(threads);
    const sim::Counters counted = run(text, threads);
    CHECK(counted[Counter::warp_instructions] == all);
    CHECK(counted[Counter::busiest_warp] == warp);
    CHECK(counted[Counter::busiest_block] == block);
  }
}

}  // namespace

TEST_CASE("a block that does all the work is the busiest one, and its warps are") {
  const uint64_t idle = kBefore + kEnd;
  check(kOneBlock, 2 * kBlocksOfGrid * idle + 2 * kLoop, idle + kLoop, 2 * (idle + kLoop));
}

TEST_CASE("one warp of two that works in each block is busy, and no block more than others") {
  const uint64_t idle = kBefore + kEnd;
  check(kOneWarpEach, kBlocksOfGrid * (2 * idle + kLoop), idle + kLoop, 2 * idle + kLoop);
}

TEST_CASE("where all do the same, the busiest warp and block have their part") {
  const uint64_t each = kBefore + kLoop + kEnd;
  check(kAll, 2 * kBlocksOfGrid * each, each, 2 * each);
}

TEST_CASE("launches come one after the other: what the busiest of each has is added up") {
  const sim::Counters once = run(kOneBlock, 1);
  const sim::Counters twice = run(kOneBlock, 1, 2);
  CHECK(twice[Counter::busiest_warp] == 2 * once[Counter::busiest_warp]);
  CHECK(twice[Counter::busiest_block] == 2 * once[Counter::busiest_block]);
}
