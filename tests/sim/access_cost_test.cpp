// Sectors and wavefronts. The expected numbers are those of the CUDA guides and of an H200 (Nsight
// Compute).
#include "sim/execute/access_cost.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace warplab;
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
  CHECK(load_wavefronts(strided(0, 4).data(), ~0u, 4).wavefronts == 1);
  CHECK(load_wavefronts(strided(0, 0).data(), ~0u, 4).wavefronts == 1);
  CHECK(load_wavefronts(strided(0, 132).data(), ~0u, 4).wavefronts == 1);
}

TEST_CASE("a column of a 32-wide tile takes 32 wavefronts, every second word 2") {
  CHECK(load_wavefronts(strided(0, 128).data(), ~0u, 4).wavefronts == 32);
  CHECK(load_wavefronts(strided(0, 8).data(), ~0u, 4).wavefronts == 2);
}

TEST_CASE("64-bit words go by half-warps and 128-bit ones by quarters") {
  const SharedCost wide = load_wavefronts(strided(0, 8).data(), ~0u, 8);
  CHECK(wide.wavefronts == 2);
  CHECK(wide.ideal == 2);
  const SharedCost widest = load_wavefronts(strided(0, 16).data(), ~0u, 16);
  CHECK(widest.wavefronts == 4);
  CHECK(widest.ideal == 4);
  CHECK(load_wavefronts(strided(0, 128).data(), ~0u, 8).wavefronts == 32);
}

namespace {

// Addresses by a formula, of the lanes in `mask`; the passes of a load and of a store.
struct Pattern {
  const char* what;
  uint64_t (*address)(uint64_t lane);
  uint32_t bytes, mask, load, store;
};
constexpr Pattern kPatterns[] = {
    {"one double for all", [](uint64_t) -> uint64_t { return 64; }, 8, ~0u, 1, 2},
    {"one float4 for all", [](uint64_t) -> uint64_t { return 64; }, 16, ~0u, 2, 4},
    {"one word for all", [](uint64_t) -> uint64_t { return 64; }, 4, ~0u, 1, 1},
    {"neighbours in pairs, doubles", [](uint64_t l) { return l / 2 * 8; }, 8, ~0u, 1, 2},
    {"neighbours in pairs, 16 bytes", [](uint64_t l) { return l / 2 * 16; }, 16, ~0u, 2, 4},
    {"pairs two apart, doubles", [](uint64_t l) { return (l & ~2u) * 8; }, 8, ~0u, 2, 2},
    {"pairs two apart, 16 bytes", [](uint64_t l) { return l % 2 * 16; }, 16, ~0u, 2, 4},
    {"fours", [](uint64_t l) { return l / 4 * 16; }, 16, ~0u, 2, 4},
    {"pairs four apart: not halved", [](uint64_t l) { return l % 4 * 16; }, 16, ~0u, 4, 4},
    {"halves: not halved", [](uint64_t l) { return l % 16 * 8; }, 8, ~0u, 2, 2},
    {"half of them by one, half by two: not halved",
     [](uint64_t l) { return l < 16 ? l / 2 * 16 : l % 2 * 16; }, 16, ~0u, 4, 4},
    {"one lane differs: not halved", [](uint64_t l) -> uint64_t { return l == 31 ? 16 : 0; }, 16,
     ~0u, 4, 4},
    {"pairs in one bank", [](uint64_t l) { return l / 2 * 128; }, 8, ~0u, 16, 16},
    {"pairs with gaps", [](uint64_t l) { return l / 2 * 32; }, 16, ~0u, 4, 4},
    {"fours in one bank", [](uint64_t l) { return l / 4 * 128; }, 16, ~0u, 8, 8},
    {"halves in one bank", [](uint64_t l) { return l / 16 * 128; }, 16, ~0u, 2, 4},
    {"all different", [](uint64_t l) { return l * 16; }, 16, ~0u, 4, 4},
    // Partly active warps: a lane without a partner fits. Measured, as all of these.
    {"even lanes, all different", [](uint64_t l) { return l * 16; }, 16, 0x5555'5555u, 4, 4},
    {"every fourth lane", [](uint64_t l) { return l * 16; }, 16, 0x1111'1111u, 4, 4},
    {"one lane", [](uint64_t l) { return l * 16; }, 16, 1u << 9, 1, 1},
    {"a quarter, all the same", [](uint64_t) -> uint64_t { return 0; }, 16, 0xffu, 1, 1},
    {"three quarters, all the same", [](uint64_t) -> uint64_t { return 0; }, 16, 0xff'ffffu, 2, 3},
    {"a half, all different", [](uint64_t l) { return l * 8; }, 8, 0xffffu, 1, 1},
};

}  // namespace

TEST_CASE("of a wide load whose lanes read in pairs twice as many go together, of a store not") {
  for (const Pattern& p : kPatterns) {
    CAPTURE(p.what);
    std::array<uint64_t, 32> a;
    for (uint64_t l = 0; l < 32; ++l) a[l] = p.address(l);
    const SharedCost load = load_wavefronts(a.data(), p.mask, p.bytes);
    const SharedCost store = store_wavefronts(a.data(), p.mask, p.bytes);
    CHECK(load.wavefronts == p.load);
    CHECK(store.wavefronts == p.store);
    CHECK(load.wavefronts >= load.ideal);
    CHECK(load.ideal >= 1);
  }
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
        if (stride == 0) {
          const SharedCost same = load_wavefronts(a.data(), ~0u, bytes);
          REQUIRE(broadcast_wavefronts(bytes) == same.wavefronts);
          REQUIRE(broadcast_wavefronts(bytes) == same.ideal);
          continue;
        }
        const SharedCost counted = store_wavefronts(a.data(), ~0u, bytes);
        REQUIRE(strided_degree(stride, bytes) * counted.ideal == counted.wavefronts);
        REQUIRE(load_wavefronts(a.data(), ~0u, bytes).wavefronts == counted.wavefronts);
      }
}
