// Sectors and wavefronts. The expected numbers are those of the CUDA guides and of an H200 (Nsight
// Compute).
#include "sim/execute/access_cost.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace warplab::sim;

namespace {

std::array<uint64_t, 32> strided(uint64_t first, int64_t stride) {
  std::array<uint64_t, 32> a;
  for (int l = 0; l < 32; ++l)
    a[static_cast<size_t>(l)] = first + static_cast<uint64_t>(l * stride);
  return a;
}

}  // namespace

TEST_CASE("neighbouring floats take 4 sectors, 5 when they start in the middle of one") {
  CHECK(sectors(strided(512, 4).data(), ~0u, 4) == 4);
  CHECK(sectors(strided(516, 4).data(), ~0u, 4) == 5);
}

TEST_CASE(
    "a stride of 2, 4 and 8 floats takes 8, 16 and 32 sectors, and so does every larger one") {
  CHECK(sectors(strided(0, 8).data(), ~0u, 4) == 8);
  CHECK(sectors(strided(0, 16).data(), ~0u, 4) == 16);
  CHECK(sectors(strided(0, 32).data(), ~0u, 4) == 32);
  CHECK(sectors(strided(0, 4096).data(), ~0u, 4) == 32);
}

TEST_CASE("lanes that read one word take 1 sector, and 16-byte loads of neighbours take 16") {
  CHECK(sectors(strided(64, 0).data(), ~0u, 4) == 1);
  CHECK(sectors(strided(0, 16).data(), ~0u, 16) == 16);
}

TEST_CASE("only active lanes count") {
  CHECK(sectors(strided(0, 128).data(), 0x5u, 4) == 2);
  CHECK(sectors(strided(0, 128).data(), 0u, 4) == 0);
}

TEST_CASE("sectors are distinct in any order of lanes") {
  auto a = strided(0, 4);
  std::swap(a[0], a[31]);
  std::swap(a[3], a[20]);
  CHECK(sectors(a.data(), ~0u, 4) == 4);
}

TEST_CASE("shared words in 32 different banks, or one word for all, take one wavefront") {
  CHECK(wavefronts(strided(0, 4).data(), ~0u, 4).wavefronts == 1);
  CHECK(wavefronts(strided(0, 0).data(), ~0u, 4).wavefronts == 1);
  CHECK(wavefronts(strided(0, 132).data(), ~0u, 4).wavefronts == 1);
}

TEST_CASE("a column of a 32-wide tile takes 32 wavefronts, every second word 2") {
  CHECK(wavefronts(strided(0, 128).data(), ~0u, 4).wavefronts == 32);
  CHECK(wavefronts(strided(0, 8).data(), ~0u, 4).wavefronts == 2);
}

TEST_CASE("64-bit words go by half-warps and 128-bit ones by quarters") {
  const SharedCost wide = wavefronts(strided(0, 8).data(), ~0u, 8);
  CHECK(wide.wavefronts == 2);
  CHECK(wide.ideal == 2);
  const SharedCost widest = wavefronts(strided(0, 16).data(), ~0u, 16);
  CHECK(widest.wavefronts == 4);
  CHECK(widest.ideal == 4);
  CHECK(wavefronts(strided(0, 128).data(), ~0u, 8).wavefronts == 32);
}

TEST_CASE("atomics on one word go one lane after the other") {
  CHECK(atomic_wavefronts(strided(0, 0).data(), ~0u, 4).wavefronts == 32);
  CHECK(atomic_wavefronts(strided(0, 4).data(), ~0u, 4).wavefronts == 1);
}

TEST_CASE("the closed forms for even strides agree with counting") {
  for (uint32_t bytes : {4u, 8u, 16u})
    for (int64_t stride = -1024; stride <= 1024; stride += bytes)
      for (uint64_t phase = 0; phase < 128; phase += bytes) {
        const auto a = strided(1 << 20 | phase, stride);
        CAPTURE(bytes);
        CAPTURE(stride);
        CAPTURE(phase);
        REQUIRE(strided_sectors(a[0], stride, bytes) == sectors(a.data(), ~0u, bytes));
        if (stride == 0) continue;
        const SharedCost counted = wavefronts(a.data(), ~0u, bytes);
        REQUIRE(strided_degree(stride, bytes) * counted.ideal == counted.wavefronts);
      }
}
