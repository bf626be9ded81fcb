#include "cuda/measure.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace warplab;
using namespace warplab::cuda;

namespace {

// A GPU on paper: times in the order in which they are asked for, the last one for ever.
class Script {
 public:
  explicit Script(std::vector<Reading> readings) : readings_(std::move(readings)) {}
  TakeSample sampler() {
    return [this]() -> Result<Reading> {
      const size_t at = taken_++;
      return readings_[at < readings_.size() ? at : readings_.size() - 1];
    };
  }
  size_t taken() const { return taken_; }

 private:
  std::vector<Reading> readings_;
  size_t taken_ = 0;
};

// Warm-up is not what these tests are about: one launch of each.
Rules quick() {
  Rules rules;
  rules.warm_up_us = 1;
  rules.least_warm_up = 1;
  return rules;
}

}  // namespace

TEST_CASE("a steady kernel is measured in one round of one block") {
  Script copy({{50, 1000}}), kernel({{100, 1000}});
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->time_us.median == 100);
  CHECK(measured->copy_us.median == 50);
  CHECK(measured->samples_us.size() == 15);
  CHECK(measured->rounds == 1);
  CHECK(measured->clock_mhz == 1000);
  CHECK(measured->discarded == 0);
  CHECK(measured->unstable.empty());
  // One of each to warm up, one of each side to throw away.
  CHECK(kernel.taken() == 17);
  CHECK(copy.taken() == 17);
}

TEST_CASE("the first sample of a block of copies or of the kernel is thrown away") {
  Script copy({{50, 1000}, {5000, 1000}, {50, 1000}}),
      kernel({{100, 1000}, {9000, 1000}, {100, 1000}});
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->time_us.q3 == 100);
  CHECK(measured->copy_us.q3 == 50);
}

TEST_CASE("a restless kernel is measured until there are sixty samples") {
  std::vector<Reading> readings;
  for (int i = 0; i < 200; ++i) readings.push_back({i % 2 == 0 ? 100.0 : 120.0, 1000});
  Script copy({{50, 1000}}), kernel(std::move(readings));
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->samples_us.size() == 60);
  CHECK(measured->unstable.empty());
}

TEST_CASE(
    "copies that differ before and after the kernel make another round, and three are enough") {
  // 1 to warm up, then in each round 1 + 7 before and 1 + 7 after.
  std::vector<Reading> readings = {{50, 0}};
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 16; ++i) readings.push_back({i < 8 ? 50.0 : 60.0, 0});
  SUBCASE("three times") {
    Script copy(readings), kernel({{100, 0}});
    const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
    REQUIRE(measured);
    CHECK(measured->rounds == 3);
    CHECK(measured->unstable.find("A copy took 50.0 us before") == 0);
  }
  SUBCASE("once") {
    readings.resize(17);
    readings.push_back({50, 0});
    Script copy(readings), kernel({{100, 0}});
    const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
    REQUIRE(measured);
    CHECK(measured->rounds == 2);
    CHECK(measured->unstable.empty());
  }
}

TEST_CASE("samples at a low clock are thrown away") {
  std::vector<Reading> readings;
  for (int i = 0; i < 200; ++i) {
    const bool slow = i % 8 == 0;
    readings.push_back({slow ? 200.0 : 100.0, slow ? 700.0 : 1000.0});
  }
  Script copy({{50, 1000}}), kernel(readings);
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->discarded > 0);
  CHECK(measured->time_us.q3 == 100);
  CHECK(measured->unstable.empty());
}

TEST_CASE("too many samples at a low clock are no measurement") {
  std::vector<Reading> readings;
  for (int i = 0; i < 400; ++i) readings.push_back({100, i % 5 < 2 ? 700.0 : 1000.0});
  Script copy({{50, 1000}}), kernel(readings);
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->unstable.find("The GPU's clock fell in 24 of 60 samples") == 0);
}

TEST_CASE("without a clock nothing is thrown away") {
  Script copy({{50, 0}}), kernel({{100, 0}});
  const auto measured = measure(copy.sampler(), kernel.sampler(), quick());
  REQUIRE(measured);
  CHECK(measured->clock_mhz == 0);
  CHECK(measured->discarded == 0);
}

TEST_CASE("warming up takes as long as it should, and not for ever with a short kernel") {
  Script copy({{500, 0}}), kernel({{500, 0}}), short_copy({{1, 0}}), short_kernel({{1, 0}});
  Rules rules;
  rules.warm_up_us = 20'000;
  REQUIRE(measure(copy.sampler(), kernel.sampler(), rules));
  CHECK(kernel.taken() == 20 + 16);
  REQUIRE(measure(short_copy.sampler(), short_kernel.sampler(), rules));
  CHECK(short_kernel.taken() == 50 + 1 + 16);
}

TEST_CASE("an error of a sample ends the measurement") {
  Script copy({{50, 0}});
  const TakeSample broken = []() -> Result<Reading> { return Error{"It broke."}; };
  const auto measured = measure(copy.sampler(), broken, quick());
  REQUIRE_FALSE(measured);
  CHECK(measured.error() == "It broke.");
}
