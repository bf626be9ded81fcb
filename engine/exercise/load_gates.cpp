// [[gate]], [[view]] and starter_fails: what is judged, and what is shown.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

// A score is a fraction of all points; beyond some 1e15 a point more would not change their sum.
constexpr double kMostPoints = 1e6;

constexpr std::string_view kPlaceholders[] = {"value", "ideal", "limit", "line"};

// "in_bounds" -> "in bounds": the name of a built-in gate that gives itself none.
std::string plain_name(std::string_view metric) {
  std::string name(metric);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// Notes a {word} that nothing would be filled in for.
void check_placeholders(const TomlTable& table, const Gate& gate) {
  const std::string& text = gate.message;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') continue;
    const size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      table.problem("message", fmt::format("has a \"{}\" without its partner", text[i]));
      return;
    }
    const std::string word = text.substr(i + 1, end - i - 1);
    if (std::find(std::begin(kPlaceholders), std::end(kPlaceholders), word) ==
        std::end(kPlaceholders)) {
      table.problem("message",
                    fmt::format("has {{{}}}, which nothing is filled in for; there are {{value}}, "
                                "{{ideal}}, {{limit}} and {{line}}",
                                word));
      return;
    }
    if (word == "ideal" && !gate.ideal) {
      table.problem("message", "has {ideal}, but the gate has no \"ideal\"");
    }
    i = end;
  }
}

void read_metric(const TomlTable& table, Gate& gate) {
  gate.metric = table.required_text("metric", "global.load.sectors / global.load.requests");
  if (gate.metric.empty() || is_built_in_gate(gate.metric) || gate.is_timed()) return;
  Result<MetricExpression> parsed = MetricExpression::parse(gate.metric);
  if (!parsed) {
    // One word without a dot is more likely a misspelt built-in than a misspelt counter.
    const std::string_view meant =
        is_identifier(gate.metric) ? nearest_word(gate.metric, kBuiltInGates) : std::string_view{};
    table.problem("metric", meant.empty() ? parsed.error()
                                          : fmt::format("\"{}\" is no gate; did you mean \"{}\"?",
                                                        gate.metric, meant));
    return;
  }
  if (parsed->counters().empty()) {
    table.problem("metric", fmt::format("\"{}\" names no counter, so there is nothing to measure",
                                        gate.metric));
  }
  gate.expression = std::move(*parsed);
}

// A time has one limit, and the GPU that it was set for; a fraction is the same for every GPU.
void read_timing(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  if (!gate.is_timed()) {
    if (table.has("gpu"))
      table.problem("gpu", fmt::format("belongs to the metric \"{}\" only", kTimeMetric));
    return;
  }
  const bool is_time = gate.metric == kTimeMetric;
  const char *needed = is_time ? "max" : "min", *refused = is_time ? "min" : "max";
  if (!table.has(needed))
    table.problem(needed, is_time ? "is missing; expected the longest time that passes, in "
                                    "microseconds"
                                  : "is missing; expected the smallest fraction that passes");
  for (const char* key : {refused, "ideal"})
    if (table.has(key)) table.problem(key, fmt::format("does not belong to \"{}\"", gate.metric));
  if (is_time) {
    gate.gpu = table.required_text("gpu", "Tesla T4");
  } else if (table.has("gpu")) {
    table.problem("gpu", "does not belong to a fraction, which is the same for every GPU");
  }
  if (gate.unit.empty())
    gate.unit = is_time                              ? "us"
                : gate.metric == kCopyFractionMetric ? "of a copy"
                                                     : "of the reference";
  const bool has_size =
      std::any_of(exercise.sizes.begin(), exercise.sizes.end(),
                  [](const SizeSet& size) { return size.purpose == SizeSet::Purpose::gpu; });
  if (!has_size)
    table.problem("metric", fmt::format("\"{}\" is measured at the size [sizes.gpu], which is "
                                        "missing",
                                        gate.metric));
}

void read_limits(const TomlTable& table, Gate& gate) {
  gate.min = table.number("min");
  gate.max = table.number("max");
  gate.ideal = table.number("ideal");
  if (is_built_in_gate(gate.metric)) {
    for (const char* key : {"min", "max", "ideal", "unit", "variant", "launch"}) {
      if (table.has(key)) {
        table.problem(key,
                      fmt::format("does not belong to \"{}\", which passes or fails as a whole",
                                  gate.metric));
      }
    }
    return;
  }
  if (gate.is_timed()) return;  // see read_timing()
  if (!table.has("min") && !table.has("max")) {
    table.problem("max",
                  "is missing; expected the largest value that passes, or \"min\", the smallest");
  }
  if (gate.min && gate.max && *gate.min > *gate.max) {
    table.problem("max", fmt::format("is {:g}, below min, which is {:g}", *gate.max, *gate.min));
  }
  const bool met = !gate.ideal || ((!gate.min || *gate.ideal >= *gate.min) &&
                                   (!gate.max || *gate.ideal <= *gate.max));
  if (!met)
    table.problem("ideal",
                  fmt::format("is {:g}, which the gate itself would not let pass", *gate.ideal));
}

Gate read_gate(const TomlTable& table, const Exercise& exercise) {
  table.allow_only({"name", "metric", "variant", "launch", "gpu", "min", "max", "ideal", "unit",
                    "message", "points"});
  Gate gate;
  read_metric(table, gate);
  gate.name =
      table.text("name", is_built_in_gate(gate.metric) ? plain_name(gate.metric) : gate.metric);
  read_limits(table, gate);
  gate.unit = table.text("unit");
  read_timing(table, exercise, gate);
  gate.message = table.text("message");
  check_placeholders(table, gate);
  gate.points = table.number("points").value_or(1);
  if (gate.points < 0) {
    table.problem("points", fmt::format("is {:g}; expected 0 (a condition) or more", gate.points));
  } else if (gate.points > kMostPoints) {
    table.problem("points",
                  fmt::format("is {:g}; expected {:g} at most", gate.points, kMostPoints));
  }
  if (table.has("variant")) {
    gate.variant = table.required_text("variant", "coalesced");
    std::vector<std::string_view> known;
    for (const Variant& variant : exercise.variants) known.push_back(variant.name);
    if (std::find(known.begin(), known.end(), gate.variant) == known.end()) {
      table.problem("variant", fmt::format("\"{}\" is no variant; there are {}", gate.variant,
                                           quoted_list(known)));
    }
  }
  if (table.has("launch")) {
    const std::string name = table.required_text("launch", "columns");
    std::vector<std::string_view> known;
    for (const LaunchSpec& launch : exercise.launches) known.push_back(launch.name);
    const auto found = std::find(known.begin(), known.end(), name);
    gate.launch = found == known.end() ? -1 : static_cast<int>(found - known.begin());
    if (found == known.end()) {
      table.problem("launch",
                    fmt::format("\"{}\" is no launch; there are {}", name, quoted_list(known)));
    }
  }
  return gate;
}

// Puts the built-in gates that the file does not list in front of the others, in their order.
void add_built_in_gates(std::vector<Gate>& gates) {
  std::vector<Gate> all;
  for (const std::string_view metric : kBuiltInGates) {
    const bool listed = std::any_of(gates.begin(), gates.end(),
                                    [&](const Gate& gate) { return gate.metric == metric; });
    if (listed) continue;
    Gate gate;
    gate.metric = metric;
    gate.name = plain_name(metric);
    gate.points = metric == "correct" ? 1 : 0;
    all.push_back(std::move(gate));
  }
  std::move(gates.begin(), gates.end(), std::back_inserter(all));
  gates = std::move(all);
}

}  // namespace

bool is_built_in_gate(std::string_view metric) {
  return std::find(std::begin(kBuiltInGates), std::end(kBuiltInGates), metric) !=
         std::end(kBuiltInGates);
}

std::vector<Gate> read_gates(const TomlTable& root, const Exercise& exercise) {
  std::vector<Gate> gates;
  for (const TomlTable& table : root.tables("gate")) {
    Gate gate = read_gate(table, exercise);
    for (const Gate& other : gates) {
      if (other.name == gate.name) {
        table.problem(table.has("name") ? "name" : "metric",
                      fmt::format("\"{}\" names two gates; expected a \"name\" of its own for each",
                                  gate.name));
      }
      if (other.metric == gate.metric && is_built_in_gate(gate.metric)) {
        table.problem("metric",
                      fmt::format("\"{}\" is judged by another gate already", gate.metric));
      }
    }
    gates.push_back(std::move(gate));
  }
  add_built_in_gates(gates);
  for (const Gate& gate : gates) {
    const auto twins = std::count_if(gates.begin(), gates.end(),
                                     [&](const Gate& other) { return other.name == gate.name; });
    if ((twins > 1 || gate.name == "compiles") && !root.problems().any()) {
      root.problem(
          "gate",
          fmt::format("\"{}\" is the name of a built-in gate; expected another one", gate.name));
    }
  }
  double points = 0;
  for (const Gate& gate : gates) points += gate.points;
  if (points <= 0 && !root.problems().any())
    root.problem("gate", "has no gate with points; expected at least one");
  return gates;
}

std::vector<View> read_views(const TomlTable& root, const Exercise& exercise) {
  std::vector<View> views;
  for (const TomlTable& table : root.tables("view")) {
    table.allow_only({"buffer", "title", "color_map", "low", "high"});
    View view;
    view.buffer = table.required_text("buffer", "out");
    std::vector<std::string_view> known;
    for (const Buffer& buffer : exercise.buffers) known.push_back(buffer.name);
    if (std::find(known.begin(), known.end(), view.buffer) == known.end() && !view.buffer.empty()) {
      table.problem("buffer", fmt::format("\"{}\" is no buffer; there are {}", view.buffer,
                                          quoted_list(known)));
    }
    view.title = table.text("title", view.buffer);
    view.color_map = table.text("color_map", view.color_map);
    if (std::find(std::begin(kColorMaps), std::end(kColorMaps), view.color_map) ==
        std::end(kColorMaps)) {
      table.problem("color_map", fmt::format("\"{}\" is no colour map; there are {}",
                                             view.color_map, quoted_list(kColorMaps)));
    }
    view.low = table.number("low");
    view.high = table.number("high");
    if (table.has("low") != table.has("high")) {
      table.problem(
          "",
          "has only one of \"low\" and \"high\"; expected both, or none for an automatic range");
    } else if (view.low && view.high && *view.low >= *view.high) {
      table.problem("high", fmt::format("is {:g}; expected a number above low, which is {:g}",
                                        *view.high, *view.low));
    }
    views.push_back(std::move(view));
  }
  return views;
}

std::vector<std::string> read_starter_fails(const TomlTable& root, const std::vector<Gate>& gates) {
  std::vector<std::string> fails = root.texts("starter_fails");
  if (!root.has("starter_fails") || (fails.empty() && root.node("starter_fails")->is_array())) {
    root.problem("starter_fails",
                 "is missing; expected the gates that the untouched starter does not "
                 "pass, such as [\"correct\"]");
  }
  std::vector<std::string_view> known;
  for (const Gate& gate : gates) known.push_back(gate.name);
  for (const std::string& name : fails) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    root.problem("starter_fails",
                 fmt::format("\"{}\" is no gate; there are {}", name, quoted_list(known)));
  }
  return fails;
}

}  // namespace warplab::exercise
