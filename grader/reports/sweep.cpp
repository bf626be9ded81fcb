#include "reports/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/printable.hpp"
#include "data/number_text.hpp"

namespace warplab::grader {
namespace {

using experiment::Experiment;
using experiment::PointResult;
using experiment::Series;
using experiment::SeriesKind;
using experiment::SeriesValue;
using experiment::Sweep;
using Rows = std::vector<std::vector<std::string>>;

std::string figure(const SeriesValue& value) {
  if (!value.value) return "-";
  const double number = *value.value;
  if (number == 0 || number == std::round(number)) return data::number_text(number);
  // Four digits tell neighbours of a sweep apart.
  const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 3);
  return data::number_text(std::round(number / unit) * unit);
}

std::string title_of(const Series& series) {
  return series.unit.empty() ? series.title : fmt::format("{}, {}", series.title, series.unit);
}

// A parameter that stands still is said once, above the table.
std::vector<size_t> shown_parameters(const Experiment& experiment) {
  std::vector<size_t> shown;
  if (experiment.curves) shown.push_back(*experiment.curves);
  if (experiment.swept) shown.push_back(*experiment.swept);
  return shown;
}

Rows table_of(const Experiment& experiment, const Sweep& sweep) {
  Rows rows(1);
  const bool has_times = experiment.has_times();
  for (const size_t parameter : shown_parameters(experiment))
    rows[0].push_back(experiment.parameters[parameter].title);
  for (const Series& series : experiment.series) rows[0].push_back(title_of(series));
  if (has_times) rows[0].insert(rows[0].end(), {"Limited by", "Occupancy limited by"});
  for (const std::vector<PointResult>& curve : sweep.rows)
    for (const PointResult& point : curve) {
      std::vector<std::string>& row = rows.emplace_back();
      for (const size_t parameter : shown_parameters(experiment))
        row.push_back(experiment.parameters[parameter].values[point.point[parameter]].label);
      for (const SeriesValue& value : point.values) row.push_back(figure(value));
      if (!has_times) continue;
      const bool possible = point.model && point.model->possible;
      row.emplace_back(possible ? model::name_of(point.model->limiter) : "-");
      row.emplace_back(point.model ? model::name_of(point.model->occupancy.limit) : "-");
    }
  return rows;
}

// "the memory's peak: 100 %", below the table.
std::string lines_text(const Experiment& experiment, const Sweep& sweep) {
  std::string text;
  for (size_t i = 0; i < experiment.lines.size() && i < sweep.lines.size(); ++i) {
    const experiment::Line& line = experiment.lines[i];
    const auto on_its_axis = std::ranges::find(experiment.series, line.chart, &Series::chart);
    const std::string unit = on_its_axis == experiment.series.end() ? "" : on_its_axis->unit;
    text += fmt::format("{}: {}{}\n", printable(line.name), figure(sweep.lines[i]),
                        unit.empty() ? "" : " " + printable(unit));
  }
  return text;
}

// Where the times of the table come from, and why others are missing; each said once.
std::string remarks(const Experiment& experiment, const Sweep& sweep) {
  std::set<std::string> said;
  for (const std::vector<PointResult>& curve : sweep.rows)
    for (const PointResult& point : curve)
      for (size_t i = 0; i < point.values.size(); ++i) {
        const SeriesValue& value = point.values[i];
        if (!value.why_not.empty()) said.insert(value.why_not);
        else if (experiment.series[i].kind == SeriesKind::timed && point.model &&
                 value.source == verdict::Source::modelled)
          said.insert(fmt::format("Times are modelled, for a {}.", point.model->gpu));
      }
  std::string text;
  for (const std::string& sentence : said) text += printable(sentence) + "\n";
  return text;
}

}  // namespace

std::string sweep_text(const Experiment& experiment, const Sweep& sweep, const TextStyle&) {
  const Rows rows = table_of(experiment, sweep);
  std::vector<size_t> widths(rows[0].size());
  for (const std::vector<std::string>& row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], printable(row[i]).size());
  std::string text = fmt::format("{} ({})\n", printable(experiment.title), experiment.slug);
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i)
      line += fmt::format("{}{:<{}}", i == 0 ? "" : "  ", printable(row[i]), widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text + lines_text(experiment, sweep) + remarks(experiment, sweep);
}

namespace {

using Json = nlohmann::ordered_json;

Json value_json(const SeriesValue& value) {
  const auto or_null = [](const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
  };
  return {{"value", or_null(value.value)},
          {"low", or_null(value.low)},
          {"high", or_null(value.high)},
          {"source", verdict::name_of(value.source)},
          {"why_not", value.why_not}};
}

}  // namespace

std::string sweep_json(const Experiment& experiment, const Sweep& sweep, const TextStyle&) {
  Json series = Json::array(), points = Json::array(), lines = Json::array();
  for (const Series& one : experiment.series)
    series.push_back({{"name", one.name}, {"title", one.title}, {"unit", one.unit}});
  for (size_t i = 0; i < experiment.lines.size() && i < sweep.lines.size(); ++i) {
    Json line = {{"name", experiment.lines[i].name}, {"chart", experiment.lines[i].chart}};
    line.update(value_json(sweep.lines[i]));
    lines.push_back(std::move(line));
  }
  for (const std::vector<PointResult>& curve : sweep.rows)
    for (const PointResult& point : curve) {
      Json at = Json::object(), values = Json::object();
      for (size_t i = 0; i < experiment.parameters.size(); ++i)
        at[experiment.parameters[i].name] = experiment.parameters[i].values[point.point[i]].label;
      for (size_t i = 0; i < point.values.size(); ++i)
        values[experiment.series[i].name] = value_json(point.values[i]);
      Json entry = {{"at", std::move(at)}, {"values", std::move(values)}};
      if (point.model) {
        entry["gpu"] = point.model->gpu;
        entry["limiter"] = model::key_of(point.model->limiter);
        entry["occupancy"] = {{"fraction", point.model->occupancy.fraction},
                              {"limit", model::name_of(point.model->occupancy.limit)}};
      }
      points.push_back(std::move(entry));
    }
  const Json json = {{"schema", 1},
                     {"experiment", experiment.slug},
                     {"title", experiment.title},
                     {"series", std::move(series)},
                     {"lines", std::move(lines)},
                     {"points", std::move(points)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::string sweep_csv(const Experiment& experiment, const Sweep& sweep) {
  const auto quoted = [](std::string text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    for (size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2))
      text.insert(at, 1, '"');
    return '"' + text + '"';
  };
  std::string text;
  for (const experiment::Parameter& parameter : experiment.parameters)
    text += quoted(parameter.name) + ",";
  for (size_t i = 0; i < experiment.series.size(); ++i)
    text += (i == 0 ? "" : ",") + quoted(experiment.series[i].name);
  text += "\n";
  for (const std::vector<PointResult>& curve : sweep.rows)
    for (const PointResult& point : curve) {
      for (size_t i = 0; i < experiment.parameters.size(); ++i)
        text += quoted(experiment.parameters[i].values[point.point[i]].label) + ",";
      for (size_t i = 0; i < point.values.size(); ++i)
        text += (i == 0 ? "" : ",") +
                (point.values[i].value ? fmt::format("{}", *point.values[i].value) : "");
      text += "\n";
    }
  return text;
}

std::string predictions_text(const Experiment& experiment,
                             const std::vector<JudgedPrediction>& judged) {
  std::string text = fmt::format("{} ({})\n", printable(experiment.title), experiment.slug);
  for (const JudgedPrediction& one : judged)
    text += fmt::format("  {:<8}  {}: {}\n", name_of(one.outcome), printable(one.name),
                        printable(one.question));
  return text;
}

std::string predictions_json(const Experiment& experiment,
                             const std::vector<JudgedPrediction>& judged) {
  Json list = Json::array();
  for (const JudgedPrediction& one : judged)
    list.push_back(
        {{"name", one.name}, {"question", one.question}, {"outcome", name_of(one.outcome)}});
  const Json json = {
      {"schema", 1}, {"experiment", experiment.slug}, {"predictions", std::move(list)}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::grader
