// What a buffer holds before the first launch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/element.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

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

void read_ramp(const TomlTable& table, const FillContext& context, Fill& fill) {
  fill.start = held_number(table, "start", context.type, 0.0);
  fill.step = table.number("step").value_or(1);
  if (is_whole_type(context.type) && !holds(data::ElementType::i64, fill.step)) {
    table.problem("step", fmt::format("is {:g}, but {}", fill.step, range_sentence(context.type)));
  }
}

void read_uniform(const TomlTable& table, const FillContext& context, Fill& fill) {
  if (is_whole_type(context.type)) {
    table.problem("kind", fmt::format("\"uniform\" makes decimal numbers, but {}; expected "
                                      "\"random_integers\"",
                                      range_sentence(context.type)));
  }
  read_low_and_high(table, context.type, 0.0, 1.0, fill);
}

void read_random_range(const TomlTable& table, const FillContext& context, Fill& fill) {
  read_low_and_high(table, context.type, std::nullopt, std::nullopt, fill);
  for (const char* key : {"low", "high"}) {
    const double value = table.number(key).value_or(0);
    if (!holds(data::ElementType::i64, value)) {
      table.problem(key, fmt::format("is {:g}; expected a whole number", value));
    }
  }
}

// The step, and the range, whose ends must be multiples of it.
void read_multiples(const TomlTable& table, const FillContext& context, Fill& fill) {
  const data::ElementType type = context.type;
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
  read_low_and_high(table, context.type, 0.0, is_whole_type(context.type) ? 255.0 : 1.0, fill);
  const std::string name = table.required_text("file", "portrait.png");
  if (name.empty()) return;
  auto picture = load_picture(context.folder, name);
  if (picture) {
    fill.picture = *picture;
  } else {
    table.problem("file", picture.error());
  }
}

// A fill is one row, and one function in fill.cpp that makes its values.
struct FillKind {
  std::string_view name;
  Fill::Kind kind;
  std::vector<std::string_view> keys;  // beside "kind" and "patches"
  void (*read)(const TomlTable&, const FillContext&, Fill&) = nullptr;
  // Whether the name alone says all that there is to say, for elements of this type.
  bool (*is_complete)(data::ElementType) = [](data::ElementType) { return false; };
  bool takes_patches = true;
};

const std::vector<FillKind>& fill_kinds() {
  static const std::vector<FillKind> rows = {
      {.name = "constant",
       .kind = Fill::Kind::constant,
       .keys = {"value"},
       .read =
           [](const TomlTable& table, const FillContext& context, Fill& fill) {
             fill.value = held_number(table, "value", context.type, std::nullopt);
           }},
      {.name = "ramp",
       .kind = Fill::Kind::ramp,
       .keys = {"start", "step"},
       .read = read_ramp,
       .is_complete = [](data::ElementType) { return true; }},
      {.name = "random_integers",
       .kind = Fill::Kind::random_integers,
       .keys = {"low", "high"},
       .read = read_random_range},
      {.name = "random_multiples",
       .kind = Fill::Kind::random_multiples,
       .keys = {"low", "high", "step"},
       .read = read_multiples},
      {.name = "uniform",
       .kind = Fill::Kind::uniform,
       .keys = {"low", "high"},
       .read = read_uniform,
       .is_complete = [](data::ElementType type) { return !is_whole_type(type); }},
      {.name = "picture",
       .kind = Fill::Kind::picture,
       .keys = {"file", "low", "high"},
       .read = read_picture},
      {.name = "poison",
       .kind = Fill::Kind::poison,
       .is_complete = [](data::ElementType) { return true; },
       .takes_patches = false},
  };
  return rows;
}

const FillKind* fill_kind_named(const TomlTable& table, std::string_view key,
                                std::string_view name) {
  std::vector<std::string_view> known;
  for (const FillKind& row : fill_kinds()) {
    if (row.name == name) return &row;
    known.push_back(row.name);
  }
  table.problem(key, fmt::format("\"{}\" is no fill; there are {}{}", name, quoted_list(known),
                                 did_you_mean(name, known)));
  return nullptr;
}

Fill read_fill_table(const TomlTable& table, const FillContext& context) {
  Fill fill;
  const std::string name = table.required_text("kind", "constant");
  const FillKind* const row = name.empty() ? nullptr : fill_kind_named(table, "kind", name);
  if (!row) return fill;
  fill.kind = row->kind;
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
  if (!buffer.node(key)->is_string()) {
    const std::optional<TomlTable> table = buffer.table(key);
    return table ? read_fill_table(*table, context) : Fill{};
  }
  Fill fill;
  const FillKind* const row = fill_kind_named(buffer, key, buffer.text(key));
  if (!row) return fill;
  fill.kind = row->kind;
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
