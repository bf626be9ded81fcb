// Moving carets, and choosing text with them.
#include <algorithm>

#include "editor/bracket_pairs.hpp"
#include "editor/code_text.hpp"
#include "editor/line_wrap.hpp"

namespace warplab::app {
Position CodeText::word_left(Position from) const {
  Position p = buffer_.previous(from);
  const auto at = [&](Position q) {
    const std::string& line = buffer_.line(q.line);
    return q.column < static_cast<int>(line.size()) ? line[static_cast<size_t>(q.column)] : '\n';
  };
  if (at(p) == '\n') return p;
  while (p.column > 0 && is_blank(at(p))) p = buffer_.previous(p);
  const bool word = is_word_byte(at(p));
  while (p.column > 0) {
    const char before = at(buffer_.previous(p));
    if (is_blank(before) || is_word_byte(before) != word) break;
    p = buffer_.previous(p);
  }
  return p;
}

Position CodeText::word_right(Position from) const {
  const std::string& line = buffer_.line(from.line);
  const int size = static_cast<int>(line.size());
  if (from.column >= size) return buffer_.next(from);
  Position p = from;
  const auto at = [&] { return line[static_cast<size_t>(p.column)]; };
  if (!is_blank(at())) {
    const bool word = is_word_byte(at());
    while (p.column < size && !is_blank(at()) && is_word_byte(at()) == word) ++p.column;
  }
  while (p.column < size && is_blank(at())) ++p.column;
  return p;
}

void CodeText::move(Motion motion, bool extend, int page_lines, LineWrap* wrap) {
  columns_.reset();
  if (wrap) wrap->update(buffer_, wrap->columns());
  at_each_caret([&] { move_here(motion, extend, page_lines, wrap); });
  forget_pairs();
  if (!undo_.empty()) undo_.back().typing = false;  // typing elsewhere is a step of its own
}

Position CodeText::below(int rows, int& column, const LineWrap* wrap) const {
  const Position from = main_.at;
  const bool by_rows = wrap && wrap->is_on();
  LineWrap::Place place;
  if (by_rows) place = wrap->place_of(buffer_, from);
  else place = {from.line, screen_column(buffer_.line(from.line), from.column)};
  if (column < 0) column = place.column;
  place = {place.row + rows, column};
  if (place.row < 0) return {};
  if (place.row >= (by_rows ? wrap->row_count() : buffer_.line_count())) return buffer_.end();
  if (by_rows) return wrap->position_at(buffer_, place);
  return {place.row, byte_column(buffer_.line(place.row), column)};
}

void CodeText::move_here(Motion motion, bool extend, int page_lines, const LineWrap* wrap) {
  Position p = main_.at;
  int keep_column = -1;
  const auto vertical = [&](int rows) {
    keep_column = main_.wanted_column;
    p = below(rows, keep_column, wrap);
  };
  const bool leaves = has_selection() && !extend;
  switch (motion) {
    case Motion::left: p = leaves ? selection().begin : buffer_.previous(p); break;
    case Motion::right: p = leaves ? selection().end : buffer_.next(p); break;
    case Motion::up: vertical(-1); break;
    case Motion::down: vertical(1); break;
    case Motion::page_up: vertical(-page_lines); break;
    case Motion::page_down: vertical(page_lines); break;
    case Motion::word_left: p = word_left(p); break;
    case Motion::word_right: p = word_right(p); break;
    case Motion::line_start: {
      const int first = indentation_bytes(buffer_.line(p.line));
      p.column = p.column == first ? 0 : first;
      break;
    }
    case Motion::line_end: p.column = static_cast<int>(buffer_.line(p.line).size()); break;
    case Motion::text_start: p = {}; break;
    case Motion::text_end: p = buffer_.end(); break;
  }
  main_ = {p, extend ? main_.anchor : p, keep_column};
}

void CodeText::place(Position caret, bool extend) {
  caret = buffer_.clamp(caret);
  main_ = {caret, extend ? main_.anchor : caret};
  keep_main_caret();
  forget_pairs();
  if (!undo_.empty()) undo_.back().typing = false;
}

void CodeText::select(Position anchor, Position caret) {
  place(caret);
  main_.anchor = buffer_.clamp(anchor);
}

void CodeText::select_all() { select({}, buffer_.end()); }

Range CodeText::word_at(Position at) const {
  at = buffer_.clamp(at);
  const std::string& line = buffer_.line(at.line);
  const auto size = static_cast<int>(line.size());
  int begin = at.column, end = at.column;
  const auto byte = [&](int i) { return line[static_cast<size_t>(i)]; };
  while (begin > 0 && is_word_byte(byte(begin - 1))) --begin;
  while (end < size && is_word_byte(byte(end))) ++end;
  return {{at.line, begin}, {at.line, end}};
}

void CodeText::select_word(Position at) {
  Range word = word_at(at);
  if (word.empty() && word.end.column < static_cast<int>(buffer_.line(word.end.line).size()))
    word.end = buffer_.next(word.end);
  select(word.begin, word.end);
}

void CodeText::select_line(int line) {
  const bool last = line + 1 >= buffer_.line_count();
  select({line, 0}, last ? buffer_.end() : Position{line + 1, 0});
}

void CodeText::select_lines() {
  const Range range = selection();
  const bool last = range.end.line + 1 >= buffer_.line_count();
  select({range.begin.line, 0}, last ? buffer_.end() : Position{range.end.line + 1, 0});
}

// ---- looking -----------------------------------------------------------------------------------

std::string CodeText::selected_text() const {
  std::vector<Range> ranges;
  for (const Caret& caret : carets()) ranges.push_back(caret.selection());
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::string text;
  for (const Range& range : ranges) {
    if (&range != &ranges.front()) text += '\n';
    text += buffer_.text(range);
  }
  return text;
}

std::optional<Range> CodeText::bracket_pair() const {
  return app::bracket_pair(buffer_, syntax_, main_.at);
}

}  // namespace warplab::app
