// [[gate]], [[view]] and starter_fails: what is judged, and what is shown.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/load_parts.hpp"
#include "exercise/rig.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

std::vector<std::string_view> names_of_built_ins() {
  std::vector<std::string_view> names;
  for (const BuiltInGate& row : kBuiltInGates) names.push_back(row.metric);
  return names;
}

// A score is a fraction of all points; beyond some 1e15 a point more would not change their sum.
constexpr double kMostPoints = 1e6;

constexpr std::string_view kPlaceholders[] = {"value", "ideal", "limit", "line", "why"};

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
                                "{{ideal}}, {{limit}}, {{line}} and {{why}}",
                                word));
      return;
    }
    if (word == "ideal" && !gate.ideal && !gate.ideal_amount) {
      table.problem("message", "has {ideal}, but the gate has no \"ideal\"");
    }
    i = end;
  }
}

}  // namespace

MetricScope metric_scope_of(const Exercise& exercise) {
  MetricScope scope;
  if (!exercise.sizes.empty()) scope.values = size_names(exercise);
  for (const Buffer& buffer : exercise.buffers) scope.buffers.push_back(buffer.name);
  if (exercise.host)
    scope.values.insert(scope.values.end(), std::begin(kProgramFacts), std::end(kProgramFacts));
  return scope;
}

namespace {

bool is_fact(const std::string& name) {
  return std::ranges::find(kProgramFacts, name) != std::end(kProgramFacts);
}

// What belongs to exercises with host code alone.
void read_of_program(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  gate.kernel = table.text("kernel");
  for (const auto& [key, is_there] : {std::pair("kernel", !gate.kernel.empty()),
                                      std::pair("metric", gate.metric == kHostCodeMetric)})
    if (is_there && !exercise.host)
      table.problem(key, "belongs to exercises with host code (\"entry\")");
  if (exercise.host && table.has("launch"))
    table.problem("launch", "does not go with \"entry\"; expected \"kernel\", a kernel's name");
}

void read_metric(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  gate.metric = table.required_text("metric", "global.load.sectors / global.load.requests");
  if (gate.metric.empty() || is_built_in_gate(gate.metric) || gate.is_timed() ||
      gate.metric == kPredictionMetric || gate.metric == kHostCodeMetric)
    return;
  Result<MetricExpression> parsed = MetricExpression::parse(gate.metric, metric_scope_of(exercise));
  if (!parsed) {
    // One word without a dot is more likely a misspelt built-in than a misspelt counter.
    const std::string_view meant = is_identifier(gate.metric)
                                       ? nearest_word(gate.metric, names_of_built_ins())
                                       : std::string_view{};
    table.problem("metric", meant.empty() ? parsed.error()
                                          : fmt::format("\"{}\" is no gate; did you mean \"{}\"?",
                                                        gate.metric, meant));
    return;
  }
  if (!parsed->measures() && std::ranges::none_of(parsed->names(), is_fact)) {
    table.problem("metric", fmt::format("\"{}\" names no counter, so there is nothing to measure",
                                        gate.metric));
  }
  gate.expression = std::move(*parsed);
}

// A time has one limit, and the GPU that it was set for; a fraction is the same for every GPU, and
// names one only for a model to stand in.
void read_timing(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  if (!gate.is_timed()) {
    if (table.has("gpu"))
      table.problem("gpu", fmt::format("belongs to the metric \"{}\" only", kTimeMetric));
    if (table.has("modelled"))
      table.problem("modelled", "belongs to metrics of time, such as \"time\", only");
    return;
  }
  gate.modelled = table.flag("modelled", false);
  if (gate.modelled && gate.metric == kCopyFractionMetric)
    table.problem("modelled", fmt::format("does not go with \"{}\"; expected \"{}\", a stream of "
                                          "the kernel's own shape",
                                          gate.metric, kYardstickFractionMetric));
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
  } else if (gate.modelled) {
    gate.gpu = table.required_text("gpu", "Tesla T4");
  } else if (table.has("gpu")) {
    table.problem("gpu",
                  "does not belong to a fraction, which is the same for every GPU; expected "
                  "\"modelled = true\" beside it, or no \"gpu\"");
  }
  if (gate.unit.empty())
    gate.unit = is_time                                   ? "us"
                : gate.metric == kCopyFractionMetric      ? "of a copy"
                : gate.metric == kYardstickFractionMetric ? "of the yardstick"
                                                          : "of the reference";
  const bool has_size =
      std::any_of(exercise.sizes.begin(), exercise.sizes.end(),
                  [](const SizeSet& size) { return size.purpose == SizeSet::Purpose::gpu; });
  if (!has_size)
    table.problem("metric", fmt::format("\"{}\" is measured at the size [sizes.gpu], which is "
                                        "missing",
                                        gate.metric));
}

// Whose prediction it is, and whether it has to be right.
void read_prediction(const TomlTable& table, Gate& gate) {
  if (gate.metric != kPredictionMetric) {
    for (const char* key : {"experiment", "question", "right"})
      if (table.has(key))
        table.problem(key, fmt::format("belongs to the metric \"{}\" only", kPredictionMetric));
    return;
  }
  for (const char* key : {"min", "max", "ideal", "unit", "variant", "launch", "reported"})
    if (table.has(key))
      table.problem(key, fmt::format("does not belong to \"{}\"", kPredictionMetric));
  gate.prediction =
      PredictionAsked{table.required_text("experiment", "stride"),
                      table.required_text("question", "sectors at 8"), table.flag("right", false)};
}

// A number, or a string with an amount.
void read_amount(const TomlTable& table, const char* key, const MetricScope& scope,
                 std::optional<double>& number, std::optional<MetricExpression>& amount) {
  const toml::node* const node = table.node(key);
  if (node == nullptr || !node->is_string()) {
    number = table.number(key);
    return;
  }
  Result<MetricExpression> parsed = MetricExpression::parse(table.text(key), scope);
  if (!parsed) table.problem(key, parsed.error());
  else amount = std::move(*parsed);
}

// The answers that a gate "correct" is about: one buffer, or those that a launch is given.
void read_answers(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  std::vector<std::string_view> known;
  for (const Buffer& buffer : exercise.buffers)
    if (is_answer(buffer)) known.push_back(buffer.name);
  const auto is_meant = [&](const Buffer& buffer) {
    if (!is_answer(buffer)) return false;
    if (table.has("buffer")) return buffer.name == table.text("buffer");
    const LaunchSpec& launch = exercise.launches[static_cast<size_t>(gate.launch)];
    return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                       [&](const ArgumentSpec& one) { return one.buffer == buffer.name; });
  };
  if (!table.has("buffer") && gate.launch < 0) return;
  if (table.has("buffer") && table.has("launch")) {
    table.problem("launch", "stands beside \"buffer\"; expected one of them");
    return;
  }
  for (size_t i = 0; i < exercise.buffers.size(); ++i)
    if (is_meant(exercise.buffers[i])) gate.answers.push_back(i);
  if (!gate.answers.empty()) return;
  if (table.has("buffer"))
    table.problem("buffer", fmt::format("\"{}\" is no buffer that is compared; there are {}",
                                        table.text("buffer"), quoted_list(known)));
  else table.problem("launch", "is given no buffer that is compared");
}

// A number that is only shown. A limit, or points, would promise that it decides something.
void read_reported(const TomlTable& table, Gate& gate) {
  const toml::node* const node = table.node("reported");
  if (node == nullptr) return;
  if (!node->is_boolean()) {
    table.problem("reported", fmt::format("is {}; expected true or false", kind_of(*node)));
    return;
  }
  gate.reported = node->value_or(false);
  if (!gate.reported) return;
  if (is_built_in_gate(gate.metric))
    table.problem("reported", fmt::format("does not belong to \"{}\", which every exercise judges",
                                          gate.metric));
  if (gate.is_timed())
    table.problem("reported", "does not belong to a time; times are shown without a gate, too");
  for (const char* key : {"min", "max", "points", "needs", "message"})
    if (table.has(key))
      table.problem(key,
                    "does not belong to a gate that is only reported: it passes and fails "
                    "nothing");
  gate.points = 0;
}

// Whether it holds where lines end anywhere, too.
void read_ragged(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  if (!table.has("ragged")) return;
  gate.ragged = table.flag("ragged", true);
  const bool has_size = std::ranges::any_of(
      exercise.sizes, [](const SizeSet& size) { return size.purpose == SizeSet::Purpose::ragged; });
  if (!gate.expression || gate.reported)
    table.problem("ragged", "belongs to gates over counters that pass or fail only");
  else if (!has_size) table.problem("ragged", "is about the size [sizes.ragged], which is missing");
}

void read_limits(const TomlTable& table, const Exercise& exercise, Gate& gate) {
  const MetricScope scope = metric_scope_of(exercise);
  read_amount(table, "min", scope, gate.min, gate.min_amount);
  read_amount(table, "max", scope, gate.max, gate.max_amount);
  read_amount(table, "ideal", scope, gate.ideal, gate.ideal_amount);
  if (gate.metric != "correct" && table.has("buffer"))
    table.problem("buffer",
                  "belongs to the metric \"correct\" only; a metric names its buffers, as "
                  "in \"a.elements\"");
  if (is_built_in_gate(gate.metric)) {
    for (const char* key : {"min", "max", "ideal", "unit", "variant", "launch"}) {
      if (table.has(key) && !(gate.metric == "correct" && std::string_view(key) == "launch")) {
        table.problem(key,
                      fmt::format("does not belong to \"{}\", which passes or fails as a whole",
                                  gate.metric));
      }
    }
    return;
  }
  if (gate.metric == kHostCodeMetric) return;
  if (gate.is_timed() || gate.prediction) return;  // see read_timing(), read_prediction()
  if (!table.has("min") && !table.has("max") && !gate.reported) {
    table.problem("max",
                  "is missing; expected the largest value that passes, or \"min\", the smallest; "
                  "or \"reported = true\"");
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

// What is counted, where the metric is no ratio and names counters of one kind.
std::string unit_of(const Gate& gate) {
  if (!gate.expression || gate.metric.find('/') != std::string::npos) return {};
  std::string unit;
  for (const std::string& name : gate.expression->names()) {
    const std::string last = name.substr(name.rfind('.') + 1);
    const std::string one = last == "bank_conflicts"         ? "conflicts"
                            : last == "wavefronts"           ? "passes"
                            : last.ends_with("instructions") ? "instructions"
                                                             : last;
    if (name.find('.') == std::string::npos && last != "barriers") continue;
    if (unit.empty()) unit = one;
    // Conflicts are passes, too.
    if (unit != one && !(unit == "passes" && one == "conflicts")) return {};
  }
  return unit;
}

Gate read_gate(const TomlTable& table, const Exercise& exercise) {
  table.allow_only({"name",   "metric",  "variant",  "launch",     "gpu",      "modelled",
                    "min",    "max",     "ideal",    "unit",       "message",  "points",
                    "needs",  "buffer",  "reported", "experiment", "question", "right",
                    "ragged", "profile", "kernel"});
  Gate gate;
  read_metric(table, exercise, gate);
  read_prediction(table, gate);
  read_of_program(table, exercise, gate);
  const bool is_word = is_built_in_gate(gate.metric) || gate.metric == kHostCodeMetric;
  gate.name = table.text("name", is_word ? plain_name(gate.metric) : gate.metric);
  read_reported(table, gate);
  read_ragged(table, exercise, gate);
  read_limits(table, exercise, gate);
  gate.unit = table.text("unit", unit_of(gate));
  gate.profile = table.text("profile");
  read_timing(table, exercise, gate);
  gate.message = table.text("message");
  check_placeholders(table, gate);
  gate.points = gate.reported ? 0 : table.number("points").value_or(1);
  if (gate.points < 0) {
    table.problem("points", fmt::format("is {:g}; expected 0 (a condition) or more", gate.points));
  } else if (gate.points > kMostPoints) {
    table.problem("points",
                  fmt::format("is {:g}; expected {:g} at most", gate.points, kMostPoints));
  }
  if (table.has("needs")) {
    gate.needs = table.texts("needs");
    if (gate.points <= 0)
      table.problem("needs", "belongs to a gate with points; a condition earns none");
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
  if (gate.metric == "correct" && !table.problems().any()) read_answers(table, exercise, gate);
  return gate;
}

// What a gate needs must be another gate that is judged.
void check_needs(const TomlTable& root, const std::vector<Gate>& gates) {
  std::vector<std::string_view> known;
  for (const Gate& gate : gates) known.push_back(gate.name);
  for (const Gate& gate : gates)
    for (const std::string& needed : gate.needs) {
      if (needed == gate.name)
        root.problem("gate", fmt::format("\"{}\" needs itself; expected another gate", needed));
      else if (std::any_of(gates.begin(), gates.end(), [&](const Gate& other) {
                 return other.name == needed && other.reported;
               }))
        root.problem("gate", fmt::format("\"{}\" needs \"{}\", which is only reported and never "
                                         "passes",
                                         gate.name, needed));
      else if (std::find(known.begin(), known.end(), needed) == known.end())
        root.problem("gate", fmt::format("\"{}\" needs \"{}\", which is no gate; there are {}",
                                         gate.name, needed, quoted_list(known)));
    }
}

// With gates "correct" for single answers every answer must belong to one.
void check_answers_are_judged(const TomlTable& root, const Exercise& exercise,
                              const std::vector<Gate>& gates) {
  for (size_t i = 0; i < exercise.buffers.size(); ++i) {
    if (!is_answer(exercise.buffers[i])) continue;
    const bool judged = std::any_of(gates.begin(), gates.end(), [&](const Gate& gate) {
      return gate.metric == "correct" &&
             (gate.answers.empty() ||
              std::find(gate.answers.begin(), gate.answers.end(), i) != gate.answers.end());
    });
    if (!judged)
      root.problem("gate", fmt::format("no gate \"correct\" is about \"{}\"; expected one for each "
                                       "answer, or one for all",
                                       exercise.buffers[i].name));
  }
}

// Puts the built-in gates that the file does not list in front of the others, in their order.
void add_built_in_gates(std::vector<Gate>& gates) {
  std::vector<Gate> all;
  for (const auto& [metric, known_from] : kBuiltInGates) {
    const bool listed = std::any_of(gates.begin(), gates.end(), [name = metric](const Gate& gate) {
      return gate.metric == name;
    });
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

std::vector<std::string_view> color_maps_for_views() {
  std::vector<std::string_view> names;
  for (const ColorMapRow& row : kColorMaps)
    if (row.is_for_views) names.push_back(row.name);
  return names;
}

const BuiltInGate* built_in_gate(std::string_view metric) {
  const auto* const found =
      std::find_if(std::begin(kBuiltInGates), std::end(kBuiltInGates),
                   [&](const BuiltInGate& row) { return row.metric == metric; });
  return found == std::end(kBuiltInGates) ? nullptr : found;
}

bool is_built_in_gate(std::string_view metric) { return built_in_gate(metric) != nullptr; }

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
      if (other.metric == gate.metric && is_built_in_gate(gate.metric) &&
          other.answers == gate.answers) {
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
  if (!root.problems().any()) check_needs(root, gates);
  if (!root.problems().any()) check_answers_are_judged(root, exercise, gates);
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
    const std::vector<std::string_view> maps = color_maps_for_views();
    if (std::find(maps.begin(), maps.end(), view.color_map) == maps.end()) {
      table.problem("color_map", fmt::format("\"{}\" is no colour map; there are {}",
                                             view.color_map, quoted_list(maps)));
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
  if (!root.has("starter_fails")) {
    root.problem("starter_fails",
                 "is missing; expected the gates that the untouched starter does not "
                 "pass, such as [\"correct\"], or [] where it is right");
  }
  std::vector<std::string_view> known;
  for (const Gate& gate : gates)
    if (!gate.reported) known.push_back(gate.name);
  for (const std::string& name : fails) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    root.problem("starter_fails",
                 fmt::format("\"{}\" is no gate; there are {}", name, quoted_list(known)));
  }
  return fails;
}

}  // namespace warplab::exercise
