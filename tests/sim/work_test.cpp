// What limits count: units of work, of which what is slow makes more.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr int kTrips = 10;
constexpr uint64_t kLoop = 3;  // add, setp, bra

// A warp that executes `body` `trips` times; %rd1 is the address of the first lane's whole number,
// %rd2 that of each lane's own, %r1 the lane, %rd3 an address beyond everything; %rd7 and %rd8 are
// 32 and 28 bytes apart from lane to lane, %rd4 32 bytes backwards, %rd9 in a page of its own for
// each lane, in no order, %r4 in shared memory 64. `declared` comes before the kernel.
std::string kernel(const std::string& body, int trips, const std::string& declared) {
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"kernel.cu\"\n{}"
      ".visible .entry k(.param .u64 a)\n{{\n\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<10>;\n"
      "\t.reg .f32 %f<9>;\n\t.reg .f64 %d<9>;\n\t.reg .b16 %h<9>;\n\t.reg .pred %p<9>;\n"
      "\t.local .align 4 .b8 own[128];\n\t.shared .align 4 .b8 tile[4096];\n\t.loc 1 1 1\n"
      "\tld.param.u64 %rd1, [a];\n\tmov.u32 %r1, %tid.x;\n\tmul.wide.u32 %rd2, %r1, 4;\n"
      "\tadd.s64 %rd2, %rd1, %rd2;\n\tadd.s64 %rd3, %rd1, 1048576;\n\tsetp.eq.u32 %p2, %r1, 0;\n"
      "\tmul.wide.u32 %rd7, %r1, 32;\n\tadd.s64 %rd7, %rd1, %rd7;\n"
      "\tmul.wide.u32 %rd8, %r1, 28;\n\tadd.s64 %rd8, %rd1, %rd8;\n"
      "\tsub.s64 %rd4, %rd1, %rd7;\n\tadd.s64 %rd4, %rd4, %rd1;\n\tadd.s64 %rd4, %rd4, 1024;\n"
      "\tmul.lo.u32 %r4, %r1, 64;\n\tmov.u32 %r5, tile;\n\tadd.u32 %r4, %r4, %r5;\n"
      "\tmul.wide.u32 %rd5, %r1, 12;\n\tand.b64 %rd5, %rd5, 124;\n\tadd.s64 %rd5, %rd1, %rd5;\n"
      "\txor.b32 %r3, %r1, 5;\n\tmul.wide.u32 %rd9, %r3, 4096;\n\tadd.s64 %rd9, %rd1, %rd9;\n"
      "\tmov.f64 %d1, 0d3FF8000000000000;\n\tmov.f32 %f1, 0f3FC00000;\n\tmov.u16 %h1, 15360;\n"
      "\tmov.u32 %r2, 0;\nL:\n{}\n\tadd.s32 %r2, %r2, 1;\n\tsetp.lt.s32 %p1, %r2, {};\n"
      "\t@%p1 bra L;\n\tret;\n}}\n",
      declared, body, trips);
}

struct Counted {
  uint64_t work = 0, instructions = 0;
};

Counted run(const std::string& text, const sim::Options& options = {}) {
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> bytes(32 * 4096);
  sim::Buffer buffer;
  buffer.name = "a";
  buffer.element = sim::ElementType::i32;
  buffer.shape = {bytes.size() / 4};
  buffer.bytes = bytes;
  sim::Launch launch;
  launch.kernel = "k";
  launch.block.x = 32;
  launch.arguments = {{0, {}}};
  const auto report = sim::simulate(*module, std::span(&buffer, 1), std::span(&launch, 1), options);
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  return {report->work, report->launches.at(0).total[sim::Counter::warp_instructions]};
}

// What one trip adds, apart from the loop itself.
uint64_t units_of(const std::string& body, const std::string& declared) {
  const uint64_t once = run(kernel(body, kTrips, declared)).work;
  const uint64_t twice = run(kernel(body, 2 * kTrips, declared)).work;
  return (twice - once) / kTrips - kLoop;
}

struct CostCase {
  const char* body;
  uint64_t units;
  const char* declared = "";
};
const CostCase kCases[] = {
    // What a unit is.
    {"\tadd.s32 %r3, %r1, 1;", 1},
    {"\tfma.rn.f32 %f2, %f1, %f1, %f1;", 1},
    {"\tdiv.rn.f32 %f2, %f1, %f1;", 1},
    // Memory, by rows of 32 lanes.
    {"\tld.global.u32 %r3, [%rd2];", 3},
    {"\tld.global.u32 %r3, [%rd1];", 3},
    {"\tst.global.u32 [%rd2], %r1;", 3},
    {"\tld.shared.u32 %r3, [tile];", 3},
    {"\tst.shared.u32 [tile], %r1;", 3},
    {"\tbar.warp.sync -1;", 1},
    // Of global memory each lane meets a sector of its own from 32 bytes on.
    {"\tld.global.u32 %r3, [%rd8];", 3},
    {"\tld.global.u32 %r3, [%rd7];", 3 + 8},
    {"\tst.global.u32 [%rd7], %r1;", 3 + 8},
    {"\tst.global.u32 [%rd4], %r1;", 3 + 8},
    {"\tld.shared.u32 %r3, [%r4];", 3},
    // By the table.
    {"\tsqrt.rm.f64 %d2, %d1;", 320},
    {"\tfma.rz.f64 %d2, %d1, %d1, %d1;", 32},
    {"\tsin.approx.f32 %f2, %f1;", 16},
    {"\tadd.f16 %h2, %h1, %h1;", 24},
    {"\trem.u64 %rd6, %rd1, %rd2;", 24},
    {"\tdiv.s32 %r3, 7, 2;", 8},
    {"\tshfl.sync.idx.b32 %r3, %r1, %r1, 31, -1;", 4},
    {"\tredux.sync.add.u32 %r3, %r1, -1;", 3},
    {"\tadd.cc.u32 %r3, %r1, %r1;\n\taddc.u32 %r3, %r1, %r1;", 8},
    {"\tmov.u64 %rd6, %globaltimer;", 8},
    {"\tmov.u64 %rd6, %clock64;", 1},
    {"\tmov.b64 %rd6, {%r1, %r2};", 1},
    {"\tst.global.u8 [%rd2], %r1;", 12},
    {"\tld.global.u8 %r3, [%rd2];", 12},
    {"\tst.global.u16 [%rd2], %h1;", 3},
    {"\tst.shared.u8 [tile], %r1;", 3},
    {"\tld.u32 %r3, [%rd2];", 8},
    {"\tld.volatile.global.u32 %r3, [%rd2];", 20},
    {"\tld.volatile.u32 %r3, [%rd2];", 20},
    {"\tld.volatile.shared.u32 %r3, [tile];", 8},
    // By lanes.
    {"\tred.global.add.u32 [%rd1], 1;", 33},
    {"\t@%p2 red.global.add.u32 [%rd1], 1;", 2},
    {"\tatom.shared.add.u32 %r3, [tile], 1;", 33},
    {"\tld.global.u32 %r3, [%rd5];", 3 + 8},
    {"\t@%p2 ld.global.u32 %r3, [%rd1];", 3 + 1},
    {"\tst.local.u32 [own], %r1;", 9},
    // By lanes that go anywhere, each in another page than the one before it.
    {"\tld.global.u32 %r3, [%rd9];", 3 + 8 + 31},
    {"\tst.global.u32 [%rd9], %r1;", 3 + 8 + 4 * 31},
    {"\tred.global.add.u32 [%rd9], 1;", 33 + 2 * 31},
    {"\tld.u32 %r3, [%rd9];", 8 + 31},
    {"\tld.volatile.global.u32 %r3, [%rd9];", 20 + 8 + 31},
    {"\t@%p2 ld.global.u32 %r3, [%rd9];", 3 + 1},
    {"\tld.global.u32 %r3, [%rd3];", 3 + 32},
    // A call, and what it passes: 64 bytes are another unit.
    {"\tcall f, ();", 16 + 1, ".func f()\n{\n\tret;\n}\n"},
    {"\t{\n\t.param .align 4 .b8 p[256];\n\tcall f, (p);\n\t}", 16 + 1 + 4,
     ".func f(.param .align 4 .b8 q[256])\n{\n\tret;\n}\n"},
};

}  // namespace

TEST_CASE("what takes the simulator longer counts as more work") {
  for (const CostCase& c : kCases) {
    CAPTURE(c.body);
    CHECK(units_of(c.body, c.declared) == c.units);
  }
}

TEST_CASE("an endless loop is ended after the same work, whatever it repeats") {
  sim::Options options;
  options.max_work_per_warp = 100'000;
  for (const CostCase& c : kCases) {
    CAPTURE(c.body);
    const std::string text = kernel(c.body, 1 << 30, c.declared);
    for (const unsigned threads : {1u, 2u}) {
      options.threads = threads;
      const Counted ended = run(text, options);
      CHECK(ended.work > options.max_work_per_warp);
      CHECK(ended.work < options.max_work_per_warp + 500);
      CHECK(ended.instructions < 2 * options.max_work_per_warp / (c.units + kLoop) * 5);
    }
  }
}
