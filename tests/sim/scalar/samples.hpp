#pragma once

// Operands for tests: the values where arithmetic has its corners, mixed with random bits.

#include <array>
#include <cstddef>
#include <cstdint>

namespace warplab::sim::scalar::samples {

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

// Zeros, ones, the ends of the subnormal and normal ranges, infinities, NaNs, the ends of integer
// ranges as numbers, ties between neighbouring f16.
inline constexpr std::array<std::uint32_t, 52> kSpecial32 = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3f800001, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xffbfffff, 0x7fffffff, 0xffffffff,
    0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000, 0x4f7fffff, 0x5f000000, 0xdf000000, 0x5f800000,
    0x7e800000, 0x7e800001, 0xfe900000, 0x40490fdb, 0x00000002, 0x0000001f, 0x00000020, 0x000000ff,
    0x00007fff, 0x00008000, 0x0000ffff, 0x00010000, 0x477fe000, 0x477ff000, 0x477fefff, 0x33000000,
    0x33000001, 0x387fe000, 0x43000000, 0xc3000000};
inline constexpr std::array<std::uint64_t, 48> kSpecial64 = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x3ff0000000000000,
    0xbff0000000000000, 0x3fe0000000000000, 0xbfe0000000000000, 0x3fdfffffffffffff,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
    0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, 0xfff7ffffffffffff,
    0xffffffffffffffff, 0x7fffffffffffffff, 0x41dfffffffc00000, 0x41e0000000000000,
    0xc1e0000000000000, 0x41efffffffe00000, 0x41f0000000000000, 0x43e0000000000000,
    0xc3e0000000000000, 0x43f0000000000000, 0x47efffffe0000000, 0x47efffffefffffff,
    0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3690000000000001,
    0x380fffffffffffff, 0x40effc0000000000, 0x40effe0000000000, 0x3e60000000000000,
    0x0000000000000002, 0x000000000000003f, 0x0000000000000040, 0x00000000ffffffff,
    0x0000000100000000, 0x0000000080000000, 0xffffffff80000000, 0x8000000000000002};

inline std::uint32_t word(Random& random) {
  const std::uint64_t r = random();
  switch (r >> 61) {
    case 0: return kSpecial32[(r >> 8) % kSpecial32.size()];
    case 1: return (r & 0x807fffffu) | static_cast<std::uint32_t>((107 + (r >> 40) % 40) << 23);
    case 2: return static_cast<std::uint32_t>(static_cast<std::int32_t>(r) >> ((r >> 40) & 31));
    case 3: return r & 0xfffff000u;  // products and sums that are ties
    case 4: return r & 0x80ffffffu;  // subnormal and barely normal f32
    default: return static_cast<std::uint32_t>(r);
  }
}
inline std::uint64_t long_word(Random& random) {
  const std::uint64_t r = random();
  const std::uint64_t exponent = random();
  switch (r >> 61) {
    case 0: return kSpecial64[(r >> 8) % kSpecial64.size()];
    case 1: return (r & 0x800fffffffffffffull) | ((963 + exponent % 120) << 52);
    case 2: return static_cast<std::uint64_t>(static_cast<std::int64_t>(r) >> (exponent & 63));
    case 3: return r & 0xffffe00000000000ull;
    case 4: return r & 0x801fffffffffffffull;
    case 5: return (r & 0x800fffffe0000000ull) | ((863 + exponent % 300) << 52);
    default: return random();
  }
}

// Two numbers of which the second often has the first's exponent, or one near it.
inline std::uint32_t near(Random& random, std::uint32_t other) {
  const std::uint64_t r = random();
  return (r >> 62) == 0 ? static_cast<std::uint32_t>((other & 0x7f800000u) + (r & 0x80ffffffu))
                        : word(random);
}
inline std::uint64_t near(Random& random, std::uint64_t other) {
  const std::uint64_t r = random();
  return (r >> 62) == 0 ? (other & 0x7ff0000000000000ull) + (r & 0x801fffffffffffffull)
                        : long_word(random);
}

}  // namespace warplab::sim::scalar::samples
