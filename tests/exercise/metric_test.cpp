#include "exercise/metric.hpp"

#include <doctest/doctest.h>

using warplab::exercise::MetricExpression;
using warplab::sim::Counter;
using warplab::sim::Counters;

namespace {

MetricExpression parsed(std::string_view text) {
  auto metric = MetricExpression::parse(text);
  REQUIRE_MESSAGE(metric, metric.error());
  return *metric;
}

std::string parse_error(std::string_view text) {
  const auto metric = MetricExpression::parse(text);
  REQUIRE(!metric);
  return metric.error();
}

Counters row_sums_counters() {
  Counters counters;
  counters[Counter::global_load_requests] = 10;
  counters[Counter::global_load_sectors] = 320;
  counters[Counter::global_load_bytes] = 1280;
  counters[Counter::branches_divergent] = 3;
  return counters;
}

}  // namespace

TEST_CASE("a metric computes with counters by name") {
  const Counters counters = row_sums_counters();
  CHECK(*parsed("global.load.sectors").evaluate(counters) == 320);
  CHECK(*parsed("global.load.sectors / global.load.requests").evaluate(counters) == 32);
  CHECK(*parsed("global.load.sectors / (global.load.bytes / 128)").evaluate(counters) == 32);
  CHECK(*parsed("branches.divergent * 2 - 1.5 + -1").evaluate(counters) == 3.5);
}

TEST_CASE("a metric that would divide by zero has no value") {
  CHECK(!parsed("global.load.sectors / global.load.requests").evaluate(Counters{}));
  CHECK(!parsed("1 + barriers / (barriers - barriers)").evaluate(row_sums_counters()));
  CHECK(*parsed("barriers / 2").evaluate(Counters{}) == 0);
}

TEST_CASE("a metric names its counters, each once") {
  const MetricExpression metric = parsed("global.load.sectors / (global.load.sectors + barriers)");
  CHECK(metric.counters() == std::vector{Counter::global_load_sectors, Counter::barriers});
  CHECK(metric.names() == std::vector<std::string>{"global.load.sectors", "barriers"});
  CHECK(metric.text() == "global.load.sectors / (global.load.sectors + barriers)");
}

TEST_CASE("every counter of the simulator can be named") {
  for (size_t i = 0; i < warplab::sim::kCounterCount; ++i) {
    Counters counters;
    counters.values[i] = 7;
    const auto name = warplab::sim::name_of(static_cast<Counter>(i));
    CAPTURE(name);
    CHECK(*parsed(name).evaluate(counters) == 7);
  }
}

TEST_CASE("a word that is no counter is an error that offers the nearest counter") {
  CHECK(
      parse_error("global.load.sector / 2") ==
      "\"global.load.sector / 2\" names \"global.load.sector\", which is no counter; did you mean "
      "\"global.load.sectors\"?");
  CHECK(parse_error("temperature") == "\"temperature\" names \"temperature\", which is no counter");
}

TEST_CASE("a metric has no comparisons, remainders or functions") {
  CHECK(parse_error("barriers < 4") ==
        "\"barriers < 4\" has \"<\" at column 10 where +, -, *, / or the end was expected");
  CHECK(!MetricExpression::parse("barriers % 4"));
  CHECK(!MetricExpression::parse("min(barriers, 4)"));
  CHECK(!MetricExpression::parse("barriers ? 1 : 2"));
  CHECK(!MetricExpression::parse("(barriers"));
}
