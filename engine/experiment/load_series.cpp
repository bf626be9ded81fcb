// [[series]]: the numbers that are shown, and [[line]]: those that they are compared with.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/spelling.hpp"
#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

bool is_timed_name(std::string_view name) {
  return std::find(std::begin(kTimedNames), std::end(kTimedNames), name) != std::end(kTimedNames);
}

// -1 where the file names none.
int read_launch_name(const TomlTable& table, const Experiment& experiment) {
  if (!table.has("launch")) return -1;
  const std::string name = table.text("launch");
  std::vector<std::string_view> known;
  for (size_t i = 0; i < experiment.rig.launches.size(); ++i) {
    known.push_back(experiment.rig.launches[i].name);
    if (known.back() == name) return static_cast<int>(i);
  }
  table.problem("launch", fmt::format("\"{}\" is no launch; there are {}", name,
                                      exercise::quoted_list(known)));
  return -1;
}

// A time is taken at the size for a GPU, and counters at another.
void check_kind(const TomlTable& table, const exercise::MetricExpression& expression,
                const Experiment& experiment, Metric& metric) {
  if (expression.uses_reference())
    table.problem("metric", "names the reference's counters; an experiment has no reference");
  for (const std::string& name : expression.names())
    if (is_timed_name(name)) metric.kind = SeriesKind::timed;
  if (metric.kind == SeriesKind::timed && expression.measures())
    table.problem("metric",
                  "names a counter beside a time; a time is taken at another size, so expected "
                  "amounts that the sizes imply, such as \"a.bytes / time_ns\"");
  if (metric.kind == SeriesKind::counted && !expression.measures())
    table.problem("metric", fmt::format("\"{}\" names neither a counter nor a time, so there is "
                                        "nothing to show",
                                        expression.text()));
  if (!experiment.has_launches())
    table.problem("metric", "belongs to an experiment with a [[launch]]");
}

Series::Shown read_shown(const TomlTable& table) {
  const std::string shown = table.text("shown", "chart");
  if (shown != "chart" && shown != "table")
    table.problem("shown", fmt::format("is \"{}\"; expected \"chart\" or \"table\"", shown));
  return shown == "table" ? Series::Shown::table : Series::Shown::chart;
}

void read_axis(const TomlTable& table, Series& series) {
  series.low = table.number("low");
  series.high = table.number("high");
  if (series.low && series.high && *series.low >= *series.high)
    table.problem("high", fmt::format("is {:g}; expected a number above low, which is {:g}",
                                      *series.high, *series.low));
  series.logarithmic = table.flag("logarithmic", false);
  if (series.logarithmic && series.low && *series.low <= 0)
    table.problem("low", "is not above 0, where a logarithmic axis has no place");
}

// A chart has the name that its series give it; where there is one, it need not be said.
std::string read_chart(const TomlTable& table, const Experiment& experiment) {
  std::vector<std::string_view> known;
  for (const Series& series : experiment.series)
    if (std::find(known.begin(), known.end(), series.chart) == known.end())
      known.push_back(series.chart);
  if (!table.has("chart") && known.size() == 1) return std::string(known.front());
  const std::string chart = table.required_text("chart", known.empty() ? "" : known.front());
  if (!chart.empty() && std::find(known.begin(), known.end(), chart) == known.end())
    table.problem("chart", fmt::format("\"{}\" is no chart; there are {}", chart,
                                       exercise::quoted_list(known)));
  return chart;
}

Line read_line(const TomlTable& table, const Experiment& experiment) {
  table.allow_only({"name", "chart", "value", "metric", "launch", "at"});
  Line line;
  line.name = table.required_text("name", "the memory's peak");
  line.chart = read_chart(table, experiment);
  line.value = table.number("value");
  if (table.has("value") == table.has("metric")) {
    table.problem("value", table.has("value")
                               ? "stands beside \"metric\"; expected one or the other"
                               : "is missing; expected a number, or a \"metric\"");
    return line;
  }
  if (table.has("value")) {
    for (const char* key : {"at", "launch"})
      if (table.has(key)) table.problem(key, "belongs to a \"metric\"");
    return line;
  }
  if (auto metric = read_series_or_metric(table, experiment)) {
    line.metric = std::move(metric->expression);
    line.kind = metric->kind;
    line.launch = metric->launch;
  }
  if (table.has("at")) line.at = read_point(table, "at", experiment);
  return line;
}

}  // namespace

std::optional<Metric> read_series_or_metric(const TomlTable& table, const Experiment& experiment) {
  const Series* const series = experiment.series_named(table.text("metric"));
  if (!series) return read_metric(table, experiment);
  if (table.has("launch")) table.problem("launch", "stands beside a series, which has its own");
  Metric metric;
  metric.expression = series->metric;
  metric.kind = series->kind;
  metric.launch = series->launch;
  return metric;
}

std::optional<Metric> read_metric(const TomlTable& table, const Experiment& experiment) {
  const std::string text =
      table.required_text("metric", "global.load.sectors / global.load.requests");
  if (text.empty()) return std::nullopt;
  Metric metric;
  metric.launch = read_launch_name(table, experiment);
  exercise::MetricScope scope = exercise::metric_scope_of(experiment.rig);
  for (const std::string_view name : kTimedNames) scope.values.emplace_back(name);
  Result<exercise::MetricExpression> parsed = exercise::MetricExpression::parse(text, scope);
  if (!parsed) {
    table.problem("metric", parsed.error());
    return std::nullopt;
  }
  check_kind(table, *parsed, experiment, metric);
  metric.expression = std::move(*parsed);
  return metric;
}

std::vector<Series> read_series(const TomlTable& root, const Experiment& experiment) {
  std::vector<Series> all;
  for (const TomlTable& table : root.tables("series")) {
    table.allow_only({"name", "title", "unit", "metric", "launch", "shown", "chart", "low", "high",
                      "logarithmic"});
    Series series;
    series.name = table.required_text("name", "sectors");
    for (const Series& other : all)
      if (other.name == series.name)
        table.problem("name", fmt::format("\"{}\" names two series; expected names of their own",
                                          series.name));
    series.title = table.text("title", series.name);
    series.unit = table.text("unit");
    if (auto metric = read_metric(table, experiment)) {
      series.metric = std::move(metric->expression);
      series.kind = metric->kind;
      series.launch = metric->launch;
    }
    series.shown = read_shown(table);
    series.chart = table.text("chart", series.name);
    read_axis(table, series);
    all.push_back(std::move(series));
  }
  if (all.size() > kMostSeries)
    root.problem("series", fmt::format("there are {} series; an experiment may have {}", all.size(),
                                       kMostSeries));
  return all;
}

std::vector<Line> read_lines(const TomlTable& root, const Experiment& experiment) {
  std::vector<Line> lines;
  for (const TomlTable& table : root.tables("line")) lines.push_back(read_line(table, experiment));
  if (lines.size() > kMostLines)
    root.problem("line", fmt::format("there are {} lines; an experiment may have {}", lines.size(),
                                     kMostLines));
  return lines;
}

std::optional<size_t> read_series_name(const TomlTable& table, std::string_view key,
                                       const Experiment& experiment) {
  const std::string name = table.required_text(key, "sectors");
  std::vector<std::string_view> known;
  for (size_t i = 0; i < experiment.series.size(); ++i) {
    known.push_back(experiment.series[i].name);
    if (known.back() == name) return i;
  }
  if (name.empty()) return std::nullopt;
  const std::string meant = exercise::did_you_mean(name, known);
  table.problem(
      key, fmt::format("\"{}\" is no series{}", name,
                       meant.empty() ? fmt::format("; there are {}", exercise::quoted_list(known))
                                     : meant));
  return std::nullopt;
}

}  // namespace warplab::experiment
