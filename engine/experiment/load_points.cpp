// Points in experiment.toml: { s = 8 }, { s = [8, 16, 32] }, or a list of such tables.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/spelling.hpp"
#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

// More than a person would want to read, less than takes long to run.
constexpr size_t kMostPoints = 256;

constexpr const char* kExpected =
    "expected a table such as { s = 8 } or { s = [8, 16] }, or a list of them";

std::optional<size_t> read_value(const TomlTable& table, std::string_view key,
                                 const toml::node& node, const Parameter& parameter) {
  const auto number = node.value_exact<int64_t>();
  const auto text = node.value_exact<std::string>();
  if (number || text) {
    const Result<size_t> found =
        value_named(parameter, number ? fmt::format("{}", *number) : *text);
    if (found) return *found;
    table.problems().add(node.source().begin.line, table.path_of(key), found.error());
    return std::nullopt;
  }
  table.problems().add(node.source().begin.line, table.path_of(key),
                       fmt::format("expected a value of \"{}\", or a list of them, found {}",
                                   parameter.name, exercise::kind_of(node)));
  return std::nullopt;
}

// The values that one table gives to one parameter.
std::vector<size_t> read_values(const TomlTable& table, const std::string& key,
                                const Parameter& parameter) {
  std::vector<size_t> values;
  const auto add = [&](const toml::node& node) {
    if (const auto value = read_value(table, key, node, parameter)) values.push_back(*value);
  };
  const toml::node& node = *table.node(key);
  if (const toml::array* const list = node.as_array())
    for (const toml::node& one : *list) add(one);
  else add(node);
  return values;
}

void append_points(const TomlTable& table, const Experiment& experiment,
                   std::vector<Point>& points) {
  std::vector<std::string_view> known;
  for (const Parameter& parameter : experiment.parameters) known.push_back(parameter.name);
  table.allow_only(known);
  std::vector<Point> made = {start_of(experiment)};
  for (size_t i = 0; i < experiment.parameters.size(); ++i) {
    const Parameter& parameter = experiment.parameters[i];
    if (!table.has(parameter.name)) continue;
    std::vector<Point> longer;
    for (const size_t value : read_values(table, parameter.name, parameter))
      for (Point point : made) {
        point[i] = value;
        longer.push_back(std::move(point));
        if (longer.size() + points.size() > kMostPoints) break;
      }
    made = std::move(longer);
  }
  points.insert(points.end(), made.begin(), made.end());
}

}  // namespace

std::vector<Point> read_points(const TomlTable& table, std::string_view key,
                               const Experiment& experiment) {
  std::vector<Point> points;
  const toml::node* const node = table.node(key);
  if (!node) return points;
  const auto read = [&](const toml::node& one) {
    const toml::table* const inner = one.as_table();
    if (inner)
      append_points(TomlTable(*inner, table.path_of(key), table.problems()), experiment, points);
    else
      table.problems().add(one.source().begin.line, table.path_of(key),
                           fmt::format("{}, found {}", kExpected, exercise::kind_of(one)));
  };
  if (const toml::array* const list = node->as_array())
    for (const toml::node& one : *list) read(one);
  else read(*node);
  if (points.size() > kMostPoints)
    table.problem(key, fmt::format("has more than {} points", kMostPoints));
  else if (points.empty() && !table.problems().any())
    table.problem(key, fmt::format("is empty; {}", kExpected));
  return points;
}

Point read_point(const TomlTable& table, std::string_view key, const Experiment& experiment) {
  if (!table.has(key)) return start_of(experiment);
  std::vector<Point> points = read_points(table, key, experiment);
  if (points.size() > 1)
    table.problem(key, fmt::format("has {} points; expected one", points.size()));
  return points.empty() ? start_of(experiment) : points.front();
}

}  // namespace warplab::experiment
