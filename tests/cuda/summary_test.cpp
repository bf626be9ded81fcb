#include "base/summary.hpp"

#include <doctest/doctest.h>

#include <vector>

using warplab::summarize;

TEST_CASE("half of the values lie below the median, a quarter below the first quartile") {
  const auto summary = summarize(std::vector<double>{5, 1, 4, 2, 3});
  CHECK(summary.least == 1);
  CHECK(summary.q1 == 2);
  CHECK(summary.median == 3);
  CHECK(summary.q3 == 4);
  CHECK(summary.spread() == doctest::Approx(2.0 / 3));
}

TEST_CASE("between two values the median is their middle") {
  CHECK(summarize(std::vector<double>{1, 2}).median == 1.5);
  CHECK(summarize(std::vector<double>{7}).q3 == 7);
}

TEST_CASE("one outlier moves neither the median nor the quartiles of many") {
  std::vector<double> times(20, 100.0);
  times[7] = 10'000;
  const auto summary = summarize(times);
  CHECK(summary.median == 100);
  CHECK(summary.q3 == 100);
}

TEST_CASE("no values are no time") {
  CHECK(summarize({}).median == 0);
  CHECK(summarize({}).spread() == 0);
}
