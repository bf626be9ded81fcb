// [[buffer]]: the memory a kernel works on.
#include <fmt/format.h>

#include <algorithm>

#include "data/element.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

constexpr size_t kMostDimensions = 4;

struct RoleName {
  std::string_view name;
  Buffer::Role role;
};
constexpr RoleName kRoles[] = {
    {"input", Buffer::Role::input},
    {"output", Buffer::Role::output},
    {"inout", Buffer::Role::inout},
    {"scratch", Buffer::Role::scratch},
};

// Whether the role is known, without which nothing can be said about the fill.
bool read_type_and_role(const TomlTable& table, Buffer& buffer) {
  const std::string type = table.required_text("type", "f32");
  if (const auto element = data::element_type_named(type)) {
    buffer.element = *element;
  } else if (!type.empty()) {
    table.problem("type", fmt::format("\"{}\" is no element type; there are {}", type,
                                      quoted_list(data::element_type_names())));
  }
  const std::string role = table.required_text("role", "input");
  std::vector<std::string_view> known;
  for (const RoleName& row : kRoles) {
    known.push_back(row.name);
    if (row.name != role) continue;
    buffer.role = row.role;
    return true;
  }
  if (!role.empty()) {
    table.problem("role", fmt::format("\"{}\" is no role; there are {}", role, quoted_list(known)));
  }
  return false;
}

bool depends_on_block(const std::vector<Expression>& shape) {
  return std::ranges::any_of(shape, [](const Expression& extent) {
    return std::ranges::any_of(extent.names(),
                               [](const std::string& name) { return name.starts_with("block_"); });
  });
}

void read_fills(const TomlTable& table, const FillContext& context, Buffer& buffer) {
  const bool has_content = buffer.role == Buffer::Role::input || buffer.role == Buffer::Role::inout;
  if (table.has("fill")) {
    buffer.fill = read_fill(table, "fill", context);
    if (has_content && buffer.fill.is(kPoisonFill)) {
      table.problem("fill",
                    "is \"poison\", which nobody may read; expected what the kernel is to read");
    }
  } else {
    buffer.fill.kind = fill_kind(kPoisonFill);
    if (has_content) {
      table.problem("fill", "is missing; expected what the buffer holds before the first launch");
    }
  }
  buffer.first_fills = read_first_fills(table, context);
}

// What a tolerance says as a formula over the sizes.
void read_tolerance_formulas(const TomlTable& holder, const Scope& sizes, Buffer& buffer) {
  const std::optional<TomlTable> table = holder.table("tolerance");
  if (!table) return;
  for (const auto& [key, into] : {std::pair("absolute", &buffer.absolute_tolerance),
                                  std::pair("relative", &buffer.relative_tolerance)})
    if (table->has(key) && table->node(key)->is_string()) *into = table->formula(key, sizes);
}

// The variable of the student's file that holds the buffer's content.
void read_variable(const TomlTable& table, Buffer& buffer) {
  if (!table.has("variable")) return;
  buffer.variable = table.required_text("variable", "weights");
  if (!is_identifier(buffer.variable))
    table.problem("variable", fmt::format("\"{}\" is not a variable's name", buffer.variable));
  if (buffer.role != Buffer::Role::input)
    table.problem("variable", "belongs to a buffer whose role is \"input\"");
}

Buffer read_buffer(const TomlTable& table, const std::filesystem::path& folder,
                   const Scope& shape_scope, const Scope& formula_scope, const TomlTable& root) {
  table.allow_only({"name", "type", "shape", "role", "fill", "first_fills", "expected", "tolerance",
                    "variable"});
  Buffer buffer;
  buffer.name = table.required_text("name", "out");
  if (!buffer.name.empty() && !is_identifier(buffer.name)) {
    table.problem("name",
                  fmt::format("\"{}\" is not a name; expected letters, digits and _", buffer.name));
  }
  const bool role_known = read_type_and_role(table, buffer);
  if (!table.has("shape")) {
    table.problem("shape", "is missing; expected a list such as [\"rows\", \"cols\"]");
  }
  buffer.shape = table.expressions("shape", 1, kMostDimensions, shape_scope);
  if (!role_known) return buffer;
  if (is_answer(buffer) && depends_on_block(buffer.shape)) {
    table.problem(
        "shape",
        "depends on the student's block; expected one shape for every answer, because the "
        "reference runs with the exercise's own block");
  }
  read_fills(table, {folder, shape_scope, formula_scope, buffer.element, buffer.shape.size()},
             buffer);
  const TomlTable& holder = table.has("tolerance") ? table : root;
  buffer.tolerance = read_tolerance(holder, {});
  read_tolerance_formulas(holder, formula_scope, buffer);
  if (table.has("tolerance") && !is_answer(buffer))
    table.problem("tolerance", "belongs to a buffer whose role is \"output\" or \"inout\"");
  read_variable(table, buffer);
  if (table.has("expected")) {
    Scope scope = formula_scope;
    for (size_t i = 0; i < buffer.shape.size(); ++i) scope.push_back(fmt::format("i{}", i));
    buffer.expected = table.formula("expected", scope);
    if (buffer.role == Buffer::Role::input || buffer.role == Buffer::Role::scratch) {
      table.problem("expected", "belongs to a buffer whose role is \"output\" or \"inout\"");
    }
  }
  return buffer;
}

}  // namespace

data::Tolerance read_tolerance(const TomlTable& holder, const data::Tolerance& otherwise) {
  const std::optional<TomlTable> table = holder.table("tolerance");
  if (!table) return otherwise;
  table->allow_only({"absolute", "relative"});
  if (!table->has("absolute") && !table->has("relative"))
    table->problem("", "is empty; expected \"absolute\", \"relative\" or both");
  data::Tolerance tolerance;
  for (const auto& [key, into] :
       {std::pair("absolute", &tolerance.absolute), std::pair("relative", &tolerance.relative)}) {
    if (!table->has(key) || table->node(key)->is_string()) continue;
    *into = table->number(key).value_or(0);
    if (*into < 0) table->problem(key, "is negative; expected 0 or more");
  }
  return tolerance;
}

std::vector<Buffer> read_buffers(const TomlTable& root, const std::filesystem::path& folder,
                                 const Scope& shape_scope, const Scope& formula_scope) {
  std::vector<Buffer> buffers;
  bool has_output = false;
  for (const TomlTable& table : root.tables("buffer")) {
    buffers.push_back(read_buffer(table, folder, shape_scope, formula_scope, root));
    const Buffer& added = buffers.back();
    has_output |= added.role == Buffer::Role::output || added.role == Buffer::Role::inout;
    const auto twins = std::count_if(buffers.begin(), buffers.end(),
                                     [&](const Buffer& other) { return other.name == added.name; });
    if (twins > 1 && !added.name.empty()) {
      table.problem(
          "name", fmt::format("\"{}\" names two buffers; expected names of their own", added.name));
    }
  }
  if (buffers.size() > kMostBuffers) {
    root.problem("buffer", fmt::format("there are {} buffers; an exercise may have {}",
                                       buffers.size(), kMostBuffers));
  }
  if (!root.has("buffer")) {
    root.problem("buffer", "is missing; expected at least one [[buffer]]");
  } else if (!has_output && !root.problems().any()) {
    root.problem("buffer",
                 "has no buffer whose role is \"output\" or \"inout\"; nothing could be checked");
  }
  return buffers;
}

}  // namespace warplab::exercise
