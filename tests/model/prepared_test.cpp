// What is left of a trace for the replay: the compiler's last stage, and what blocks share.
#include "model/prepared.hpp"

#include <doctest/doctest.h>

#include "hand_made.hpp"
#include "model/compiler_stage.hpp"

using namespace warplab;
using namespace warplab::model;
using data::TraceKind;

TEST_CASE("instructions run where the hardware runs them") {
  CHECK(work_of("add.f32").pipe == Pipe::single);
  CHECK(work_of("fma.rn.f64").pipe == Pipe::double_);
  CHECK(work_of("add.s64") == InstructionWork{Pipe::integer, 2, 2});
  CHECK(work_of("mad.lo.s32").pipe == Pipe::multiply);
  CHECK(work_of("ld.param.u64").pipe == Pipe::none);
  CHECK(work_of("ld.global.nc.v4.f32").pipe == Pipe::memory);
  CHECK(work_of("cvta.to.global.u64").pipe == Pipe::none);
  CHECK(work_of("cvt.rn.f32.s32").pipe == Pipe::convert);
  CHECK(work_of("rsqrt.approx.f32").pipe == Pipe::special);
  CHECK(work_of("setp.ge.s32") == InstructionWork{Pipe::integer, 1, 1});
  CHECK(work_of("div.rn.f32").issues > 5);
  CHECK(work_of("bar.sync").pipe == Pipe::barrier);
  CHECK(work_of("bar.warp.sync").pipe == Pipe::integer);
}

TEST_CASE("a product that is only added is fused, one that is rounded or used twice is not") {
  const auto first_of = [](const char* product, std::vector<uint16_t> also_reads) {
    HandMade made(1, 1);
    made.does(product, {2}, {0, 1});
    made.does("add.f32", {3}, {2, 4});
    made.does("st.shared.f32", {}, also_reads);
    return compiled_work(made.trace.instructions)[0].pipe;
  };
  CHECK(first_of("mul.f32", {3}) == Pipe::none);
  CHECK(first_of("mul.rn.f32", {3}) == Pipe::single);
  CHECK(first_of("mul.f32", {2, 3}) == Pipe::single);
}

TEST_CASE("an index that is scaled and added to addresses is one product each") {
  HandMade made(1, 1);
  made.does("mul.wide.s32", {2}, {0});
  made.does("add.s64", {3}, {1, 2});
  made.does("add.s64", {4}, {5, 2});
  const auto work = compiled_work(made.trace.instructions);
  CHECK(work[0].pipe == Pipe::none);
  CHECK(work[1] == InstructionWork{Pipe::multiply, 1, 1});
  CHECK(work[2] == InstructionWork{Pipe::multiply, 1, 1});
}

TEST_CASE("what is left out hands on what it was made of") {
  HandMade made(1, 1);
  made.does("add.f32", {1}, {0});
  made.does("mov.f32", {2}, {1});
  made.does("add.f32", {3}, {2});
  const PreparedLaunch prepared = prepare(made.trace);
  REQUIRE(prepared.blocks[0].warps[0].steps.size() == 2);
  CHECK(prepared.blocks[0].warps[0].steps[1].from[0] == 0);
}

TEST_CASE("loads stand in front of what does not need them, and nothing crosses a barrier") {
  HandMade made(1, 1);
  made.does("add.f32", {1}, {0});
  made.does("add.f32", {2}, {1});
  made.accesses("ld.global.f32", {3}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.barrier();
  made.accesses("ld.global.f32", {4}, {}, full_line(TraceKind::load), HandMade::kIn);
  const PreparedLaunch prepared = prepare(made.trace);
  const auto& steps = prepared.blocks[0].warps[0].steps;
  REQUIRE(steps.size() == 5);
  CHECK(steps[0].work.pipe == Pipe::single);
  CHECK(steps[1].work.pipe == Pipe::memory);
  CHECK(steps[2].work.pipe == Pipe::single);
  CHECK(steps[3].work.pipe == Pipe::barrier);
  CHECK(steps[4].work.pipe == Pipe::memory);
}

TEST_CASE("rounds of a loop are put together where the compiler unrolls it") {
  HandMade made(1, 1);
  for (uint32_t round = 0; round < 4; ++round) {
    auto& warp = made.trace.blocks[0].warps[0];
    if (round == 0) {
      made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
      made.does("add.f32", {2}, {1, 2});
      made.does("bra", {}, {});
    } else {
      HandMade::step(warp, 0, 0);
      HandMade::step(warp, 1, ~0u);
      HandMade::step(warp, 2, ~0u);
    }
  }
  CHECK(prepare(made.trace, 1).steps == 12);
  const PreparedLaunch unrolled = prepare(made.trace, 4);
  const auto& steps = unrolled.blocks[0].warps[0].steps;
  REQUIRE(steps.size() == 9);  // one jump is left
  for (size_t k = 0; k < 4; ++k) CHECK(steps[k].work.pipe == Pipe::memory);
  CHECK(steps[8].work.pipe == Pipe::branch);
}

TEST_CASE("a block's first touch of a sector is told apart from the others") {
  HandMade made(1, 2);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn, 3);
  for (auto& line : made.trace.blocks[0].lines) line.number = HandMade::kIn / 128;
  made.trace.blocks[0].lines[1].sectors = 15;
  const auto touches = touches_of(made.trace, made.trace.blocks[0]);
  CHECK(touches[0].sectors == 3);
  CHECK(touches[0].pairs == 1);
  CHECK(touches[1].sectors == 12);
  CHECK(touches[1].pairs == 2);
  CHECK(touches[0].buffer == 0);
}

TEST_CASE("the memory of a grid grows with its blocks where each has its own") {
  HandMade made(4, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.trace.grid = {1000, 1, 1};
  const Footprint own = prepare(made.trace).footprint;
  CHECK(own.buffers[0].loaded_32 == doctest::Approx(1000 * 128));
  CHECK(own.buffers[0].new_32 == doctest::Approx(1));
  // All read the same line.
  for (auto& block : made.trace.blocks) block.lines[0].number = HandMade::kIn / 128;
  const Footprint shared = prepare(made.trace).footprint;
  CHECK(shared.buffers[0].loaded_32 == doctest::Approx(128));
  CHECK(shared.buffers[0].new_32 == doctest::Approx(0.001));
}

TEST_CASE("no more memory is touched than a buffer has") {
  HandMade made(4, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.trace.grid = {1'000'000, 1, 1};
  made.trace.buffers[0].bytes = 4096;
  CHECK(prepare(made.trace).footprint.buffers[0].loaded_32 <= 4096 + 128);
}

TEST_CASE("neighbouring shared loads that all lanes make at one address become one") {
  const auto steps = [](int second_offset, uint16_t lanes_at_one_address) {
    HandMade made(1, 1);
    for (const int offset : {0, second_offset}) {
      data::TraceAccess access = shared_load(1);
      access.same_address = lanes_at_one_address;
      made.accesses("ld.shared.f32", {static_cast<uint16_t>(offset + 10)}, {0}, access);
      made.trace.instructions.back().offset = offset;
    }
    return prepare(made.trace).steps;
  };
  CHECK(steps(4, 32) == 1);
  CHECK(steps(4, 1) == 2);   // each lane its own word: together as many passes as alone
  CHECK(steps(8, 32) == 2);  // not neighbours
}

TEST_CASE("the machine code tells how often a loop was copied") {
  HandMade made(1, 1);
  made.does("setp.ge.s32", {9}, {8});
  made.basic_block = 1;
  for (uint16_t k = 0; k < 4; ++k)
    made.accesses("ld.global.f32", {k}, {7}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.s32", {6}, {6});
  made.does("setp.ne.s32", {5}, {6});
  made.does("bra", {}, {5});
  const auto& code = made.trace.instructions;
  CHECK(unrolling_of(made.trace, {0, 28, 0, 0}) == 1);  // nobody went round
  HandMade::step(made.trace.blocks[0].warps[0], 1, 0);
  CHECK(unrolling_of(made.trace, {0, 28, 0, 0}) == 4);  // 16, 8 and 4
  CHECK(unrolling_of(made.trace, {0, 12, 0, 0}) == 2);
  CHECK(unrolling_of(made.trace, {0, 4, 0, 0}) == 1);
  CHECK(unrolling_of(made.trace, {0, 0, 0, 0}) == 1);  // not known
  CHECK(loop_control(code) ==
        std::vector<bool>{false, false, false, false, false, true, true, true});
}

TEST_CASE("what a block loads and then writes is written for the first time") {
  HandMade made(1, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.accesses("st.global.f32", {}, {1}, full_line(TraceKind::store), HandMade::kIn);
  const auto touches = touches_of(made.trace, made.trace.blocks[0]);
  CHECK(touches[0].sectors == 15);
  CHECK(touches[1].sectors == 0);
  CHECK(touches[1].unwritten == 15);
}
