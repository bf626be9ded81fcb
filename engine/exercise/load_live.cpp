// [live]: what the window's tab Live shows step by step. The keys are in docs/AUTHORING.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/element.hpp"
#include "exercise/live.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

// As many sliders as stand beside a picture on a small screen.
constexpr size_t kMostParameters = 6;
constexpr size_t kMostChoices = 8;
// A slider has a place of its own for each value.
constexpr double kMostStops = 1000;

// Where `name` stands in the exercise's list; noted, with what there is, where it does not.
template <class Things, class Name>
std::optional<size_t> place_of(const TomlTable& table, std::string_view key,
                               const std::string& name, const Things& things, const Name& name_of,
                               std::string_view what) {
  std::vector<std::string_view> known;
  for (const auto& thing : things) known.push_back(name_of(thing));
  const auto found = std::find(known.begin(), known.end(), name);
  if (found != known.end()) return static_cast<size_t>(found - known.begin());
  if (!name.empty())
    table.problem(key, fmt::format("\"{}\" is no {}; there are {}{}", name, what,
                                   quoted_list(known), did_you_mean(name, known)));
  return std::nullopt;
}

std::optional<size_t> buffer_named(const TomlTable& table, std::string_view key,
                                   const std::string& name, const Exercise& exercise) {
  return place_of(
      table, key, name, exercise.buffers,
      [](const Buffer& buffer) { return std::string_view(buffer.name); }, "buffer");
}

// A number under `key` that must be there.
double required_number(const TomlTable& table, std::string_view key) {
  if (!table.has(key)) table.problem(key, "is missing; expected a number");
  return table.number(key).value_or(0);
}

void check_range(const TomlTable& table, const LiveParameter& parameter) {
  const auto is_number = [&](const char* key) {
    return !table.has(key) || table.number(key).has_value();
  };
  for (const char* const key : {"from", "to", "step", "value"})
    if (!table.has(key) || !is_number(key)) return;
  if (parameter.to <= parameter.from)
    table.problem("to", fmt::format("is {:g}; expected a number above from, which is {:g}",
                                    parameter.to, parameter.from));
  else if (parameter.step <= 0)
    table.problem("step", fmt::format("is {:g}; expected a number above 0", parameter.step));
  else if ((parameter.to - parameter.from) / parameter.step > kMostStops)
    table.problem("step",
                  fmt::format("is {:g}, which is {:.0f} steps from {:g} to {:g}; a slider "
                              "may have {:.0f}",
                              parameter.step, (parameter.to - parameter.from) / parameter.step,
                              parameter.from, parameter.to, kMostStops));
  if (parameter.value < parameter.from || parameter.value > parameter.to)
    table.problem("value", fmt::format("is {:g}; expected one from {:g} to {:g}", parameter.value,
                                       parameter.from, parameter.to));
  if (!parameter.is_whole) return;
  for (const char* const key : {"from", "to", "step", "value"})
    if (const double number = table.number(key).value_or(0); number != std::floor(number))
      table.problem(key,
                    fmt::format("is {:g}; expected a whole number, since \"{}\" is a size or a "
                                "flag",
                                number, parameter.name));
}

// The launches whose argument it is must have a number there, of a type that holds the range.
void check_argument(const TomlTable& table, const LiveParameter& parameter,
                    const Exercise& exercise) {
  for (size_t i = 0; i < exercise.launches.size(); ++i) {
    if (parameter.launch >= 0 && static_cast<size_t>(parameter.launch) != i) continue;
    const LaunchSpec& launch = exercise.launches[i];
    const size_t place = *parameter.argument;
    if (place >= launch.arguments.size()) {
      table.problem("argument", fmt::format("is {}, but launch \"{}\" has {} arguments", place + 1,
                                            launch.name, launch.arguments.size()));
      return;
    }
    const ArgumentSpec& argument = launch.arguments[place];
    if (!argument.buffer.empty()) {
      table.problem("argument", fmt::format("is {}, which is the buffer \"{}\" in launch \"{}\"; "
                                            "expected a number's place",
                                            place + 1, argument.buffer, launch.name));
      return;
    }
    for (const double end : {parameter.from, parameter.to, parameter.step})
      if (!holds(argument.scalar.type, end)) {
        table.problem("argument", fmt::format("the slider comes to {:g}, but {}", end,
                                              range_sentence(argument.scalar.type)));
        return;
      }
  }
}

LiveParameter read_parameter(const TomlTable& table, const Exercise& exercise, const Scope& scope) {
  table.allow_only({"name", "title", "from", "to", "step", "value", "argument", "launch"});
  LiveParameter parameter;
  parameter.name = table.required_text("name", "gamma");
  if (!parameter.name.empty() && !is_identifier(parameter.name))
    table.problem("name", fmt::format("\"{}\" is not a name; expected letters, digits and _",
                                      parameter.name));
  parameter.title = table.text("title", parameter.name);
  parameter.from = required_number(table, "from");
  parameter.to = required_number(table, "to");
  parameter.step = required_number(table, "step");
  parameter.value = required_number(table, "value");
  parameter.is_whole = std::find(scope.begin(), scope.end(), parameter.name) != scope.end();
  check_range(table, parameter);
  if (table.has("launch") && !table.has("argument"))
    table.problem("launch", "says whose argument it is; expected \"argument\", too");
  if (!table.has("argument")) return parameter;
  if (parameter.is_whole)
    table.problem("argument", fmt::format("does not belong here: \"{}\" is a size or a flag, which "
                                          "enters wherever that name is used",
                                          parameter.name));
  const int64_t place = table.whole("argument").value_or(1);
  if (place < 1)
    table.problem("argument", fmt::format("is {}; arguments are counted from 1", place));
  parameter.argument = static_cast<size_t>(std::max<int64_t>(place, 1)) - 1;
  if (table.has("launch"))
    if (const auto launch = place_of(
            table, "launch", table.text("launch"), exercise.launches,
            [](const LaunchSpec& one) { return std::string_view(one.name); }, "launch"))
      parameter.launch = static_cast<int>(*launch);
  check_argument(table, parameter, exercise);
  return parameter;
}

LiveBuffer read_live_buffer(const TomlTable& table, const Exercise& exercise,
                            const Scope& shape_scope, const Scope& formula_scope) {
  table.allow_only({"name", "title", "fill", "choice"});
  LiveBuffer live;
  const std::string name = table.required_text("name", "in");
  const auto found = buffer_named(table, "name", name, exercise);
  if (!found) return live;
  live.buffer = *found;
  const Buffer& buffer = exercise.buffers[*found];
  live.title = table.text("title", buffer.name);
  const FillContext context{exercise.folder, shape_scope, formula_scope, buffer.element,
                            buffer.shape.size()};
  if (table.has("fill") == table.has("choice")) {
    table.problem("", "expected \"fill\", or one [[live.buffer.choice]] for each that there is");
    return live;
  }
  if (table.has("fill")) live.choices.push_back({"", read_fill(table, "fill", context)});
  for (const TomlTable& choice : table.tables("choice")) {
    choice.allow_only({"title", "fill"});
    if (!choice.has("fill"))
      choice.problem("fill", "is missing; expected what the buffer is filled with");
    else
      live.choices.push_back(
          {choice.required_text("title", "Flat"), read_fill(choice, "fill", context)});
  }
  if (live.choices.size() > kMostChoices)
    table.problem("choice", fmt::format("there are {}; a buffer may have {}", live.choices.size(),
                                        kMostChoices));
  return live;
}

void read_carried(const TomlTable& table, const Exercise& exercise, LiveSpec& live) {
  if (!table.has("carry"))
    table.problem("carry",
                  "is missing; expected the buffers that keep what a step leaves in them, "
                  "such as [\"image\"]");
  for (const std::string& name : table.texts("carry")) {
    const auto found = buffer_named(table, "carry", name, exercise);
    if (!found) continue;
    if (!is_answer(exercise.buffers[*found]))
      table.problem("carry", fmt::format("\"{}\" is no output; nothing is left in it", name));
    live.carried.push_back(*found);
  }
}

// A name that changes nothing would be a slider without an effect.
void check_used(const TomlTable& table, const LiveSpec& live) {
  for (const LiveParameter& parameter : live.parameters) {
    if (parameter.is_whole || parameter.argument) continue;
    const bool is_used = std::ranges::any_of(live.buffers, [&](const LiveBuffer& buffer) {
      return std::ranges::any_of(buffer.choices, [&](const LiveBuffer::Choice& choice) {
        if (!choice.fill.formula) return false;
        const std::vector<std::string>& names = choice.fill.formula->names();
        return std::find(names.begin(), names.end(), parameter.name) != names.end();
      });
    });
    if (!is_used)
      table.problem("parameter",
                    fmt::format("\"{}\" changes nothing; expected it in a formula of a "
                                "[[live.buffer]], \"argument\", or the name of a size or a flag",
                                parameter.name));
  }
}

// All that the sliders and choices can make must be runs: every value is tried at both its ends.
void check_runs(const TomlTable& table, const Exercise& exercise, const LiveSpec& live) {
  Exercise shown = exercise;
  shown.live = std::make_shared<const LiveSpec>(live);
  const auto attempt = [&](const LiveValues& values) {
    const Exercise made = exercise_for_live(shown, values);
    const Result<Case> run = instantiate(made, made.sizes.front(), made.variants.front(), 1);
    if (!run) table.problem("", fmt::format("with {}: {}", made.sizes.front().label, run.error()));
    return static_cast<bool>(run);
  };
  if (!attempt(first_values(live))) return;
  for (size_t i = 0; i < live.parameters.size(); ++i)
    for (const double end : {live.parameters[i].from, live.parameters[i].to}) {
      LiveValues values = first_values(live);
      values.parameters[i] = end;
      if (!attempt(values)) return;
    }
}

}  // namespace

void read_live(const TomlTable& root, Exercise& exercise, const Scope& scope) {
  const std::optional<TomlTable> table = root.table("live");
  if (!table) return;
  table->allow_only({"size", "step", "show", "carry", "parameter", "buffer"});
  LiveSpec live;
  if (const auto size = table->table("size"))
    live.size = read_live_size(*size, exercise.sizes.front());
  else if (!table->has("size"))
    table->problem("size", "is missing; expected one size, as in { rows = 256, cols = 256 }");
  live.step = table->text("step", live.step);
  const std::string shown = table->required_text("show", "image");
  if (const auto found = buffer_named(*table, "show", shown, exercise)) {
    live.shown = *found;
    if (!is_answer(exercise.buffers[*found]))
      table->problem("show",
                     fmt::format("\"{}\" is no output, so that there is nothing to see", shown));
  }
  read_carried(*table, exercise, live);
  for (const TomlTable& one : table->tables("parameter")) {
    live.parameters.push_back(read_parameter(one, exercise, scope));
    const auto twins = std::count_if(
        live.parameters.begin(), live.parameters.end(),
        [&](const LiveParameter& other) { return other.name == live.parameters.back().name; });
    if (twins > 1)
      one.problem("name", fmt::format("\"{}\" names two sliders; expected names of their own",
                                      live.parameters.back().name));
  }
  if (live.parameters.size() > kMostParameters)
    table->problem("parameter", fmt::format("there are {}; Live has room for {}",
                                            live.parameters.size(), kMostParameters));
  Scope formula_scope = scope;
  for (const LiveParameter& parameter : live.parameters) formula_scope.push_back(parameter.name);
  const Scope shape_scope =
      exercise.student_chooses_block ? with_names(scope, {"block_x", "block_y", "block_z"}) : scope;
  for (const TomlTable& one : table->tables("buffer"))
    live.buffers.push_back(read_live_buffer(one, exercise, shape_scope, formula_scope));
  if (root.problems().any()) return;
  check_used(*table, live);
  if (!root.problems().any()) check_runs(*table, exercise, live);
  exercise.live = std::make_shared<const LiveSpec>(std::move(live));
}

}  // namespace warplab::exercise
