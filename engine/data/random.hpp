#pragma once
// Random numbers that are the same on every machine and may be asked for in any order: element
// `index` of a stream is a hash of the two, so buffers can be filled in parallel or in part.
// Source: the finalizer and increment of SplitMix64 (Steele, Lea, Flood: "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014).
#include <cstdint>
#include <string_view>

#include "base/text_hash.hpp"

namespace warplab::data {

constexpr uint64_t mix_bits(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class RandomStream {
 public:
  // A stream of its own for every seed and name, so that a new buffer leaves the others as they
  // were.
  constexpr RandomStream(uint64_t seed, std::string_view name)
      : state_(mix_bits(seed + kIncrement)) {
    state_ = mix_bits(state_ ^ text_hash(name));
  }

  // What bits() starts from, for those who compute it elsewhere (on a GPU).
  constexpr uint64_t state() const { return state_; }

  constexpr uint64_t bits(uint64_t index) const {
    return mix_bits(state_ + (index + 1) * kIncrement);
  }

  // 0 ... bound - 1. The bias is below bound / 2^32 for bounds up to 2^32 that are no power of two.
  constexpr uint64_t below(uint64_t bound, uint64_t index) const {
    const uint64_t random = bits(index);
    return bound <= (uint64_t{1} << 32) ? ((random >> 32) * bound) >> 32 : random % bound;
  }

  // A multiple of 2^-24 in [0, 1): exact in float as well as in double.
  constexpr double unit(uint64_t index) const {
    return static_cast<double>(bits(index) >> 40) * 0x1p-24;
  }
  // The same with all the digits of a double: a multiple of 2^-53, less than 2^-24 above unit().
  constexpr double long_unit(uint64_t index) const {
    return static_cast<double>(bits(index) >> 11) * 0x1p-53;
  }

 private:
  static constexpr uint64_t kIncrement = 0x9e3779b97f4a7c15u;
  uint64_t state_;
};

}  // namespace warplab::data
