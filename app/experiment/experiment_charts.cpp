#include "experiment/experiment_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warplab::app {
namespace {

using experiment::Experiment;
using experiment::Point;
using experiment::PointResult;
using experiment::Prediction;
using experiment::SeriesValue;

// Parameters that grow by such factors are seen best on a logarithmic axis.
constexpr double kGrowingFactor = 1.5, kGrowsInAll = 16;
// How much higher than the answer an axis without an author's end is, before it is rounded up.
constexpr double kGenerous = 1.6;
// How often the first point's height fits below the end of the axis, where the shape counts.
constexpr double kRoomAboveFirst = 8;

SeriesSource source_of(verdict::Source source) {
  switch (source) {
    case verdict::Source::counted: return SeriesSource::counted;
    case verdict::Source::measured: return SeriesSource::measured;
    case verdict::Source::modelled: return SeriesSource::modelled;
  }
  return SeriesSource::counted;
}

bool grows_by_factors(const experiment::Parameter& parameter) {
  const size_t count = parameter.values.size();
  if (!parameter.is_number || count < 3 || parameter.number(0) <= 0) return false;
  for (size_t i = 1; i < count; ++i)
    if (static_cast<double>(parameter.number(i)) <
        kGrowingFactor * static_cast<double>(parameter.number(i - 1)))
      return false;
  return static_cast<double>(parameter.number(count - 1)) >=
         kGrowsInAll * static_cast<double>(parameter.number(0));
}

void set_x_axis(Chart& chart, const Experiment& experiment) {
  if (!experiment.swept) return;
  const experiment::Parameter& swept = experiment.parameters[*experiment.swept];
  chart.x.label = swept.title;
  chart.x.unit = swept.unit;
  chart.x.logarithmic = grows_by_factors(swept);
  if (swept.is_number) return;
  for (const experiment::ParameterValue& value : swept.values)
    chart.categories.push_back(value.label);
}

double place_of(const Experiment& experiment, const Point& point) {
  if (!experiment.swept) return 0;
  const size_t swept = *experiment.swept, value = point[swept];
  const experiment::Parameter& parameter = experiment.parameters[swept];
  return static_cast<double>(parameter.is_number ? parameter.number(value)
                                                 : static_cast<int64_t>(value));
}

// `measured`: only what a GPU measured; other numbers of such a sweep are known already.
ChartSeries series_of_row(const Experiment& experiment, const std::vector<PointResult>& row,
                          size_t index, bool measured) {
  ChartSeries series;
  for (const PointResult& result : row) {
    const SeriesValue& value = result.values.at(index);
    if (!value.value || (measured && value.source != verdict::Source::measured)) continue;
    series.source = source_of(value.source);
    series.points.push_back({place_of(experiment, result.point), *value.value,
                             value.low.value_or(0), value.high.value_or(0)});
  }
  return series;
}

std::string name_of_row(const Experiment& experiment, size_t row) {
  return experiment.curves ? experiment.parameters[*experiment.curves].values[row].label
                           : std::string();
}

// One curve for each row, of the numbers that come from `sweep`.
void add_series(ExperimentChart& to, const Experiment& experiment, const experiment::Sweep& sweep,
                size_t index, bool measured) {
  const experiment::Series& shown = experiment.series[index];
  const auto sharing =
      std::count_if(experiment.series.begin(), experiment.series.end(),
                    [&](const experiment::Series& other) { return other.chart == shown.chart; });
  for (size_t row = 0; row < sweep.rows.size(); ++row) {
    ChartSeries series = series_of_row(experiment, sweep.rows[row], index, measured);
    const std::string curve = name_of_row(experiment, row);
    series.name = curve.empty() ? shown.title
                  : sharing > 1 ? fmt::format("{}, {}", shown.title, curve)
                                : curve;
    if (!series.points.empty()) to.chart.series.push_back(std::move(series));
  }
}

ExperimentChart chart_for(const Experiment& experiment, const experiment::Series& first) {
  ExperimentChart made;
  made.title = first.chart == first.name ? first.title : first.chart;
  set_x_axis(made.chart, experiment);
  made.chart.y.label = made.title;
  made.chart.y.unit = first.unit;
  made.chart.y.logarithmic = first.logarithmic;
  made.chart.y.from = first.low;
  made.chart.y.to = first.high;
  made.as_table = first.shown == experiment::Series::Shown::table;
  return made;
}

// What is known of the lines on this axis. One that a GPU measured stands beside the modelled one.
void add_lines(Chart& to, const Experiment& experiment, const std::string& axis,
               const ExperimentAnswer& answer) {
  for (size_t i = 0; i < experiment.lines.size(); ++i) {
    const experiment::Line& line = experiment.lines[i];
    if (line.chart != axis) continue;
    if (i < answer.sweep.lines.size())
      if (const auto value = answer.sweep.lines[i].value) to.lines.push_back({line.name, *value});
    if (i >= answer.measured.lines.size()) continue;
    const SeriesValue& here = answer.measured.lines[i];
    if (here.value && here.source == verdict::Source::measured)
      to.lines.push_back({line.name + ", measured", *here.value});
  }
}

// 1, 2 or 5 times a power of ten.
double round_up(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= value) return factor * decade;
  return 10 * decade;
}

const experiment::Answer* answer_to(const Experiment& experiment, const Prediction& prediction,
                                    const ExperimentAnswer* answer) {
  if (answer == nullptr) return nullptr;
  const auto index = static_cast<size_t>(&prediction - experiment.predictions.data());
  return index < answer->answers.size() ? &answer->answers[index] : nullptr;
}

}  // namespace

std::vector<ExperimentChart> charts_of(const Experiment& experiment,
                                       const ExperimentAnswer& answer) {
  std::vector<ExperimentChart> charts;
  std::vector<std::string> axes;
  for (size_t i = 0; i < experiment.series.size(); ++i) {
    const experiment::Series& series = experiment.series[i];
    auto at = std::find(axes.begin(), axes.end(), series.chart);
    if (at == axes.end()) {
      axes.push_back(series.chart);
      charts.push_back(chart_for(experiment, series));
      add_lines(charts.back().chart, experiment, series.chart, answer);
      at = axes.end() - 1;
    }
    ExperimentChart& chart = charts[static_cast<size_t>(at - axes.begin())];
    chart.series.push_back(i);
    add_series(chart, experiment, answer.sweep, i, false);
    // What was measured stands beside what is modelled.
    add_series(chart, experiment, answer.measured, i, true);
    if (experiment.swept) chart.chart.here = place_of(experiment, answer.around);
    // Nothing is swept: one place, named as the point is.
    if (!experiment.swept && answer.here() != nullptr)
      chart.chart.categories = {answer.here()->where};
  }
  return charts;
}

std::string sources_of(const ExperimentAnswer* answer, const std::string& gpu_here) {
  std::string text = "Counted by the simulator";
  if (!answer || answer->gpu.empty()) return text;
  text += "; times are modelled for " + answer->gpu;
  if (!gpu_here.empty() && answer->measured_here()) text += " and measured on " + gpu_here;
  return text;
}

std::vector<NumberHere> numbers_of(const Experiment& experiment, const PointResult& result,
                                   const PointResult* measured) {
  const auto text_of = [](const SeriesValue& value, const experiment::Series& series) {
    return point_text({0, *value.value, value.low.value_or(0), value.high.value_or(0)},
                      source_of(value.source), series.unit);
  };
  std::vector<NumberHere> numbers;
  for (size_t i = 0; i < experiment.series.size() && i < result.values.size(); ++i) {
    const experiment::Series& series = experiment.series[i];
    const SeriesValue& value = result.values[i];
    NumberHere& number = numbers.emplace_back();
    number.title = series.title;
    number.is_known = value.value.has_value();
    number.value = value.value ? text_of(value, series) : value.why_not;
    if (!measured || measured->values[i].source != verdict::Source::measured) continue;
    const SeriesValue& here = measured->values[i];
    number.value =
        fmt::format("{}; {}", here.value ? text_of(here, series) : here.why_not, number.value);
    number.is_known |= here.value.has_value();
  }
  return numbers;
}

std::optional<double> given_first(const Experiment& experiment, const Prediction& prediction,
                                  const ExperimentAnswer* answer) {
  const experiment::Answer* const right = answer_to(experiment, prediction, answer);
  if (!prediction.by_shape || right == nullptr || right->right.curve.empty()) return std::nullopt;
  return right->right.curve.front();
}

std::optional<Chart> hand_chart(const Experiment& experiment, const Prediction& prediction,
                                const ExperimentAnswer* answer) {
  const experiment::Series& series = experiment.series[prediction.series];
  Chart chart = chart_for(experiment, series).chart;
  if (chart.y.from && chart.y.to) return chart;
  const experiment::Answer* right = answer_to(experiment, prediction, answer);
  // Of a shape the first point is what is known, and so many times that is room for what grows. How
  // high the rest is the axis does not say.
  if (prediction.by_shape) {
    const std::optional<double> first = given_first(experiment, prediction, answer);
    if (!first) return std::nullopt;
    chart.y.from = 0.0;
    chart.y.to = *first * kRoomAboveFirst;
    return chart;
  }
  double most = 0, least = INFINITY;
  if (right != nullptr)
    for (const double value : right->right.curve) {
      most = std::max(most, value);
      if (value > 0) least = std::min(least, value);
    }
  if (!chart.y.to && most <= 0) return std::nullopt;
  if (!chart.y.to) chart.y.to = round_up(most * kGenerous);
  if (!chart.y.from) {
    const bool is_known = chart.y.logarithmic && std::isfinite(least);
    if (chart.y.logarithmic && !is_known) return std::nullopt;
    chart.y.from = is_known ? std::pow(10, std::floor(std::log10(least / kGenerous))) : 0.0;
  }
  return chart;
}

std::vector<double> places_of_curve(const Experiment& experiment, const Prediction& prediction) {
  std::vector<double> places;
  for (const Point& point : experiment::points_of_curve(experiment, prediction))
    places.push_back(place_of(experiment, point));
  return places;
}

void lay_over(ExperimentChart& chart, const Experiment& experiment, const Prediction& prediction,
              const experiment::Predicted& said) {
  if (prediction.kind != Prediction::Kind::curve ||
      std::find(chart.series.begin(), chart.series.end(), prediction.series) == chart.series.end())
    return;
  HandCurve curve = empty_curve(places_of_curve(experiment, prediction));
  for (size_t i = 0; i < curve.x.size() && i < said.curve.size(); ++i)
    if (std::isfinite(said.curve[i])) curve.y[i] = said.curve[i];
  chart.chart.series.push_back(series_of(curve, "your prediction"));
}

std::string said_text(const Experiment& experiment, const Prediction& prediction,
                      const experiment::Predicted& said) {
  std::string text;
  switch (prediction.kind) {
    case Prediction::Kind::number:
      return value_text(said.number, experiment.series[prediction.series].unit);
    case Prediction::Kind::choice:
      // A sentence, and here a part of another one.
      if (said.choice < prediction.options.size()) text = prediction.options[said.choice];
      if (text.ends_with('.')) text.pop_back();
      return text;
    case Prediction::Kind::order:
      for (const size_t place : said.order)
        if (place < prediction.options.size())
          text += fmt::format("{}{}", text.empty() ? "" : ", then ", prediction.options[place]);
      return text;
    case Prediction::Kind::curve: return "a curve, drawn into the chart";
  }
  return text;
}

std::optional<double> number_in(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (c != ' ') digits += c;
  double number = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != end || !std::isfinite(number))
    return std::nullopt;
  return number;
}

}  // namespace warplab::app
