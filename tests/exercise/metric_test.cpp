#include "exercise/metric.hpp"

#include <doctest/doctest.h>

using warplab::data::Counter;
using warplab::data::Counters;
using warplab::exercise::Measured;
using warplab::exercise::MetricExpression;
using warplab::exercise::MetricScope;

namespace {

MetricExpression parsed(std::string_view text) {
  auto metric = MetricExpression::parse(text);
  REQUIRE_MESSAGE(metric, metric.error());
  return *metric;
}

std::string metric_error(std::string_view text) {
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

TEST_CASE("a metric has the functions of a formula, and no value where they have none") {
  const Counters counters = row_sums_counters();
  CHECK(*parsed("sqrt(global.load.sectors / 5)").evaluate(counters) == 8);
  CHECK(*parsed("log(global.load.sectors / 10) / log(2)").evaluate(counters) == 5);
  CHECK(
      *parsed("pow(branches.divergent, 2) + floor(1.5) + ceil(0.2) + abs(-1)").evaluate(counters) ==
      12);
  CHECK(!parsed("log(barriers)").evaluate(counters));
  CHECK(!parsed("max(1, log(barriers))").evaluate(counters));
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
  for (size_t i = 0; i < warplab::data::kCounterCount; ++i) {
    Counters counters;
    counters.values[i] = 7;
    const auto name = warplab::data::name_of(static_cast<Counter>(i));
    CAPTURE(name);
    CHECK(*parsed(name).evaluate(counters) == 7);
  }
}

TEST_CASE("a word that is no counter is an error that offers the nearest counter") {
  CHECK(metric_error("global.load.sector / 2") ==
        "\"global.load.sector / 2\" names \"global.load.sector\", which is no counter, size or "
        "buffer; "
        "did you mean \"global.load.sectors\"?");
  CHECK(metric_error("temperature") ==
        "\"temperature\" names \"temperature\", which is no counter, size or buffer");
}

TEST_CASE("a metric names sizes, flags and the extents of buffers") {
  const MetricScope scope{{"rows", "swapped"}, {"a", "out"}};
  Measured run{row_sums_counters(), std::nullopt, {}, {}};
  run.values = {{"rows", 40},      {"swapped", 1},       {"a.elements", 320},
                {"a.bytes", 1280}, {"out.elements", 40}, {"out.bytes", 160}};
  const auto value = [&](std::string_view text) {
    auto metric = MetricExpression::parse(text, scope);
    REQUIRE_MESSAGE(metric, metric.error());
    return metric->evaluate(run);
  };
  CHECK(value("global.load.sectors / (a.bytes / 32)") == 8);
  CHECK(value("1.5 * (a.bytes + out.bytes) / 32") == 67.5);
  CHECK(value("rows * out.elements + swapped") == 1601);
  CHECK(value("ceil_div(rows, 32) + min(rows, 7, 9) + max(rows, 50)") == 59);
  CHECK_FALSE(value("ceil_div(rows, rows - rows)"));
}

TEST_CASE("a metric names what went to each buffer") {
  const MetricScope scope{{"rows"}, {"a", "out"}};
  const auto metric =
      MetricExpression::parse("(a.load.sectors + out.sectors) / (a.bytes / 32)", scope);
  REQUIRE_MESSAGE(metric, metric.error());
  CHECK(metric->counters().empty());
  REQUIRE(metric->buffer_counters().size() == 2);
  CHECK(metric->buffer_counters()[1].buffer == "out");
  CHECK(metric->measures());
  Measured run;
  run.values = {{"a.bytes", 320}};
  run.buffers["a"][warplab::data::BufferCounter::load_sectors] = 40;
  CHECK(metric->evaluate(run) == 4);  // nothing went to out
  run.buffers["out"][warplab::data::BufferCounter::sectors] = 10;
  CHECK(metric->evaluate(run) == 5);
  CHECK_FALSE(MetricExpression::parse("b.load.sectors", scope));
  CHECK_FALSE(parsed("barriers").uses_reference());
}

TEST_CASE("an unknown size or buffer is an error that offers the nearest") {
  const MetricScope scope{{"rows"}, {"sums"}};
  const auto error = [&](std::string_view text) {
    const auto metric = MetricExpression::parse(text, scope);
    REQUIRE(!metric);
    return metric.error();
  };
  CHECK(error("rwos").ends_with("did you mean \"rows\"?"));
  CHECK(error("sum.bytes").ends_with("did you mean \"sums.bytes\"?"));
  CHECK(error("sums.element").ends_with("did you mean \"sums.elements\"?"));
  CHECK(error("sums").find("\"sums\"") != std::string::npos);
  CHECK(error("reference.rows").find("no counter, size or buffer") != std::string::npos);
}

TEST_CASE("a metric compares with the reference's run, and has no value where there was none") {
  const MetricExpression metric = parsed("branches.divergent / reference.branches.divergent");
  CHECK(metric.uses_reference());
  CHECK_FALSE(metric.is_known_before_the_run());
  CHECK(metric.counters() == std::vector{Counter::branches_divergent});
  Measured run{row_sums_counters(), std::nullopt, {}, {}};
  CHECK_FALSE(metric.evaluate(run));
  run.reference = Counters{};
  (*run.reference)[Counter::branches_divergent] = 2;
  CHECK(metric.evaluate(run) == 1.5);
  CHECK_FALSE(parsed("barriers").uses_reference());
  CHECK(parsed("2 * 3").is_known_before_the_run());
}

TEST_CASE("a metric has no comparisons or remainders, and no functions but its own") {
  CHECK(metric_error("barriers < 4") ==
        "\"barriers < 4\" has \"<\" at column 10 where +, -, *, / or the end was expected");
  CHECK(!MetricExpression::parse("barriers % 4"));
  CHECK(!MetricExpression::parse("sin(barriers)"));
  CHECK(!MetricExpression::parse("min(barriers)"));
  CHECK(!MetricExpression::parse("barriers ? 1 : 2"));
  CHECK(!MetricExpression::parse("(barriers"));
}
