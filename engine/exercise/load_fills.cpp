// "fill" and "first_fills" of a buffer: the parts that all kinds have in common.
#include <fmt/format.h>

#include "data/element.hpp"
#include "exercise/fill_kinds.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {

double held_number(const TomlTable& table, std::string_view key, data::ElementType type,
                   std::optional<double> otherwise) {
  const std::optional<double> value = table.number(key);
  if (!value) {
    if (!otherwise && !table.has(key)) table.problem(key, "is missing; expected a number");
    return otherwise.value_or(0);
  }
  if (!holds(type, *value)) {
    table.problem(key, fmt::format("is {:g}, but {}", *value, range_sentence(type)));
  }
  return *value;
}

namespace {

Fill::Patch read_patch(const TomlTable& table, data::ElementType type, size_t dimensions,
                       const Scope& scope) {
  table.allow_only({"rows", "columns", "value"});
  Fill::Patch patch;
  const auto read_range = [&](std::string_view key, Expression& begin, Expression& end) {
    const std::vector<Expression> range = table.expressions(key, 2, 2, scope);
    if (range.size() == 2) {
      begin = range[0];
      end = range[1];
    } else {
      end = Expression(INT64_MAX);  // clipped to the buffer
    }
  };
  read_range("rows", patch.row_begin, patch.row_end);
  read_range("columns", patch.column_begin, patch.column_end);
  if (dimensions == 1 && table.has("rows")) {
    table.problem("rows",
                  "does not belong to a buffer of one dimension; expected \"columns\" only");
  }
  patch.value = held_number(table, "value", type, std::nullopt);
  return patch;
}

const FillKind* fill_kind_named(const TomlTable& table, std::string_view key,
                                std::string_view name) {
  if (const FillKind* const row = fill_kind(name)) return row;
  std::vector<std::string_view> known;
  for (const FillKind& row : fill_kinds()) known.push_back(row.name);
  table.problem(key, fmt::format("\"{}\" is no fill; there are {}{}", name, quoted_list(known),
                                 did_you_mean(name, known)));
  return nullptr;
}

Fill read_fill_table(const TomlTable& table, const FillContext& context) {
  Fill fill;
  const std::string name = table.required_text("kind", "constant");
  const FillKind* const row = name.empty() ? nullptr : fill_kind_named(table, "kind", name);
  if (!row) return fill;
  fill.kind = row;
  std::vector<std::string_view> keys = {"kind"};
  keys.insert(keys.end(), row->keys.begin(), row->keys.end());
  if (row->takes_patches) keys.push_back("patches");
  table.allow_only(keys);
  if (row->read) row->read(table, context, fill);
  for (const TomlTable& patch : table.tables("patches")) {
    fill.patches.push_back(read_patch(patch, context.type, context.dimensions, context.scope));
  }
  return fill;
}

}  // namespace

Fill read_fill(const TomlTable& buffer, std::string_view key, const FillContext& context) {
  if (buffer.node(key)->is_number()) {
    Fill fill;
    fill.kind = fill_kind(kConstantFill);
    fill.value = held_number(buffer, key, context.type, std::nullopt);
    return fill;
  }
  if (!buffer.node(key)->is_string()) {
    const std::optional<TomlTable> table = buffer.table(key);
    return table ? read_fill_table(*table, context) : Fill{};
  }
  Fill fill;
  const FillKind* const row = fill_kind_named(buffer, key, buffer.text(key));
  if (!row) return fill;
  fill.kind = row;
  if (!row->is_complete(context.type)) {
    buffer.problem(key,
                   fmt::format("\"{0}\" needs more than its name here; expected a table such as "
                               "{{ kind = \"{0}\", ... }}",
                               buffer.text(key)));
  }
  return fill;
}

std::vector<Fill> read_first_fills(const TomlTable& buffer, const FillContext& context) {
  std::vector<Fill> fills;
  for (const TomlTable& fill : buffer.tables("first_fills")) {
    fills.push_back(read_fill_table(fill, context));
  }
  return fills;
}

}  // namespace warplab::exercise
