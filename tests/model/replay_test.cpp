// One modelled multiprocessor, by hand.
#include "model/replay.hpp"

#include <doctest/doctest.h>

#include "hand_made.hpp"

using namespace warplab;
using namespace warplab::model;
using data::TraceKind;

namespace {

ReplayResult run(const HandMade& made, const Gpu& gpu = pencil_gpu(), uint64_t resident = 32) {
  const PreparedLaunch prepared = prepare(made.trace);
  ReplayPlan plan;
  plan.blocks = made.trace.blocks.size();
  plan.resident = resident;
  plan.memory.l1_bytes = 64 << 10;
  return replay(prepared, gpu, plan);
}

}  // namespace

TEST_CASE("a chain of sums waits for each result") {
  HandMade made(1, 1);
  made.does("add.f32", {1}, {0});
  made.does("add.f32", {2}, {1});
  made.does("add.f32", {3}, {2});
  CHECK(run(made).clk == 9);  // issued at 0, 4 and 8
}

TEST_CASE("sums that need nothing of one another are issued one a clk") {
  HandMade made(1, 1);
  made.does("add.f32", {1}, {0});
  made.does("add.f32", {2}, {0});
  made.does("add.f32", {3}, {0});
  CHECK(run(made).clk == 3);
}

TEST_CASE("two warps hide each other's waiting") {
  HandMade made(1, 2);
  made.does("add.f32", {1}, {0});
  made.does("add.f32", {2}, {1});
  made.does("add.f32", {3}, {2});
  CHECK(run(made).clk == 10);  // 0, 4, 8 and 1, 5, 9
}

TEST_CASE("a pipe of two lanes takes a warp in 16 clk") {
  HandMade made(1, 1);
  made.does("add.f64", {1}, {0});
  made.does("add.f64", {2}, {0});
  made.does("add.f64", {3}, {0});
  const ReplayResult result = run(made);
  CHECK(result.clk == 32);  // accepted at 0, 16 and 32
  CHECK(result.pipes[static_cast<size_t>(Pipe::double_)] == 48);
}

TEST_CASE("a shared load takes a latency, and a clk for each further pass") {
  for (const uint16_t passes : {1, 32}) {
    HandMade made(1, 1);
    made.accesses("ld.shared.f32", {1}, {}, shared_load(passes));
    made.does("add.f32", {2}, {1});
    CHECK(run(made).clk == 20 + passes - 1 + 1);
  }
}

TEST_CASE("shared loads of many warps wait for each other's passes") {
  HandMade made(1, 8);
  made.accesses("ld.shared.f32", {1}, {}, shared_load(32));
  made.does("add.f32", {2}, {1});
  // The last one begins at 7 * 32.
  CHECK(run(made).clk == 7 * 32 + 20 + 31 + 1);
  CHECK(run(made).data == 8 * 32);
}

TEST_CASE("a load comes from DRAM once, and from L1 the second time") {
  HandMade made(1, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  const ReplayResult once = run(made);
  CHECK(once.clk == 8 + 500 + 1);  // 128 bytes at 16 a clk, then the latency, then the sum
  CHECK(once.dram_read_bytes == 128);
  made.accesses("ld.global.f32", {3}, {2}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {4}, {3});
  const ReplayResult twice = run(made);
  CHECK(twice.dram_read_bytes == 128);
  CHECK(twice.clk == once.clk - 1 + 4 + 30 + 1 + 1);  // the sum's latency, L1 with one clk, a sum
}

TEST_CASE("independent loads wait together, whatever the order in which the PTX names them") {
  HandMade made(1, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  made.accesses("ld.global.f32", {3}, {}, full_line(TraceKind::load), HandMade::kIn + 4096);
  made.does("add.f32", {4}, {3});
  // Both are asked for at once: only DRAM's 8 clk are between them.
  CHECK(run(made).clk == 8 + 8 + 500 + 1);
}

TEST_CASE("a load is not moved in front of a store that it may depend on") {
  HandMade made(1, 1);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  made.accesses("st.global.f32", {}, {2}, full_line(TraceKind::store), HandMade::kOut);
  made.accesses("ld.global.f32", {3}, {}, full_line(TraceKind::load), HandMade::kIn + 4096);
  made.does("add.f32", {4}, {3});
  CHECK(run(made).clk > 2 * 500);
  made.trace.instructions[3].spelling = "ld.global.nc.f32";  // nobody writes what it reads
  CHECK(run(made).clk < 2 * 500);
}

TEST_CASE("enough warps are limited by the bandwidth of DRAM alone") {
  HandMade made(8, 8);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  const ReplayResult result = run(made);
  CHECK(result.dram == 64 * 8);
  CHECK(result.clk == doctest::Approx(64 * 8 + 500).epsilon(0.01));
}

TEST_CASE("few sectors in flight make a multiprocessor wait") {
  HandMade made(8, 8);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  Gpu gpu = pencil_gpu();
  gpu.l1_sectors_in_flight = 32;  // 8 lines: 64 warps go in 8 rounds
  CHECK(run(made, gpu).clk > 7 * 500);
}

TEST_CASE("a partly written sector takes L2 twice as long here") {
  HandMade made(1, 16);
  made.accesses("st.global.f32", {}, {0}, full_line(TraceKind::store), HandMade::kOut);
  CHECK(run(made).l2 == 16 * 4);
  HandMade partly(1, 16);
  partly.accesses("st.global.f32", {}, {0}, full_line(TraceKind::store), HandMade::kOut, 15, 15);
  CHECK(run(partly).l2 == 16 * 4 * 2);
}

TEST_CASE("warps wait at a barrier for the last one") {
  HandMade made(1, 2);
  made.does("add.f32", {1}, {0});
  made.barrier();
  made.does("add.f32", {2}, {0});
  // The second warp also has a long chain in front of the barrier.
  auto& steps = made.trace.blocks[0].warps[1].steps;
  for (int k = 0; k < 10; ++k) {
    const auto number = static_cast<uint32_t>(made.trace.instructions.size());
    made.trace.instructions.push_back({"add.f32",
                                       {static_cast<uint16_t>(k + 1)},
                                       {static_cast<uint16_t>(k + 2)},
                                       1,
                                       1,
                                       0,
                                       false});
    steps.insert(steps.begin() + 1 + k, {number, ~0u});
  }
  const ReplayResult result = run(made);
  CHECK(result.completed);
  CHECK(result.clk >= 4 * 10 + 10);  // both sums behind it come after the chain and the barrier
}

TEST_CASE("phases around a barrier overlap between blocks, and not within one") {
  // As in a transpose through a tile: loads that take DRAM 32 * 8 clk, then shared loads with
  // conflicts that take 32 * 8 clk.
  HandMade made(8, 32);
  made.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  made.does("add.f32", {2}, {1});
  made.barrier();
  made.accesses("ld.shared.f32", {3}, {}, shared_load(8));
  made.does("add.f32", {4}, {3});
  Gpu gpu = pencil_gpu();
  gpu.dram_latency = 300, gpu.l2_latency = 200;
  const double alone = run(made, gpu, 1).clk, together = run(made, gpu, 4).clk;
  CHECK(alone > 8 * (32 * 8 + 32 * 8 + 300));
  CHECK(together < 0.7 * alone);
  CHECK(together > 8 * 32 * 8);
}

TEST_CASE("updates of one address come one after the other, of many together") {
  data::TraceAccess update{data::TraceSpace::global, TraceKind::atomic, 4, 1, 1, 1, 1, 0, 0, 1};
  HandMade many(1, 32);
  many.accesses("red.global.add.f32", {}, {0}, update, HandMade::kOut, 1, 1);
  HandMade one(1, 32);
  one.accesses("red.global.add.f32", {}, {0}, update, HandMade::kOut, 1, 1);
  for (auto& line : one.trace.blocks[0].lines) line.number = HandMade::kOut / 128;
  CHECK(run(one).atomics == 32 * 5);  // floats: 5 clk each
  CHECK(run(many).atomics == 5);
  Gpu gpu = pencil_gpu();
  gpu.dram_gbps = 1000;  // so that fetching many sectors takes no time
  CHECK(run(one, gpu).clk > run(many, gpu).clk);
}

TEST_CASE("updates of one address take as long whatever the number of blocks that make them") {
  // 64 updates by 2, 8 and 16 blocks, on 8 multiprocessors of which each replays its share.
  const auto clk = [](uint32_t blocks) {
    data::TraceAccess update{data::TraceSpace::global, TraceKind::atomic, 4, 1, 1, 1, 1, 0, 0, 1};
    HandMade made(blocks, 64 / blocks);
    made.accesses("red.global.add.u32", {}, {0}, update, HandMade::kOut, 1, 1);
    for (auto& block : made.trace.blocks)
      for (auto& line : block.lines) line.number = HandMade::kOut / 128;
    const PreparedLaunch prepared = prepare(made.trace);
    ReplayPlan plan;
    plan.blocks = std::max(1u, blocks / 8);
    plan.memory.sharers = std::min(8u, blocks);
    plan.memory.l1_bytes = 64 << 10;
    return replay(prepared, pencil_gpu(), plan).atomics;
  };
  CHECK(clk(2) == 64 * 4);
  CHECK(clk(8) == 64 * 4);  // one block a multiprocessor: the others' updates are counted, too
  CHECK(clk(16) == 64 * 4);
}

TEST_CASE("of one request only the sector with the most lanes at one address waits for them") {
  // Four sectors: 20 lanes at one address of the third one, and four lanes elsewhere in each other.
  data::TraceAccess update{data::TraceSpace::global, TraceKind::atomic, 4, 32, 1, 20, 23, 2, 0, 1};
  HandMade made(1, 1);
  made.accesses("red.global.add.u32", {}, {0}, update, HandMade::kOut, 15, 15);
  Gpu gpu = pencil_gpu();
  CHECK(run(made, gpu).atomics == 20 * 4);
  gpu.atomic_bytes_together = 128;  // one slice for all four
  CHECK(run(made, gpu).atomics == 23 * 4);
}

TEST_CASE("floats of different sectors are added beside one another, those of one sector in turn") {
  data::TraceAccess update{data::TraceSpace::global, TraceKind::atomic, 4, 8, 1, 1, 2, 0, 0, 1};
  Gpu gpu = pencil_gpu();
  gpu.atomic_bytes_together = 128, gpu.atomic_float_turn_clk = 12;
  HandMade made(1, 1);
  made.accesses("red.global.add.f32", {}, {0}, update, HandMade::kOut, 3, 3);
  CHECK(run(made, gpu).atomics == 12);  // 2 * 4 of the slice are less
  made.trace.blocks[0].accesses[0].turns = made.trace.blocks[0].accesses[0].same_address = 8;
  made.trace.blocks[0].lines[0].sectors = 1;
  CHECK(run(made, gpu).atomics == 8 * 12);
}

TEST_CASE("a load finds in L1 what was stored in whole sectors, and L2 gets each store") {
  HandMade made(1, 1);
  data::TraceAccess own = full_line(TraceKind::store);
  own.space = data::TraceSpace::local;
  made.accesses("st.local.b32", {}, {0}, own, 1 << 26);
  own.kind = TraceKind::load;
  made.accesses("ld.local.b32", {1}, {}, own, 1 << 26);
  made.does("add.f32", {2}, {1});
  const ReplayResult whole = run(made);
  CHECK(whole.l2_read_bytes == 0);
  CHECK(whole.l2_write_bytes == 128);
  made.trace.blocks[0].lines[0].partial = 15;  // a lane here and there
  CHECK(run(made).l2_read_bytes == 128);
}

TEST_CASE("a gather without an order asks DRAM for pages, and again for what L2 cannot keep") {
  // 64 warps of 8 blocks, each lane in a line of its own: spread over 4 MiB, four times what L2
  // has.
  const auto gather = [](bool has_order) {
    HandMade made(8, 8);
    made.trace.buffers[0].bytes = 4 << 20;
    data::TraceAccess lanes = full_line(TraceKind::load);
    lanes.lines = 32;
    made.accesses("ld.global.f32", {1}, {}, lanes, HandMade::kIn, 1, 1);
    uint64_t k = 0;
    for (auto& block : made.trace.blocks)
      for (auto& line : block.lines) {
        line.number = HandMade::kIn / 128 + (has_order ? k * 16 : k * k * 977) % 32768;
        ++k;
      }
    return made;
  };
  Gpu gpu = pencil_gpu();
  gpu.dram_scattered_part = 0.5;
  const ReplayResult even = run(gather(true), gpu), scattered = run(gather(false), gpu);
  CHECK(scattered.dram / scattered.dram_read_bytes ==
        doctest::Approx(2 * even.dram / even.dram_read_bytes));
}

TEST_CASE("the compiler adds up whole numbers where it sees that all lanes have one address") {
  data::TraceAccess update{data::TraceSpace::global, TraceKind::atomic, 4, 32, 1, 32, 32, 0, 0, 1};
  const auto busy = [&](const char* spelling, bool is_seen) {
    HandMade made(1, 1);
    made.accesses(spelling, {}, {0}, update, HandMade::kOut, 1, 1);
    made.trace.instructions[0].uniform_address = is_seen;
    return run(made).atomics;
  };
  CHECK(busy("atom.global.add.u32", true) == 4);
  CHECK(busy("atom.global.add.u32", false) == 4 * 32);  // one lane after the other
  CHECK(busy("atom.global.add.f32", true) == 32 * 5);
  CHECK(busy("atom.global.exch.b32", true) == 4 * 32);  // the last one counts, and all come
}

TEST_CASE("a trace that contradicts itself ends, and is told") {
  HandMade made(1, 2);
  made.barrier();
  made.trace.blocks[0].barriers[0] = 3;  // nobody else will come
  CHECK_FALSE(run(made).completed);
  HandMade wild(1, 1);
  wild.accesses("ld.global.f32", {1}, {}, full_line(TraceKind::load), HandMade::kIn);
  wild.trace.blocks[0].accesses[0].first_line = 7'000'000;
  wild.trace.blocks[0].accesses[0].lines = 3;
  wild.trace.blocks[0].warps[0].steps.push_back({99, 99});
  wild.trace.instructions[0].reads = {65535};
  CHECK(run(wild).completed);
}
