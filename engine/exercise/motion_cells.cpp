#include "exercise/motion_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

constexpr const char* kCellForm =
    "expected a name with places, such as \"lane\", \"lane[3]\", \"tile[0..3][2]\" or "
    "\"memory[0..28 by 4]\"";

struct Range {
  int first = 0, last = 0, step = 1;
};

bool take_number(std::string_view& text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

// What stands between the brackets, over an index that is less than `count`.
Result<Range> parse_range(std::string_view text, int count) {
  const std::string whole(text);
  Range range{0, count - 1, 1};
  if (text == "*") return range;
  if (!take_number(text, range.first)) return Error{fmt::format("\"[{}]\": {}", whole, kCellForm)};
  range.last = range.first;
  if (text.starts_with("..")) {
    text.remove_prefix(2);
    if (!take_number(text, range.last)) return Error{fmt::format("\"[{}]\": {}", whole, kCellForm)};
    if (text.starts_with(" by ")) {
      text.remove_prefix(4);
      if (!take_number(text, range.step))
        return Error{fmt::format("\"[{}]\": {}", whole, kCellForm)};
    }
  }
  if (!text.empty() || range.step == 0) return Error{fmt::format("\"[{}]\": {}", whole, kCellForm)};
  if (range.first > range.last || range.last >= count)
    return Error{
        fmt::format("\"[{}]\" is outside; expected places from 0 to {}", whole, count - 1)};
  return range;
}

}  // namespace

Result<std::vector<MotionCell>> motion_cells(std::string_view text,
                                             const std::vector<MotionArray>& arrays) {
  const size_t name_end = std::min(text.find('['), text.size());
  const std::string_view name = text.substr(0, name_end);
  const auto array = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const MotionArray& one) { return one.name == name; });
  if (array == arrays.end()) {
    std::vector<std::string_view> known;
    for (const MotionArray& one : arrays) known.push_back(one.name);
    const std::string hint = did_you_mean(name, known);
    return Error{fmt::format("\"{}\" is no array of this scene{}", name,
                             hint.empty() ? "; there are " + quoted_list(known) : hint)};
  }
  std::string_view rest = text.substr(name_end);
  std::vector<std::string_view> places;
  while (!rest.empty()) {
    const size_t close = rest.find(']');
    if (rest.front() != '[' || close == std::string_view::npos || places.size() == 2)
      return Error{fmt::format("\"{}\": {}", text, kCellForm)};
    places.push_back(rest.substr(1, close - 1));
    rest.remove_prefix(close + 1);
  }
  Range rows{0, array->rows - 1, 1}, columns{0, array->columns - 1, 1};
  // One place alone is a column where there is one row.
  const bool place_is_column = places.size() == 1 && array->rows == 1;
  if (!places.empty() && !place_is_column) {
    const Result<Range> found = parse_range(places[0], array->rows);
    if (!found) return Error{found.error()};
    rows = *found;
  }
  if (place_is_column || places.size() == 2) {
    const Result<Range> found = parse_range(places.back(), array->columns);
    if (!found) return Error{found.error()};
    columns = *found;
  }
  std::vector<MotionCell> cells;
  for (int row = rows.first; row <= rows.last; row += rows.step)
    for (int column = columns.first; column <= columns.last; column += columns.step)
      cells.push_back({static_cast<size_t>(array - arrays.begin()),
                       static_cast<size_t>(row * array->columns + column)});
  return cells;
}

}  // namespace warplab::exercise
