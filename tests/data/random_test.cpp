#include "data/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

using warplab::data::mix_bits;
using warplab::data::RandomStream;

TEST_CASE("the generator is SplitMix64: its published first values for seed 1234567") {
  // The sequence of Vigna's splitmix64.c for this seed, which is often used as a test vector.
  constexpr uint64_t increment = 0x9e3779b97f4a7c15u;
  CHECK(mix_bits(1234567 + 1 * increment) == 6457827717110365317u);
  CHECK(mix_bits(1234567 + 2 * increment) == 3203168211198807973u);
  CHECK(mix_bits(1234567 + 3 * increment) == 9817491932198370423u);
}

TEST_CASE("a stream gives the same numbers on every machine") {
  static_assert(RandomStream(1, "in").bits(0) == RandomStream(1, "in").bits(0));
  const RandomStream stream(1, "in");
  CHECK(stream.bits(0) == 0xd726b8d708f03853u);
  CHECK(stream.below(10, 0) == 8);
}

TEST_CASE("seeds and names have streams of their own") {
  CHECK(RandomStream(1, "in").bits(0) != RandomStream(2, "in").bits(0));
  CHECK(RandomStream(1, "in").bits(0) != RandomStream(1, "out").bits(0));
  CHECK(RandomStream(1, "in").bits(0) != RandomStream(1, "in").bits(1));
}

TEST_CASE("whole numbers reach every value of their range about equally often") {
  const RandomStream stream(7, "dice");
  std::array<int, 6> count{};
  for (uint64_t i = 0; i < 60'000; ++i) ++count.at(stream.below(6, i));
  for (const int n : count) {
    CHECK(n > 9'700);
    CHECK(n < 10'300);
  }
}

TEST_CASE("large ranges are used in full") {
  const RandomStream stream(7, "wide");
  uint64_t largest = 0;
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint64_t value = stream.below(uint64_t{1} << 53, i);
    REQUIRE(value < uint64_t{1} << 53);
    largest = std::max(largest, value);
  }
  CHECK(largest > uint64_t{1} << 52);
}

TEST_CASE("unit numbers lie in [0, 1) and are exact in float") {
  const RandomStream stream(3, "u");
  double sum = 0;
  for (uint64_t i = 0; i < 10'000; ++i) {
    const double u = stream.unit(i);
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    REQUIRE(static_cast<double>(static_cast<float>(u)) == u);
    sum += u;
  }
  CHECK(sum / 10'000 == doctest::Approx(0.5).epsilon(0.02));
}
