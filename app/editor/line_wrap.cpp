#include "editor/line_wrap.hpp"

#include <algorithm>
#include <string_view>

namespace warplab::app {
namespace {

// How much deeper than its line a further row begins, and the part of the room that is never given
// to indentation.
constexpr int kDeeper = 4;
constexpr int kLeastRoom = 16;

// Behind which byte a row that begins at `begin` and has no room beyond `end` is broken.
int break_before(const std::string& line, int begin, int end) {
  for (const char* marks : {" \t", ",;", "+-*/=<>|&)]}"})
    for (int i = end; i > begin + 1; --i)
      if (std::string_view(marks).find(line[static_cast<size_t>(i - 1)]) != std::string_view::npos)
        return i;
  return end;
}

}  // namespace

void LineWrap::update(const TextBuffer& text, int columns) {
  if (version_ == text.version() && columns_ == columns) return;
  version_ = text.version();
  columns_ = columns;
  lines_ = text.line_count();
  rows_.clear();
  first_.clear();
  if (!is_on()) return;
  first_.reserve(static_cast<size_t>(lines_));
  for (int line = 0; line < lines_; ++line) {
    first_.push_back(static_cast<int>(rows_.size()));
    add_line(text, line);
  }
}

void LineWrap::add_line(const TextBuffer& text, int index) {
  const std::string& line = text.line(index);
  const int bytes = static_cast<int>(line.size());
  const int before = static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()));
  const int deeper =
      std::min(screen_column(line, before) + kDeeper, std::max(columns_ - kLeastRoom, 0));
  Row row{index, 0, bytes, 0, 0};
  while (screen_column(line, bytes) - row.begin_column > columns_ - row.indent) {
    int end = byte_column(line, row.begin_column + std::max(columns_ - row.indent, 1));
    // The indentation of a line is no place to break it.
    end = std::max(break_before(line, std::max(row.begin, before), end), row.begin + 1);
    while (end < bytes && continues_character(line[static_cast<size_t>(end)])) ++end;
    if (end >= bytes) break;
    row.end = end;
    rows_.push_back(row);
    row = {index, end, bytes, screen_column(line, end), deeper};
  }
  row.end = bytes;
  rows_.push_back(row);
}

int LineWrap::first_row(int line) const {
  return is_on() ? first_[static_cast<size_t>(line)] : line;
}

int LineWrap::rows_of(int line) const {
  if (!is_on()) return 1;
  const auto next = static_cast<size_t>(line) + 1;
  const int end = next < first_.size() ? first_[next] : static_cast<int>(rows_.size());
  return end - first_row(line);
}

LineWrap::Row LineWrap::row(const TextBuffer& text, int row) const {
  if (is_on()) return rows_[static_cast<size_t>(row)];
  return {row, 0, static_cast<int>(text.line(row).size()), 0, 0};
}

LineWrap::Place LineWrap::place_of(const TextBuffer& text, const Position& at) const {
  const int column = screen_column(text.line(at.line), at.column);
  int index = first_row(at.line);
  if (!is_on()) return {index, column};
  const int last = index + rows_of(at.line) - 1;
  while (index < last && at.column >= rows_[static_cast<size_t>(index)].end) ++index;
  const Row& here = rows_[static_cast<size_t>(index)];
  return {index, column - here.begin_column + here.indent};
}

Position LineWrap::position_at(const TextBuffer& text, const Place& place) const {
  const Row here = row(text, std::clamp(place.row, 0, row_count() - 1));
  const std::string& line = text.line(here.line);
  const int wanted = std::max(place.column - here.indent, 0) + here.begin_column;
  const bool is_last = here.end == static_cast<int>(line.size());
  // Behind the end of a row is the next row's first place.
  const int most = is_last ? here.end : std::max(here.end - 1, here.begin);
  return {here.line, std::clamp(byte_column(line, wanted), here.begin, most)};
}

}  // namespace warplab::app
