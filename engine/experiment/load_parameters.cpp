// [[parameter]]: what a student can move, and "sweep" and "curves": what is drawn against it.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/spelling.hpp"
#include "experiment/load_parts.hpp"

namespace warplab::experiment {
namespace {

enum class ValueKind : uint8_t { number, text, table };

std::optional<ValueKind> kind_of_value(const toml::node& node) {
  if (node.is_integer()) return ValueKind::number;
  if (node.is_string()) return ValueKind::text;
  if (node.is_table()) return ValueKind::table;
  return std::nullopt;
}

// { label = "32 x 8", width = 32, height = 8 }
ParameterValue read_named_value(const TomlTable& value) {
  ParameterValue read;
  read.label = value.required_text("label", "32 x 8");
  for (const std::string& key : value.keys()) {
    if (key == "label" || !exercise::check_name(value, key)) continue;
    read.names[key] = value.whole(key).value_or(0);
  }
  if (read.names.empty() && !value.problems().any())
    value.problem("", "names nothing beside its label; expected a number such as \"width = 32\"");
  return read;
}

ParameterValue read_value(const TomlTable& table, const toml::node& node, ValueKind kind,
                          const Parameter& parameter) {
  ParameterValue value;
  const auto number = static_cast<int64_t>(parameter.values.size());
  switch (kind) {
    case ValueKind::number:
      value.names[parameter.name] = *node.value_exact<int64_t>();
      value.label = fmt::format("{}", value.names[parameter.name]);
      break;
    case ValueKind::text:
      value.label = *node.value_exact<std::string>();
      value.names[parameter.name] = number;
      break;
    case ValueKind::table:
      value =
          read_named_value(TomlTable(*node.as_table(), table.path_of("values"), table.problems()));
      value.names.emplace(parameter.name, number);
      break;
  }
  return value;
}

bool same_names(const ParameterValue& a, const ParameterValue& b) {
  return std::equal(a.names.begin(), a.names.end(), b.names.begin(), b.names.end(),
                    [](const auto& one, const auto& other) { return one.first == other.first; });
}

void check_beside_others(const TomlTable& table, const toml::node& node,
                         const Parameter& parameter) {
  const ParameterValue& added = parameter.values.back();
  const auto complain = [&](std::string_view why) {
    table.problems().add(node.source().begin.line, table.path_of("values"), why);
  };
  if (added.label.empty()) complain("has an empty text in it");
  for (size_t i = 0; i + 1 < parameter.values.size(); ++i)
    if (parameter.values[i].label == added.label)
      complain(fmt::format("has \"{}\" twice", added.label));
  if (!same_names(added, parameter.values.front()))
    complain("must name the same numbers in every value");
  if (!parameter.is_number || parameter.values.size() < 2) return;
  const size_t last = parameter.values.size() - 1;
  if (parameter.number(last) <= parameter.number(last - 1))
    complain(fmt::format("has {} behind {}; expected each number above the one before",
                         parameter.number(last), parameter.number(last - 1)));
}

void read_values(const TomlTable& table, Parameter& parameter) {
  constexpr const char* kExpected =
      "expected a list of whole numbers, of texts, or of tables such as "
      "{ label = \"32 x 8\", width = 32, height = 8 }";
  const toml::node* const node = table.node("values");
  const toml::array* const list = node ? node->as_array() : nullptr;
  if (!list || list->empty()) {
    table.problem("values", node ? kExpected : fmt::format("is missing; {}", kExpected));
    return;
  }
  if (list->size() > kMostValues) {
    table.problem("values", fmt::format("has {} entries; a parameter may have {}", list->size(),
                                        kMostValues));
    return;
  }
  const std::optional<ValueKind> kind = kind_of_value(*list->get(0));
  parameter.is_number = kind == ValueKind::number;
  for (const toml::node& value : *list) {
    if (!kind || kind_of_value(value) != kind) {
      table.problems().add(value.source().begin.line, table.path_of("values"),
                           fmt::format("{}, found {} in it", kExpected, exercise::kind_of(value)));
      return;
    }
    parameter.values.push_back(read_value(table, value, *kind, parameter));
    check_beside_others(table, value, parameter);
  }
}

// The value that a node of the file means: its label, or the number.
std::optional<size_t> read_start(const TomlTable& table, const Parameter& parameter) {
  const toml::node& node = *table.node("start");
  const auto number = node.value_exact<int64_t>();
  const auto text = node.value_exact<std::string>();
  const Result<size_t> found =
      value_named(parameter, number ? fmt::format("{}", *number) : text.value_or(""));
  if (found) return *found;
  table.problem("start", found.error());
  return std::nullopt;
}

// Every name means one thing.
void check_names_apart(const TomlTable& table, const std::vector<Parameter>& parameters) {
  if (parameters.back().values.empty()) return;
  for (size_t i = 0; i + 1 < parameters.size(); ++i) {
    if (parameters[i].values.empty()) continue;
    for (const auto& [name, value] : parameters.back().values.front().names)
      if (parameters[i].values.front().names.contains(name))
        table.problem("name", fmt::format("\"{}\" belongs to two parameters; expected names of "
                                          "their own",
                                          name));
  }
  for (const auto& [name, value] : parameters.back().values.front().names)
    if (std::find(std::begin(kTimedNames), std::end(kTimedNames), name) != std::end(kTimedNames))
      table.problem("name", fmt::format("\"{}\" is a name that series use already; expected "
                                        "another one",
                                        name));
}

}  // namespace

Result<size_t> value_named(const Parameter& parameter, std::string_view text) {
  std::vector<std::string_view> labels;
  for (size_t i = 0; i < parameter.values.size(); ++i) {
    if (parameter.values[i].label == text) return i;
    labels.push_back(parameter.values[i].label);
  }
  // Every digit is near every other one; a number that is not there is not misspelt.
  const std::string meant =
      parameter.is_number ? std::string() : exercise::did_you_mean(text, labels);
  return Error{fmt::format(
      "\"{}\" is no value of \"{}\"{}", text, parameter.name,
      meant.empty() ? fmt::format("; there are {}", exercise::quoted_list(labels)) : meant)};
}

std::vector<Parameter> read_parameters(const TomlTable& root) {
  std::vector<Parameter> parameters;
  for (const TomlTable& table : root.tables("parameter")) {
    table.allow_only({"name", "title", "unit", "values", "start"});
    Parameter& parameter = parameters.emplace_back();
    parameter.name = table.required_text("name", "s");
    if (!parameter.name.empty() && !exercise::is_identifier(parameter.name))
      table.problem("name", fmt::format("\"{}\" is not a name; expected letters, digits and _",
                                        parameter.name));
    parameter.title = table.text("title", parameter.name);
    parameter.unit = table.text("unit");
    read_values(table, parameter);
    if (table.has("start") && !parameter.values.empty())
      parameter.start = read_start(table, parameter).value_or(0);
    check_names_apart(table, parameters);
  }
  if (parameters.size() > kMostParameters)
    root.problem("parameter", fmt::format("there are {} parameters; an experiment may have {}",
                                          parameters.size(), kMostParameters));
  return parameters;
}

void read_sweep(const TomlTable& root, Experiment& experiment) {
  std::vector<std::string_view> known;
  for (const Parameter& parameter : experiment.parameters) known.push_back(parameter.name);
  const auto read = [&](std::string_view key) -> std::optional<size_t> {
    if (!root.has(key)) return std::nullopt;
    const std::string name = root.text(key);
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) return static_cast<size_t>(found - known.begin());
    const std::string meant = exercise::did_you_mean(name, known);
    root.problem(
        key, fmt::format("\"{}\" is no parameter{}", name,
                         meant.empty() ? fmt::format("; there are {}", exercise::quoted_list(known))
                                       : meant));
    return std::nullopt;
  };
  experiment.swept = read("sweep");
  experiment.curves = read("curves");
  if (experiment.curves && !experiment.swept)
    root.problem("curves", "stands without \"sweep\", the parameter on the horizontal axis");
  else if (experiment.curves && experiment.curves == experiment.swept)
    root.problem("curves", "is the parameter of \"sweep\", too; expected another one");
}

}  // namespace warplab::experiment
