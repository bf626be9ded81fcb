// The numbers of an experiment as charts, and the empty chart that asks for a curve.
#include "experiment/experiment_charts.hpp"

#include <doctest/doctest.h>

#include "sample_experiments.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

struct Sample {
  TemporaryFolder folder;
  experiment::Experiment experiment = sample_experiment(folder.path());
  ExperimentAnswer answer;
  Sample() {
    experiment.predictions = {number_prediction(), curve_prediction()};
    answer.around = {3};
    for (const auto& row : experiment::sweep_of(experiment, answer.around))
      for (auto& results = answer.sweep.rows.emplace_back(); const experiment::Point& point : row)
        results.push_back(sample_result(experiment, point));
  }
};

}  // namespace

TEST_CASE(
    "series with an axis of their own have a chart each, and what is modelled keeps its range") {
  Sample sample;
  const auto charts = charts_of(sample.experiment, sample.answer);
  REQUIRE(charts.size() == 2);
  CHECK(charts[0].title == "Sectors a request");
  CHECK(charts[0].chart.x.logarithmic);  // 1, 2, 4, ... 32
  CHECK(charts[0].chart.y.to == 34);
  REQUIRE(charts[0].chart.series.size() == 1);
  REQUIRE(charts[0].chart.series[0].points.size() == 6);
  CHECK(charts[0].chart.series[0].points[3].x == 8);
  CHECK(charts[0].chart.series[0].points[3].y == 32);
  CHECK(charts[1].chart.series[0].source == SeriesSource::modelled);
  CHECK(charts[1].chart.series[0].points[0].has_range());
}

TEST_CASE("series that share an axis share a chart") {
  Sample sample;
  sample.experiment.series[0].chart = sample.experiment.series[1].chart = "both";
  const auto charts = charts_of(sample.experiment, sample.answer);
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].chart.series.size() == 2);
  CHECK(charts[0].chart.series[1].name == "Time");
}

TEST_CASE("a point without a value is left out, and says why where the slider stands on it") {
  Sample sample;
  experiment::SeriesValue& missing = sample.answer.sweep.rows[0][3].values[1];
  missing.value.reset();
  missing.why_not = "No block of it fits.";
  CHECK(charts_of(sample.experiment, sample.answer)[1].chart.series[0].points.size() == 5);
  REQUIRE(sample.answer.here());
  const auto numbers = numbers_of(sample.experiment, *sample.answer.here());
  REQUIRE(numbers.size() == 2);
  CHECK(numbers[0].value == "32 sectors");
  CHECK_FALSE(numbers[1].is_known);
  CHECK(numbers[1].value == "No block of it fits.");
}

TEST_CASE("parameters that are names are places with names") {
  Sample sample;
  sample.experiment.parameters[0].is_number = false;
  const auto charts = charts_of(sample.experiment, sample.answer);
  CHECK(charts[0].chart.categories.size() == 6);
  CHECK(charts[0].chart.series[0].points[3].x == 3);
}

TEST_CASE("the empty chart has the author's axes, or ends that do not give the answer away") {
  Sample sample;
  const experiment::Prediction& curve = sample.experiment.predictions[1];
  const auto fixed = hand_chart(sample.experiment, curve, nullptr);
  REQUIRE(fixed);
  CHECK(fixed->series.empty());
  CHECK(fixed->y.to == 34);
  sample.experiment.series[0].high.reset();
  CHECK_FALSE(hand_chart(sample.experiment, curve, nullptr));
  sample.answer.answers.resize(2);
  sample.answer.answers[1].right.curve = {4, 8, 16, 32, 32, 32};
  const auto made = hand_chart(sample.experiment, curve, &sample.answer);
  REQUIRE(made);
  CHECK(made->y.from == 0);
  CHECK(made->y.to == 100);
}

TEST_CASE("what was drawn lies over the chart of its series, and over no other") {
  Sample sample;
  auto charts = charts_of(sample.experiment, sample.answer);
  experiment::Predicted said;
  said.curve = {1, 2, 3, 4, 5, 6};
  for (ExperimentChart& chart : charts)
    lay_over(chart, sample.experiment, sample.experiment.predictions[1], said);
  REQUIRE(charts[0].chart.series.size() == 2);
  CHECK(charts[0].chart.series[1].source == SeriesSource::predicted);
  CHECK(charts[0].chart.series[1].points[5].y == 6);
  CHECK(charts[1].chart.series.size() == 1);
}

TEST_CASE("a number is read as people write it, and a comma is no guess") {
  CHECK(number_in("32") == 32);
  CHECK(number_in(" 1 048 576 ") == 1048576);
  CHECK(number_in("12.5") == 12.5);
  CHECK(number_in("1e3") == 1000);
  for (const char* no : {"", "many", "1,000", "12 apples", "nan", "inf", "1e999"})
    CHECK_FALSE(number_in(no));
}

TEST_CASE("what a GPU measured stands beside what is modelled, and says so") {
  Sample sample;
  sample.answer.measured = sample.answer.sweep;
  for (experiment::PointResult& result : sample.answer.measured.rows[0])
    result.values[1] = {20.0, {}, {}, verdict::Source::measured, ""};
  const auto charts = charts_of(sample.experiment, sample.answer);
  CHECK(charts[0].chart.series.size() == 1);  // what is counted is the same
  REQUIRE(charts[1].chart.series.size() == 2);
  CHECK(charts[1].chart.series[0].source == SeriesSource::modelled);
  CHECK(charts[1].chart.series[1].source == SeriesSource::measured);
  const auto numbers =
      numbers_of(sample.experiment, *sample.answer.here(), sample.answer.measured_here());
  CHECK(numbers[0].value == "32 sectors");
  CHECK(numbers[1].value == "20.0 us (measured); 18.0 us (14.4 us to 22.5 us, modelled)");
}

TEST_CASE("which GPU was modelled and which one measured is said") {
  Sample sample;
  sample.answer.gpu = "Tesla T4";
  const std::string modelled = "Counted by the simulator; times are modelled for Tesla T4";
  CHECK(sources_of(nullptr, "NVIDIA H200") == "Counted by the simulator");
  CHECK(sources_of(&sample.answer, "NVIDIA H200") == modelled);  // nothing was measured
  sample.answer.measured = sample.answer.sweep;
  CHECK(sources_of(&sample.answer, "NVIDIA H200") == modelled + " and measured on NVIDIA H200");
  CHECK(sources_of(&sample.answer, "") == modelled);
}

TEST_CASE("what was said is part of a sentence") {
  Sample sample;
  experiment::Predicted said;
  said.number = 32;
  CHECK(said_text(sample.experiment, number_prediction(), said) == "32 sectors");
  said.choice = 1;
  CHECK(said_text(sample.experiment, choice_prediction(), said) == "It stays the same");
  said.order = {1, 2, 0};
  CHECK(said_text(sample.experiment, order_prediction(), said) == "s = 1, then s = 2, then s = 4");
}

TEST_CASE("a line to compare with stands in the chart that it names, when its value is known") {
  Sample sample;
  experiment::Line line;
  line.name = "one a thread";
  line.chart = sample.experiment.series[0].chart;
  sample.experiment.lines = {line, line};
  sample.experiment.lines[1].name = "as timed";
  CHECK(charts_of(sample.experiment, sample.answer)[0].chart.lines.empty());  // not known yet
  sample.answer.sweep.lines.resize(2);
  sample.answer.sweep.lines[0].value = 32;
  auto charts = charts_of(sample.experiment, sample.answer);
  REQUIRE(charts[0].chart.lines.size() == 1);
  CHECK(charts[0].chart.lines[0].name == "one a thread");
  CHECK(charts[0].chart.lines[0].y == 32);
  CHECK(charts[1].chart.lines.empty());
  // What a GPU measured stands beside it.
  sample.answer.sweep.lines[1].value = 5;
  sample.answer.measured.lines = sample.answer.sweep.lines;
  sample.answer.measured.lines[1].value = 6;
  sample.answer.measured.lines[1].source = verdict::Source::measured;
  charts = charts_of(sample.experiment, sample.answer);
  REQUIRE(charts[0].chart.lines.size() == 3);
  CHECK(charts[0].chart.lines[2].name == "as timed, measured");
  CHECK(charts[0].chart.lines[2].y == 6);
  // The empty chart for a prediction has none of them: they may give the answer away.
  const auto empty =
      hand_chart(sample.experiment, sample.experiment.predictions[1], &sample.answer);
  REQUIRE(empty);
  CHECK(empty->lines.empty());
}
