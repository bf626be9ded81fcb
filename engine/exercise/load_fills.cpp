// What a buffer holds before the first launch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/element.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

struct FillKind {
  std::string_view name;
  Fill::Kind kind;
};
constexpr FillKind kFillKinds[] = {
    {"constant", Fill::Kind::constant},
    {"ramp", Fill::Kind::ramp},
    {"random_integers", Fill::Kind::random_integers},
    {"random_multiples", Fill::Kind::random_multiples},
    {"uniform", Fill::Kind::uniform},
    {"picture", Fill::Kind::picture},
    {"poison", Fill::Kind::poison},
};

std::optional<Fill::Kind> fill_kind_named(const TomlTable& table, std::string_view key,
                                          std::string_view name) {
  std::vector<std::string_view> known;
  for (const FillKind& row : kFillKinds) {
    if (row.name == name) return row.kind;
    known.push_back(row.name);
  }
  table.problem(key, fmt::format("\"{}\" is no fill; there are {}{}", name, quoted_list(known),
                                 did_you_mean(name, known)));
  return std::nullopt;
}

// A number that the buffer's elements can hold.
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

void read_low_and_high(const TomlTable& table, data::ElementType type, std::optional<double> low,
                       std::optional<double> high, Fill& fill) {
  fill.low = held_number(table, "low", type, low);
  fill.high = held_number(table, "high", type, high);
  if (!std::isfinite(fill.high - fill.low)) {
    table.problem("high", fmt::format("is {:g}, and low is {:g}: the range between them is too "
                                      "large to be computed with",
                                      fill.high, fill.low));
  }
  const bool may_be_equal = fill.kind != Fill::Kind::uniform;
  if (fill.low > fill.high || (fill.low == fill.high && !may_be_equal)) {
    table.problem("high", fmt::format("is {:g}; expected a number above low, which is {:g}",
                                      fill.high, fill.low));
  }
}

void read_random_range(const TomlTable& table, data::ElementType type, Fill& fill) {
  read_low_and_high(table, type, std::nullopt, std::nullopt, fill);
  for (const char* key : {"low", "high"}) {
    const double value = table.number(key).value_or(0);
    if (!holds(data::ElementType::i64, value)) {
      table.problem(key, fmt::format("is {:g}; expected a whole number", value));
    }
  }
}

// The step, and the range, whose ends must be multiples of it.
void read_multiples(const TomlTable& table, data::ElementType type, Fill& fill) {
  read_low_and_high(table, type, std::nullopt, std::nullopt, fill);
  if (!table.has("step")) {
    table.problem("step", "is missing; expected a number above 0, such as 0.25");
    return;
  }
  fill.step = table.number("step").value_or(1);
  if (!(fill.step > 0) || !std::isfinite(fill.step)) {
    table.problem("step", fmt::format("is {:g}; expected a number above 0", fill.step));
    fill.step = 1;
  } else if (is_whole_type(type) && !holds(data::ElementType::i64, fill.step)) {
    table.problem("step", fmt::format("is {:g}, but {}", fill.step, range_sentence(type)));
  }
  for (const char* key : {"low", "high"}) {
    const double value = table.number(key).value_or(0);
    if (!holds(data::ElementType::i64, value / fill.step))
      table.problem(key, fmt::format("is {:g}; expected a multiple of step, which is {:g}", value,
                                     fill.step));
  }
}

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

void read_picture(const TomlTable& table, const FillContext& context, Fill& fill) {
  const std::string name = table.required_text("file", "portrait.png");
  if (name.empty()) return;
  auto picture = load_picture(context.folder, name);
  if (picture) {
    fill.picture = *picture;
  } else {
    table.problem("file", picture.error());
  }
}

Fill read_fill_table(const TomlTable& table, const FillContext& context) {
  Fill fill;
  const std::string name = table.required_text("kind", "constant");
  const auto kind = name.empty() ? std::nullopt : fill_kind_named(table, "kind", name);
  if (!kind) return fill;
  fill.kind = *kind;
  const data::ElementType type = context.type;
  switch (*kind) {
    case Fill::Kind::constant:
      table.allow_only({"kind", "value", "patches"});
      fill.value = held_number(table, "value", type, std::nullopt);
      break;
    case Fill::Kind::ramp:
      table.allow_only({"kind", "start", "step", "patches"});
      fill.start = held_number(table, "start", type, 0.0);
      fill.step = table.number("step").value_or(1);
      if (is_whole_type(type) && !holds(data::ElementType::i64, fill.step)) {
        table.problem("step", fmt::format("is {:g}, but {}", fill.step, range_sentence(type)));
      }
      break;
    case Fill::Kind::random_integers:
      table.allow_only({"kind", "low", "high", "patches"});
      read_random_range(table, type, fill);
      break;
    case Fill::Kind::random_multiples:
      table.allow_only({"kind", "low", "high", "step", "patches"});
      read_multiples(table, type, fill);
      break;
    case Fill::Kind::uniform:
      table.allow_only({"kind", "low", "high", "patches"});
      if (is_whole_type(type)) {
        table.problem("kind", fmt::format("\"uniform\" makes decimal numbers, but {}; expected "
                                          "\"random_integers\"",
                                          range_sentence(type)));
      }
      read_low_and_high(table, type, 0.0, 1.0, fill);
      break;
    case Fill::Kind::picture:
      table.allow_only({"kind", "file", "low", "high", "patches"});
      read_low_and_high(table, type, 0.0, is_whole_type(type) ? 255.0 : 1.0, fill);
      read_picture(table, context, fill);
      break;
    case Fill::Kind::poison: table.allow_only({"kind"}); break;
  }
  for (const TomlTable& patch : table.tables("patches")) {
    fill.patches.push_back(read_patch(patch, type, context.dimensions, context.scope));
  }
  return fill;
}

}  // namespace

Fill read_fill(const TomlTable& buffer, std::string_view key, const FillContext& context) {
  if (!buffer.node(key)->is_string()) {
    const std::optional<TomlTable> table = buffer.table(key);
    return table ? read_fill_table(*table, context) : Fill{};
  }
  Fill fill;
  const auto kind = fill_kind_named(buffer, key, buffer.text(key));
  if (!kind) return fill;
  fill.kind = *kind;
  const bool complete = *kind == Fill::Kind::ramp || *kind == Fill::Kind::poison ||
                        (*kind == Fill::Kind::uniform && !is_whole_type(context.type));
  if (!complete) {
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
