// The time of a launch: waves, the last one, what limits it.
#include "model/estimate.hpp"

#include "hand_made.hpp"
#include "shipped_gpus.hpp"

using namespace warplab;
using namespace warplab::model;
using data::TraceKind;

namespace {

// A copy of a line a warp: `recorded` blocks of 8 warps, of `grid`.
HandMade copy(uint32_t recorded, uint32_t grid) {
  HandMade made(recorded, 8);
  made.trace.buffers = {{"in", HandMade::kIn, uint64_t{grid} * 1024},
                        {"out", uint64_t{1} << 40, uint64_t{grid} * 1024}};
  made.does("mad.lo.s32", {1}, {0});
  made.accesses("ld.global.f32", {2}, {1}, full_line(TraceKind::load), HandMade::kIn);
  made.accesses("st.global.f32", {}, {1, 2}, full_line(TraceKind::store), uint64_t{1} << 40);
  made.trace.grid = {grid, 1, 1};
  return made;
}

LaunchModel model_of(const HandMade& made, const Gpu& gpu, uint64_t registers = 16) {
  return estimate(prepare(made.trace, MachineCode{registers, 0, 0, 0}), gpu);
}

double part(const LaunchModel& m, Part p) { return m.parts_us[static_cast<size_t>(p)]; }

}  // namespace

TEST_CASE("a large copy takes its bytes over the bandwidth of DRAM") {
  const HandMade made = copy(8, 100'000);  // 102.4 MB each way
  const Gpu& gpu = shipped_gpu("T4");
  const LaunchModel m = model_of(made, gpu);
  REQUIRE(m.possible);
  CHECK(m.limiter == Part::dram);
  CHECK(m.dram_bytes == doctest::Approx(204.8e6).epsilon(0.05));
  const double ideal = 204.8e6 / (gpu.dram_gbps * gpu.dram_mixed_part * 1000);
  CHECK(m.time_us == doctest::Approx(ideal).epsilon(0.1));
  CHECK(m.low_us < m.time_us);
  CHECK(m.high_us > m.time_us);
  CHECK(m.occupancy.fraction == 1);
}

TEST_CASE("a faster memory makes the copy faster, in the order of the bandwidths") {
  const HandMade made = copy(8, 100'000);
  double before = 0;
  for (const char* name : {"H200", "H100", "A100 80GB", "A100", "V100", "T4"}) {
    const double time = model_of(made, shipped_gpu(name)).time_us;
    CAPTURE(name);
    CHECK(time > before);
    before = time;
  }
}

TEST_CASE("the launch limits a kernel that does next to nothing") {
  HandMade made(1, 1);
  made.does("add.f32", {1}, {0});
  const LaunchModel m = model_of(made, pencil_gpu());
  CHECK(m.limiter == Part::launch);
  CHECK(part(m, Part::launch) == 2);
  CHECK(m.time_us == doctest::Approx(2.001));
}

TEST_CASE("one warp that waits for DRAM again and again is limited by latency") {
  HandMade made(1, 1);
  for (uint16_t k = 0; k < 50; ++k)
    made.accesses("ld.global.f32", {static_cast<uint16_t>(k + 1)}, {k}, full_line(TraceKind::load),
                  HandMade::kIn + 4096u * k);
  made.does("add.f32", {99}, {50});
  const LaunchModel m = model_of(made, pencil_gpu());
  CHECK(m.limiter == Part::latency);
  CHECK(m.time_us > 50 * 0.5);
}

TEST_CASE("f64 on a GPU with two lanes for it is limited by them, and says so") {
  HandMade made(4, 8);
  for (int k = 0; k < 100; ++k) made.does("fma.rn.f64", {1}, {0, 2});
  made.trace.grid = {4000, 1, 1};
  const LaunchModel m = model_of(made, shipped_gpu("T4"));
  CHECK(m.limiter == Part::arithmetic);
  CHECK(m.pipe == "f64 arithmetic");
  CHECK(model_of(made, shipped_gpu("V100")).time_us < m.time_us / 10);
}

TEST_CASE("time grows with the number of waves") {
  HandMade made(4, 8);
  for (int k = 0; k < 200; ++k) made.does("add.f32", {1}, {1});
  made.trace.grid = {32 * 10, 1, 1};
  Gpu gpu = pencil_gpu();
  gpu.launch_us = 0;
  const double ten = model_of(made, gpu).time_us;
  made.trace.grid = {32 * 20, 1, 1};
  CHECK(model_of(made, gpu).time_us == doctest::Approx(2 * ten).epsilon(0.05));
}

TEST_CASE("a block more than the multiprocessors hold costs a wave, and is told as the tail") {
  HandMade made(4, 32);
  for (int k = 0; k < 200; ++k) made.does("add.f64", {1}, {0});
  Gpu gpu = pencil_gpu();
  gpu.launch_us = 0;
  gpu.multiprocessors = 4;
  gpu.most_warps = 32;  // a block each
  made.trace.grid = {4, 1, 1};
  const LaunchModel full = model_of(made, gpu);
  made.trace.grid = {5, 1, 1};
  const LaunchModel more = model_of(made, gpu);
  CHECK(more.time_us == doctest::Approx(2 * full.time_us).epsilon(0.05));
  CHECK(part(full, Part::tail) == doctest::Approx(0));
  CHECK(part(more, Part::tail) == doctest::Approx(more.time_us * (1 - 2.5 / 4)));
}

TEST_CASE("a launch of which no block fits has no time") {
  HandMade made(1, 32);
  made.does("add.f32", {1}, {0});
  CHECK_FALSE(model_of(made, shipped_gpu("H100"), 200).possible);
  CHECK(model_of(made, shipped_gpu("H100"), 64).possible);
}

TEST_CASE("data that stay in L2 do not come from DRAM again") {
  // Every block loads the same 512 lines.
  HandMade made(4, 8);
  made.trace.buffers[0].bytes = 1 << 20;
  for (uint64_t k = 0; k < 64; ++k)
    made.accesses("ld.global.f32", {static_cast<uint16_t>(k + 1)}, {0}, full_line(TraceKind::load),
                  HandMade::kIn + k * 16384);
  for (auto& block : made.trace.blocks)
    for (size_t i = 0; i < block.lines.size(); ++i)
      block.lines[i].number = HandMade::kIn / 128 + i * 16;
  made.trace.grid = {2000, 1, 1};
  const LaunchModel m = model_of(made, shipped_gpu("H100"));
  CHECK(m.dram_bytes < 4e5);
  CHECK(m.l2_bytes > 4e6);  // each multiprocessor has them once at least
}
