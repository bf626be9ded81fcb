// Numbers of NVIDIA's occupancy calculator (the spreadsheet of the Toolkit up to 11, and
// cuda_occupancy.h), worked out by hand where a line says so.
#include "model/occupancy.hpp"

#include "shipped_gpus.hpp"

using namespace warplab::model;

namespace {
constexpr uint64_t kManyBlocks = 1'000'000;

Occupancy of(const char* gpu, uint64_t threads, uint64_t registers, uint64_t shared,
             uint64_t grid = kManyBlocks) {
  return occupancy(shipped_gpu(gpu), {threads, registers, shared}, grid);
}
}  // namespace

TEST_CASE("threads limit a block of 1024 to one on a T4 and to two on an H100") {
  CHECK(of("T4", 1024, 16, 0).blocks == 1);
  CHECK(of("T4", 1024, 16, 0).limit == OccupancyLimit::threads);
  CHECK(of("T4", 1024, 16, 0).fraction == 1.0);
  CHECK(of("H100", 1024, 16, 0).blocks == 2);
  CHECK(of("RTX 4090", 1024, 16, 0).blocks == 1);  // 48 warps: the second one has no room
  CHECK(of("RTX 4090", 1024, 16, 0).fraction == doctest::Approx(32.0 / 48));
}

TEST_CASE("a block that is no whole number of warps takes its last warp whole") {
  const Occupancy o = of("H100", 33, 16, 0);
  CHECK(o.blocks == 32);
  CHECK(o.warps == 64);
  CHECK(of("H100", 65, 16, 0).blocks == 21);  // 3 warps each, 64 / 3
}

TEST_CASE("the number of blocks limits small ones") {
  CHECK(of("T4", 32, 16, 0).blocks == 16);
  CHECK(of("T4", 32, 16, 0).limit == OccupancyLimit::blocks);
  CHECK(of("T4", 32, 16, 0).fraction == 0.5);
  CHECK(of("RTX 4060", 32, 16, 0).blocks == 24);
  CHECK(of("RTX 3060", 32, 16, 0).blocks == 16);
  CHECK(of("A100", 32, 16, 0).blocks == 32);
}

TEST_CASE("registers are given to warps in units of 256") {
  // 33 registers are 1056 a warp, rounded up to 1280: 16384 / 1280 = 12 warps a scheduler, 48.
  CHECK(of("H100", 256, 33, 0).blocks == 6);
  CHECK(of("H100", 256, 33, 0).limit == OccupancyLimit::registers);
  CHECK(of("H100", 256, 32, 0).blocks == 8);   // 1024 a warp: all 64 warps
  CHECK(of("H100", 256, 255, 0).blocks == 1);  // 8192 a warp, 8 warps
  CHECK(of("H100", 1024, 64, 0).blocks == 1);
  CHECK(of("H100", 1024, 65, 0).blocks == 0);  // such a launch fails
}

TEST_CASE("shared memory is given in units, with what the system keeps since 8.0") {
  // A tile of 32 x 33 floats: 4224 bytes, and 1024 on an H100: 5248, 233472 / 5248 = 44.
  CHECK(of("H100", 64, 16, 4224).blocks == 32);
  CHECK(of("H100", 64, 16, 4224).blocks_by[2] == 44);
  CHECK(of("H100", 64, 16, 48 * 1024).blocks == 4);  // 50176 bytes: 4.65
  CHECK(of("H100", 64, 16, 48 * 1024).limit == OccupancyLimit::shared_memory);
  CHECK(of("T4", 64, 16, 48 * 1024).blocks == 1);
  CHECK(of("T4", 64, 16, 32 * 1024).blocks == 2);    // nothing is kept: 65536 / 32768
  CHECK(of("A100", 64, 16, 32 * 1024).blocks == 4);  // 33792: 4.97
  CHECK(of("H100", 64, 16, 227 * 1024).blocks == 1);
  CHECK(of("H100", 64, 16, 228 * 1024).blocks == 0);
}

TEST_CASE("a small grid limits what is resident") {
  const Occupancy o = of("H100", 128, 16, 0, 100);
  CHECK(o.blocks == 1);
  CHECK(o.limit == OccupancyLimit::grid);
  CHECK(of("H100", 128, 16, 0, 133).blocks == 2);
  CHECK(of("H100", 1024, 16, 0, 264).limit == OccupancyLimit::threads);  // it is just full
}

TEST_CASE("registers that are not known limit nothing") {
  CHECK(of("H100", 1024, 0, 0).blocks == 2);
}
