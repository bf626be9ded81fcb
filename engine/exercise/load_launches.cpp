// [block] and [[launch]]: how the kernels of an exercise are started.
#include <fmt/format.h>

#include <algorithm>

#include "data/element.hpp"
#include "data/library_routine.hpp"
#include "exercise/block_limits.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/rig.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

constexpr size_t kMostArguments = 64;
constexpr size_t kMostMembers = 32;  // of a structure that is an argument

Dim3 read_dim3(const TomlTable& table, std::string_view key, Dim3 otherwise) {
  const Scope constants;
  const std::vector<Expression> list = table.expressions(key, 1, 3, constants);
  if (list.empty()) return otherwise;
  uint32_t extent[3] = {1, 1, 1};
  for (size_t i = 0; i < list.size(); ++i) {
    const Result<int64_t> value = list[i].evaluate({});
    if (!value) {
      table.problem(key, value.error());
    } else if (*value < 1 || *value > kLargestBlock[i]) {
      table.problem(key, fmt::format("has {} in place {}; expected 1 to {}", *value, i + 1,
                                     kLargestBlock[i]));
    } else {
      extent[i] = static_cast<uint32_t>(*value);
    }
  }
  return {extent[0], extent[1], extent[2]};
}

ArgumentSpec read_buffer_argument(const TomlTable& launch, const toml::node& node,
                                  const Exercise& exercise) {
  ArgumentSpec argument;
  argument.buffer = *node.value_exact<std::string>();
  std::vector<std::string_view> known;
  for (const Buffer& buffer : exercise.buffers) known.push_back(buffer.name);
  if (std::find(known.begin(), known.end(), argument.buffer) == known.end()) {
    const std::string hint = did_you_mean(argument.buffer, known);
    launch.problems().add(
        node.source().begin.line, launch.path_of("arguments"),
        fmt::format("\"{}\" is no buffer{}", argument.buffer,
                    hint.empty()
                        ? fmt::format("; there are {} (a number is written {{ i32 = \"{}\" }})",
                                      quoted_list(known), argument.buffer)
                        : hint));
  }
  return argument;
}

// { i32 = "rows" }, { f32 = 0.9 }
ScalarArgument read_scalar_argument(const TomlTable& launch, const toml::table& table,
                                    const Scope& scope) {
  const TomlTable scalar(table, launch.path_of("arguments"), launch.problems());
  ScalarArgument argument;
  const std::vector<std::string> keys = scalar.keys();
  if (keys.size() != 1) {
    scalar.problem(
        "", fmt::format("expected one type and its value, as in {{ i32 = \"n\" }}, found {} keys",
                        keys.size()));
    return argument;
  }
  const std::string& type = keys.front();
  const auto element = data::element_type_named(type);
  if (!element) {
    scalar.problem(
        type, fmt::format("is no type; there are {}", quoted_list(data::element_type_names())));
    return argument;
  }
  argument.type = *element;
  const bool is_text = scalar.node(type)->is_string();
  if (is_text || is_whole_type(*element)) {
    argument.value = scalar.expression(type, scope).value_or(Expression{});
    return argument;
  }
  argument.real = scalar.number(type);
  if (argument.real && !holds(*element, *argument.real)) {
    scalar.problem(type, fmt::format("is {:g}, but {}", *argument.real, range_sentence(*element)));
  }
  return argument;
}

// { struct = [{ f32 = 0.9 }, { i32 = "rows" }] }
std::vector<ScalarArgument> read_structure(const TomlTable& launch, const toml::table& table,
                                           const Scope& scope) {
  std::vector<ScalarArgument> members;
  const toml::array* const list = table.get("struct")->as_array();
  const auto is_table = [](const toml::node& node) { return node.is_table(); };
  if (table.size() != 1 || !list || list->empty() || list->size() > kMostMembers ||
      !std::all_of(list->begin(), list->end(), is_table)) {
    launch.problem("arguments",
                   fmt::format("expected a structure as a list of 1 to {} numbers, as in "
                               "{{ struct = [{{ f32 = 0.9 }}, {{ i32 = \"n\" }}] }}",
                               kMostMembers));
    return members;
  }
  for (const toml::node& member : *list)
    members.push_back(read_scalar_argument(launch, *member.as_table(), scope));
  return members;
}

std::vector<ArgumentSpec> read_arguments(const TomlTable& launch, const Exercise& exercise,
                                         const Scope& scope) {
  std::vector<ArgumentSpec> arguments;
  if (!launch.has("arguments")) return arguments;
  const toml::array* const list = launch.node("arguments")->as_array();
  if (!list) {
    launch.problem("arguments", fmt::format("expected a list of buffers and numbers such as "
                                            "[\"in\", \"out\", {{ i32 = \"n\" }}], found {}",
                                            kind_of(*launch.node("arguments"))));
    return arguments;
  }
  if (list->size() > kMostArguments) {
    launch.problem("arguments", fmt::format("has {} entries; a launch may have {}", list->size(),
                                            kMostArguments));
    return arguments;
  }
  for (const toml::node& node : *list) {
    if (node.is_string()) {
      arguments.push_back(read_buffer_argument(launch, node, exercise));
    } else if (const toml::table* const table = node.as_table()) {
      ArgumentSpec& argument = arguments.emplace_back();
      if (table->contains("struct")) argument.members = read_structure(launch, *table, scope);
      else argument.scalar = read_scalar_argument(launch, *table, scope);
    } else {
      launch.problems().add(
          node.source().begin.line, launch.path_of("arguments"),
          fmt::format("expected a buffer's name or a number with its type such as "
                      "{{ i32 = 5 }}, found {}",
                      kind_of(node)));
    }
  }
  return arguments;
}

// Where a launch stands in its group.
struct Group {
  std::string name;
  int index = -1;
  Expression repeat{1};
  std::string repeat_while;
  std::vector<std::string> swap;
  std::vector<DerivedSize> loops;
};

// repeat = [{ stage = "levels" }, { step = "stage + 1" }]
std::vector<DerivedSize> read_loops(const TomlTable& table, Scope scope) {
  std::vector<DerivedSize> loops;
  if (!table.has("repeat") || !table.node("repeat")->is_array()) return loops;
  for (const TomlTable& loop : table.tables("repeat")) {
    const std::vector<std::string> names = loop.keys();
    if (names.size() != 1 || !check_name(loop, names.front())) {
      loop.problem("", "expected one name and how often, as in { step = \"log2(n)\" }");
      return loops;
    }
    const std::optional<Expression> count = loop.expression(names.front(), scope);
    if (!count) return loops;
    if (std::ranges::find(scope, names.front()) != scope.end())
      loop.problem(names.front(), "is a name that means something already");
    loops.push_back({names.front(), *count});
    scope.push_back(names.front());
  }
  return loops;
}

bool is_buffer(const Exercise& exercise, std::string_view name) {
  return std::ranges::find(exercise.buffers, name, &Buffer::name) != exercise.buffers.end();
}

void read_repeat_while(const TomlTable& table, const Exercise& exercise, LaunchSpec& launch) {
  if (!table.has("repeat_while")) return;
  launch.repeat_while = table.required_text("repeat_while", "changed");
  const auto flag = std::ranges::find(exercise.buffers, launch.repeat_while, &Buffer::name);
  if (flag == exercise.buffers.end())
    table.problem("repeat_while", fmt::format("\"{}\" is no buffer; expected one whose first "
                                              "element the kernel sets where it has to go on",
                                              launch.repeat_while));
  else if (flag->role == Buffer::Role::input || !is_whole_type(flag->element))
    table.problem("repeat_while",
                  "expected a buffer of whole numbers that kernels may write, such as "
                  "changed = { type = \"i32\", shape = [1], role = \"scratch\", fill = 0 }");
  else if (flag->fill.is(kPoisonFill))
    table.problem("repeat_while", fmt::format("\"{}\" has no fill; expected fill = 0", flag->name));
  if (!table.has("repeat"))
    table.problem("repeat", "is missing; expected how many repetitions there may be at most");
}

void read_swap(const TomlTable& table, const Exercise& exercise, LaunchSpec& launch) {
  if (!table.has("swap")) return;
  launch.swap = table.texts("swap");
  const auto known = [&](const std::string& name) { return is_buffer(exercise, name); };
  if (launch.swap.size() != 2 || !std::ranges::all_of(launch.swap, known)) {
    table.problem("swap", "expected the names of two buffers, as in [\"from\", \"to\"]");
    return;
  }
  const auto named = [&](size_t i) -> const Buffer& {
    return *std::ranges::find(exercise.buffers, launch.swap[i], &Buffer::name);
  };
  const Buffer &one = named(0), &other = named(1);
  const auto same = [](const Expression& a, const Expression& b) { return a.text() == b.text(); };
  if (one.element != other.element || !std::ranges::equal(one.shape, other.shape, same))
    table.problem("swap",
                  fmt::format("\"{}\" and \"{}\" differ in type or shape", one.name, other.name));
  for (const Buffer* buffer : {&one, &other})
    if (buffer->role == Buffer::Role::input)
      table.problem("swap", fmt::format("\"{}\" is an input, which no kernel may write; expected "
                                        "role = \"inout\"",
                                        buffer->name));
}

void read_repeat(const TomlTable& table, const Exercise& exercise, const Scope& scope,
                 std::vector<Group>& groups, LaunchSpec& launch) {
  const bool has_loops = !launch.loops.empty();
  const std::optional<Expression> repeat =
      has_loops ? std::nullopt : table.expression("repeat", scope);
  launch.repeat = repeat.value_or(Expression{1});
  read_repeat_while(table, exercise, launch);
  read_swap(table, exercise, launch);
  if (!table.has("group")) {
    groups.push_back({});
    return;
  }
  const std::string name = table.required_text("group", "sweep");
  const bool continues = !groups.empty() && groups.back().name == name;
  const bool seen = std::any_of(groups.begin(), groups.end(),
                                [&](const Group& group) { return group.name == name; });
  if (seen && !continues) {
    table.problem("group",
                  fmt::format("\"{}\" is interrupted by another launch; expected the launches "
                              "of a group to stand next to each other",
                              name));
  }
  Group group{name,          static_cast<int>(groups.size()),
              launch.repeat, launch.repeat_while,
              launch.swap,   launch.loops};
  if (continues) {
    group = groups.back();
    if (repeat && repeat->text() != group.repeat.text()) {
      table.problem("repeat",
                    fmt::format("is {}, but the group repeats {} times; expected the same, or "
                                "\"repeat\" in its first launch only",
                                repeat->text(), group.repeat.text()));
    }
    if (has_loops) table.problem("repeat", "as a list belongs to the first launch of a group");
    for (const char* key : {"repeat_while", "swap"})
      if (table.has(key)) table.problem(key, "belongs to the first launch of a group");
    launch.loops = group.loops;
    launch.repeat = group.repeat;
    launch.repeat_while = group.repeat_while;
    launch.swap = group.swap;
  }
  launch.repeat_group = group.index;
  groups.push_back(std::move(group));
}

bool read_truth(const TomlTable& table, const char* key) {
  const toml::node* const node = table.node(key);
  if (!node) return false;
  const auto truth = node->value_exact<bool>();
  if (!truth) table.problem(key, "expected true or false");
  return truth.value_or(false);
}

// The routine takes the launch's own arguments.
void read_library(const TomlTable& table, const Exercise& exercise, LaunchSpec& launch) {
  if (!table.has("library")) return;
  launch.library = table.required_text("library", "cublas.sgemm");
  const data::LibraryRoutine* const routine = data::library_routine(launch.library);
  if (!routine) {
    std::vector<std::string_view> known;
    for (const data::LibraryRoutine& one : data::kLibraryRoutines) known.push_back(one.name);
    table.problem("library", fmt::format("\"{}\" is no routine of a library; there are {}",
                                         launch.library, quoted_list(known)));
    return;
  }
  const auto is_matrix = [&](const ArgumentSpec& argument) {
    const auto buffer = std::ranges::find(exercise.buffers, argument.buffer, &Buffer::name);
    return buffer != exercise.buffers.end() && buffer->element == routine->element;
  };
  const auto is_side = [](const ArgumentSpec& argument) {
    return argument.buffer.empty() && argument.scalar.type == data::ElementType::i32;
  };
  const std::vector<ArgumentSpec>& all = launch.arguments;
  const bool fits = all.size() == data::kMatricesOfRoutine + data::kSidesOfRoutine &&
                    std::all_of(all.begin(), all.begin() + data::kMatricesOfRoutine, is_matrix) &&
                    std::all_of(all.begin() + data::kMatricesOfRoutine, all.end(), is_side);
  if (!fits)
    table.problem("library",
                  fmt::format("does not fit the arguments of the launch; expected three matrices "
                              "of {}, c = a b, and their sides: [\"a\", \"b\", \"c\", "
                              "{{ i32 = \"rows\" }}, {{ i32 = \"inner\" }}, {{ i32 = \"cols\" }}]",
                              data::name_of(routine->element)));
}

LaunchSpec read_launch(const TomlTable& table, const Exercise& exercise, const Scope& scope,
                       std::vector<Group>& groups, LaunchKeys keys) {
  std::vector<std::string_view> known = {
      "name",  "kernel",         "grid",  "block",   "dynamic_shared", "arguments", "repeat",
      "group", "keep_variables", "given", "library", "cooperative",    "swap",      "repeat_while"};
  if (keys == LaunchKeys::with_when) known.emplace_back("when");
  table.allow_only(known);
  LaunchSpec launch;
  launch.loops = read_loops(table, scope);
  const Scope with_block = with_names(scope, {"block_x", "block_y", "block_z"});
  const bool is_in_group =
      table.has("group") && !groups.empty() && groups.back().name == table.text("group");
  Scope in_launch = with_names(with_block, {"iteration"});
  for (const DerivedSize& loop : is_in_group ? groups.back().loops : launch.loops)
    in_launch.push_back(loop.name);
  launch.kernel = table.required_text("kernel", "copy");
  if (!launch.kernel.empty() && !is_identifier(launch.kernel)) {
    table.problem("kernel", fmt::format("\"{}\" is not a function's name", launch.kernel));
  }
  launch.name = table.text("name", launch.kernel);
  if (table.has("block")) {
    launch.block =
        table.expressions("block", 1, 3, exercise.student_chooses_block ? with_block : scope);
  } else if (exercise.student_chooses_block) {
    for (const char* name : kBlockNames) launch.block.push_back(*Expression::parse(name));
  } else {
    table.problem("block",
                  "is missing; expected a list such as [256] or [32, 8], or a table [block] "
                  "if the student is to choose it");
  }
  launch.grid = table.expressions("grid", 1, 3, in_launch);
  if (!table.has("grid")) {
    table.problem("grid", "is missing; expected a list such as [\"ceil_div(n, block_x)\"]");
  }
  launch.dynamic_shared = table.expression("dynamic_shared", in_launch).value_or(Expression{});
  launch.arguments = read_arguments(table, exercise, with_names(in_launch, {"seed"}));
  launch.keep_variables = read_truth(table, "keep_variables");
  launch.cooperative = read_truth(table, "cooperative");
  launch.given = read_truth(table, "given");
  read_library(table, exercise, launch);
  read_repeat(table, exercise, scope, groups, launch);
  if (keys == LaunchKeys::with_when)
    launch.when = table.expression("when", scope).value_or(Expression{1});
  return launch;
}

}  // namespace

void read_block(const TomlTable& root, Exercise& exercise) {
  const std::optional<TomlTable> table = root.table("block");
  if (!table) return;
  table->allow_only({"default", "max", "max_threads"});
  exercise.student_chooses_block = true;
  if (!table->has("default")) {
    table->problem("default",
                   "is missing; expected the block of a student who chooses none, such as [32, 8]");
  }
  exercise.default_block = read_dim3(*table, "default", exercise.default_block);
  exercise.max_block = read_dim3(*table, "max", exercise.max_block);
  const int64_t most = table->whole("max_threads").value_or(kMostThreads);
  if (most < 1 || most > kMostThreads) {
    table->problem("max_threads", fmt::format("is {}; expected 1 to {}", most, kMostThreads));
    return;
  }
  exercise.max_block_threads = static_cast<uint32_t>(most);
  const Dim3 &block = exercise.default_block, &limit = exercise.max_block;
  if (block.x > limit.x || block.y > limit.y || block.z > limit.z ||
      block.volume() > exercise.max_block_threads) {
    table->problem("default", "is larger than \"max\" or \"max_threads\" allows");
  }
}

std::vector<LaunchSpec> read_check_launches(const TomlTable& root, std::string_view key,
                                            const Exercise& exercise, const Scope& scope) {
  std::vector<LaunchSpec> launches;
  const Scope with_block = with_names(scope, {"block_x", "block_y", "block_z"});
  for (const TomlTable& table : root.tables(key)) {
    key == "verify" ? table.allow_only({"kernel", "block", "grid", "arguments", "decides"})
                    : table.allow_only({"kernel", "block", "grid", "arguments"});
    LaunchSpec& launch = launches.emplace_back();
    launch.kernel = launch.name = table.required_text("kernel", "make_rows");
    // One thread is the simplest way, and nobody counts what it does.
    launch.block = table.expressions("block", 1, 3, scope);
    if (launch.block.empty()) launch.block.push_back(Expression{1});
    launch.grid = table.expressions("grid", 1, 3, with_block);
    if (launch.grid.empty()) launch.grid.push_back(Expression{1});
    launch.repeat = Expression{1};
    launch.arguments = read_arguments(table, exercise, with_names(with_block, {"seed"}));
  }
  return launches;
}

std::vector<LaunchSpec> read_launches(const TomlTable& root, const Exercise& exercise,
                                      const Scope& scope, LaunchKeys keys) {
  std::vector<LaunchSpec> launches;
  std::vector<Group> groups;  // one entry a launch
  for (const TomlTable& table : root.tables("launch")) {
    launches.push_back(read_launch(table, exercise, scope, groups, keys));
    const LaunchSpec& added = launches.back();
    const auto twins =
        std::count_if(launches.begin(), launches.end(),
                      [&](const LaunchSpec& other) { return other.name == added.name; });
    if (twins > 1 && !added.name.empty()) {
      table.problem(
          table.has("name") ? "name" : "kernel",
          fmt::format("\"{}\" names two launches; expected a \"name\" of its own for each",
                      added.name));
    }
  }
  if (launches.empty() && !root.problems().any()) {
    root.problem("launch", "is missing; expected at least one [[launch]]");
  }
  if (!launches.empty() && std::all_of(launches.begin(), launches.end(),
                                       [](const LaunchSpec& launch) { return launch.given; })) {
    root.tables("launch").front().problem(
        "given", "is true for every launch; expected one at least that is the student's own");
  }
  return launches;
}

}  // namespace warplab::exercise
