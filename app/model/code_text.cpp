#include "model/code_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace warplab::app {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80);
}
bool is_space(char c) { return c == ' ' || c == '\t'; }

int indentation_bytes(std::string_view line) {
  size_t i = 0;
  while (i < line.size() && is_space(line[i])) ++i;
  return static_cast<int>(i);
}

bool is_blank(std::string_view line) {
  return indentation_bytes(line) == static_cast<int>(line.size());
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

int count_line_ends(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

CodeText::CodeText(std::string_view text) : buffer_(text), indent_width_(found_indent_width()) {}

Range CodeText::selection() const { return {std::min(caret_, anchor_), std::max(caret_, anchor_)}; }

// ---- changing ----------------------------------------------------------------------------------

Position CodeText::apply(Position at, std::string_view removed, std::string_view inserted) {
  LineChange lines{at.line, count_line_ends(removed), count_line_ends(inserted), at.column == 0};
  if (!removed.empty()) {
    Position end = at;
    const size_t last = removed.rfind('\n');
    end.line += lines.removed;
    end.column = last == std::string_view::npos ? at.column + static_cast<int>(removed.size())
                                                : static_cast<int>(removed.size() - last - 1);
    buffer_.erase({at, end});
  }
  if (lines.removed || lines.inserted) line_changes_.push_back(lines);
  return inserted.empty() ? at : buffer_.insert(at, inserted);
}

void CodeText::begin_step(bool typing) {
  step_ = Step{};
  step_->caret_before = caret_;
  step_->anchor_before = anchor_;
  step_->typing = typing;
}

void CodeText::end_step() {
  wanted_column_ = -1;
  Step step = std::move(*step_);
  step_.reset();
  if (step.changes.empty()) return;
  step.caret_after = caret_;
  step.anchor_after = anchor_;
  redo_.clear();
  // Letters typed one after the other are undone together, up to the end of a word.
  if (step.typing && !undo_.empty() && undo_.back().typing && step.changes.size() == 1 &&
      undo_.back().changes.size() == 1) {
    Change& last = undo_.back().changes[0];
    const Change& now = step.changes[0];
    const bool adjacent = undo_.back().caret_after == now.at && now.removed.empty();
    const bool new_word =
        !last.inserted.empty() && is_space(last.inserted.back()) && !is_space(now.inserted.front());
    if (adjacent && !new_word) {
      last.inserted += now.inserted;
      undo_.back().caret_after = step.caret_after;
      undo_.back().anchor_after = step.anchor_after;
      return;
    }
  }
  undo_.push_back(std::move(step));
}

Position CodeText::replace(const Range& range, std::string_view text) {
  return replace_exactly(range, buffer_.with_own_line_ends(text));
}

Position CodeText::replace_exactly(const Range& range, std::string text) {
  std::string removed = buffer_.exact_text(range);
  if (removed.empty() && text.empty()) return range.begin;
  const Position end = apply(range.begin, removed, text);
  step_->changes.push_back({range.begin, std::move(removed), std::move(text)});
  return end;
}

void CodeText::drop_selection() {
  if (has_selection()) caret_ = anchor_ = replace(selection(), {});
}

void CodeText::type(std::string_view utf8) {
  begin_step(!has_selection());
  drop_selection();
  if (utf8 == "}" && caret_.column > 0) {
    const std::string& line = buffer_.line(caret_.line);
    const std::string_view before =
        std::string_view(line).substr(0, static_cast<size_t>(caret_.column));
    if (is_blank(before)) {
      const int width = screen_column(line, caret_.column);
      const int target = std::max(0, (width - 1) / indent_width_ * indent_width_);
      const Position start{caret_.line, byte_column(before, target)};
      step_->typing = false;
      caret_ = replace({start, caret_}, {});
    }
  }
  caret_ = anchor_ = replace({caret_, caret_}, utf8);
  end_step();
}

void CodeText::insert(std::string_view text) {
  begin_step(false);
  caret_ = anchor_ = replace(selection(), text);
  end_step();
}

void CodeText::new_line() {
  begin_step(false);
  drop_selection();
  const std::string& line = buffer_.line(caret_.line);
  const int indentation = std::min(indentation_bytes(line), caret_.column);
  std::string text = "\n" + line.substr(0, static_cast<size_t>(indentation));
  std::string_view before = std::string_view(line).substr(0, static_cast<size_t>(caret_.column));
  while (!before.empty() && is_space(before.back())) before.remove_suffix(1);
  std::string_view after = std::string_view(line).substr(static_cast<size_t>(caret_.column));
  while (!after.empty() && is_space(after.front())) after.remove_prefix(1);
  const std::string outer = text;
  const bool opens = before.ends_with('{');
  if (opens) text.append(static_cast<size_t>(indent_width_), ' ');
  const bool splits_block = opens && after.starts_with('}');
  // Spaces after the caret would add to the new line's indentation.
  const Position after_spaces{caret_.line, static_cast<int>(line.size() - after.size())};
  const Position end = replace({caret_, after_spaces}, text);
  if (splits_block) replace({end, end}, outer);
  caret_ = anchor_ = end;
  end_step();
}

void CodeText::erase_backward(bool word) {
  begin_step(false);
  if (has_selection()) {
    drop_selection();
  } else {
    Position start = word ? word_left(caret_) : buffer_.previous(caret_);
    const std::string& line = buffer_.line(caret_.line);
    const std::string_view before =
        std::string_view(line).substr(0, static_cast<size_t>(caret_.column));
    // Inside the indentation a press goes back a whole level.
    if (!word && before.find_first_not_of(' ') == std::string_view::npos && !before.empty())
      start = {caret_.line, (caret_.column - 1) / indent_width_ * indent_width_};
    caret_ = anchor_ = replace({start, caret_}, {});
  }
  end_step();
}

void CodeText::erase_forward(bool word) {
  begin_step(false);
  if (has_selection()) drop_selection();
  else replace({caret_, word ? word_right(caret_) : buffer_.next(caret_)}, {});
  anchor_ = caret_;
  end_step();
}

std::pair<int, int> CodeText::selected_lines() const {
  const Range range = selection();
  const bool ends_at_start = range.end.column == 0 && range.end.line > range.begin.line;
  return {range.begin.line, range.end.line - (ends_at_start ? 1 : 0)};
}

void CodeText::indent() {
  begin_step(false);
  const int width = indent_width_;
  const Range range = selection();
  if (range.begin.line == range.end.line) {
    const Position start = range.begin;
    const int column = screen_column(buffer_.line(start.line), start.column);
    caret_ = anchor_ =
        replace(range, std::string(static_cast<size_t>(width - column % width), ' '));
  } else {
    const auto [first, last] = selected_lines();
    for (int i = first; i <= last; ++i)
      if (!buffer_.line(i).empty())
        replace({{i, 0}, {i, 0}}, std::string(static_cast<size_t>(width), ' '));
    for (Position* p : {&caret_, &anchor_})
      if (p->column > 0 && p->line >= first && p->line <= last) p->column += width;
  }
  end_step();
}

void CodeText::outdent() {
  begin_step(false);
  const int width = indent_width_;
  const auto [first, last] = selected_lines();
  for (int i = first; i <= last; ++i) {
    const std::string& line = buffer_.line(i);
    int bytes = 0;
    if (line.starts_with('\t')) {
      bytes = 1;
    } else {
      while (bytes < width && bytes < static_cast<int>(line.size()) &&
             line[static_cast<size_t>(bytes)] == ' ')
        ++bytes;
    }
    if (bytes == 0) continue;
    replace({{i, 0}, {i, bytes}}, {});
    for (Position* p : {&caret_, &anchor_})
      if (p->line == i) p->column = std::max(0, p->column - bytes);
  }
  end_step();
}

void CodeText::toggle_comment() {
  begin_step(false);
  const auto [first, last] = selected_lines();
  bool all_commented = true, any_text = false;
  int column = 1 << 30;  // the comment signs of a block stand in one column
  for (int i = first; i <= last; ++i) {
    const std::string& line = buffer_.line(i);
    if (is_blank(line)) continue;
    any_text = true;
    const int indentation = indentation_bytes(line);
    column = std::min(column, indentation);
    all_commented &=
        std::string_view(line).substr(static_cast<size_t>(indentation)).starts_with("//");
  }
  for (int i = first; any_text && i <= last; ++i) {
    const std::string& line = buffer_.line(i);
    if (is_blank(line)) continue;
    const int indentation = indentation_bytes(line);
    int shift = 0, at = column;
    if (all_commented) {
      at = indentation;
      shift = line.compare(static_cast<size_t>(at), 3, "// ") == 0 ? -3 : -2;
      replace({{i, at}, {i, at - shift}}, {});
    } else {
      shift = 3;
      replace({{i, at}, {i, at}}, "// ");
    }
    for (Position* p : {&caret_, &anchor_})
      if (p->line == i && p->column > at) p->column = std::max(at, p->column + shift);
  }
  end_step();
}

void CodeText::move_lines(int direction) {
  const auto [first, last] = selected_lines();
  if (direction < 0 ? first == 0 : last + 1 >= buffer_.line_count()) return;
  begin_step(false);
  const int neighbour = direction < 0 ? first - 1 : last + 1;
  const std::string moved = buffer_.line(neighbour);
  if (direction < 0) {
    const Position end{last, static_cast<int>(buffer_.line(last).size())};
    replace({end, end}, "\n" + moved);
    replace({{neighbour, 0}, {first, 0}}, {});
  } else {
    const Position end{last, static_cast<int>(buffer_.line(last).size())};
    replace({end, {neighbour, static_cast<int>(moved.size())}}, {});
    replace({{first, 0}, {first, 0}}, moved + "\n");
  }
  caret_.line += direction;
  anchor_.line += direction;
  end_step();
}

void CodeText::replace_all(std::string_view text) {
  begin_step(false);
  const Position caret = caret_;
  replace_exactly({{}, buffer_.end()}, std::string(text));
  caret_ = anchor_ = buffer_.clamp(caret);
  end_step();
}

// ---- undo --------------------------------------------------------------------------------------

void CodeText::undo() {
  if (undo_.empty()) return;
  Step step = std::move(undo_.back());
  undo_.pop_back();
  for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change)
    apply(change->at, change->inserted, change->removed);
  caret_ = step.caret_before;
  anchor_ = step.anchor_before;
  wanted_column_ = -1;
  redo_.push_back(std::move(step));
}

void CodeText::redo() {
  if (redo_.empty()) return;
  Step step = std::move(redo_.back());
  redo_.pop_back();
  for (const Change& change : step.changes) apply(change.at, change.removed, change.inserted);
  caret_ = step.caret_after;
  anchor_ = step.anchor_after;
  wanted_column_ = -1;
  step.typing = false;
  undo_.push_back(std::move(step));
}

std::vector<LineChange> CodeText::take_line_changes() { return std::exchange(line_changes_, {}); }

// ---- moving ------------------------------------------------------------------------------------

Position CodeText::word_left(Position from) const {
  Position p = buffer_.previous(from);
  const auto at = [&](Position q) {
    const std::string& line = buffer_.line(q.line);
    return q.column < static_cast<int>(line.size()) ? line[static_cast<size_t>(q.column)] : '\n';
  };
  if (at(p) == '\n') return p;
  while (p.column > 0 && is_space(at(p))) p = buffer_.previous(p);
  const bool word = is_word(at(p));
  while (p.column > 0) {
    const char before = at(buffer_.previous(p));
    if (is_space(before) || is_word(before) != word) break;
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
  if (!is_space(at())) {
    const bool word = is_word(at());
    while (p.column < size && !is_space(at()) && is_word(at()) == word) ++p.column;
  }
  while (p.column < size && is_space(at())) ++p.column;
  return p;
}

void CodeText::move(Motion motion, bool extend, int page_lines) {
  Position p = caret_;
  const auto vertical = [&](int lines) {
    const int column =
        wanted_column_ >= 0 ? wanted_column_ : screen_column(buffer_.line(p.line), p.column);
    const int target = p.line + lines;
    if (target < 0) {
      p = {};
    } else if (target >= buffer_.line_count()) {
      p = buffer_.end();
    } else {
      p = {target, byte_column(buffer_.line(target), column)};
    }
    return column;
  };
  int keep_column = -1;
  switch (motion) {
    case Motion::left:
      p = has_selection() && !extend ? selection().begin : buffer_.previous(p);
      break;
    case Motion::right: p = has_selection() && !extend ? selection().end : buffer_.next(p); break;
    case Motion::up: keep_column = vertical(-1); break;
    case Motion::down: keep_column = vertical(1); break;
    case Motion::page_up: keep_column = vertical(-page_lines); break;
    case Motion::page_down: keep_column = vertical(page_lines); break;
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
  place(p, extend);
  wanted_column_ = keep_column;
}

void CodeText::place(Position caret, bool extend) {
  caret_ = buffer_.clamp(caret);
  if (!extend) anchor_ = caret_;
  wanted_column_ = -1;
  if (!undo_.empty()) undo_.back().typing = false;  // typing elsewhere is a step of its own
}

void CodeText::select(Position anchor, Position caret) {
  place(caret);
  anchor_ = buffer_.clamp(anchor);
}

void CodeText::select_all() { select({}, buffer_.end()); }

void CodeText::select_word(Position at) {
  at = buffer_.clamp(at);
  const std::string& line = buffer_.line(at.line);
  const auto size = static_cast<int>(line.size());
  int begin = at.column, end = at.column;
  const auto byte = [&](int i) { return line[static_cast<size_t>(i)]; };
  while (begin > 0 && is_word(byte(begin - 1))) --begin;
  while (end < size && is_word(byte(end))) ++end;
  if (begin == end && end < size) end = buffer_.next(at).column;
  select({at.line, begin}, {at.line, end});
}

void CodeText::select_line(int line) {
  const bool last = line + 1 >= buffer_.line_count();
  select({line, 0}, last ? buffer_.end() : Position{line + 1, 0});
}

// ---- finding -----------------------------------------------------------------------------------

int CodeText::found_indent_width() const {
  // What the text itself uses: its first indented line decides, as far as it is 2 or 4.
  for (int i = 0; i < buffer_.line_count() && i < 200; ++i) {
    const std::string& line = buffer_.line(i);
    const int bytes = indentation_bytes(line);
    if (bytes == 0 || bytes == static_cast<int>(line.size()) || line[0] == '\t') continue;
    if (line[static_cast<size_t>(bytes)] == '*') continue;  // the middle of a /* comment */
    return bytes == 2 || bytes == 3 ? 2 : 4;
  }
  return 4;
}

std::optional<Range> CodeText::find(std::string_view needle, Position from, bool backward,
                                    bool match_case) const {
  if (needle.empty()) return std::nullopt;
  const auto equal = [&](char a, char b) { return match_case ? a == b : lower(a) == lower(b); };
  const auto in_line = [&](int index, int first, int last) -> std::optional<Range> {
    const std::string& line = buffer_.line(index);
    std::optional<Range> found;
    const int end = std::min(last, static_cast<int>(line.size()) - static_cast<int>(needle.size()));
    for (int column = first; column <= end; ++column) {
      if (!std::equal(needle.begin(), needle.end(), line.begin() + column, equal)) continue;
      found = Range{{index, column}, {index, column + static_cast<int>(needle.size())}};
      if (!backward) return found;
    }
    return found;
  };
  const int lines = buffer_.line_count(), all = 1 << 30;
  // One line more than there are: the starting line is looked at in two parts.
  for (int i = 0; i <= lines; ++i) {
    const int index = ((from.line + (backward ? -i : i)) % lines + lines) % lines;
    const bool start = i == 0;
    const int first = start && !backward ? from.column : 0;
    const int last = start && backward ? from.column - 1 : all;
    if (const auto found = in_line(index, first, last)) return found;
  }
  return std::nullopt;
}

std::optional<Range> CodeText::bracket_pair() const {
  constexpr std::array<std::string_view, 3> kPairs = {"()", "[]", "{}"};
  constexpr int kMostLines = 2000;  // enough for any kernel, and a frame never waits for it
  const std::string& line = buffer_.line(caret_.line);
  for (const int column : {caret_.column, caret_.column - 1}) {
    if (column < 0 || column >= static_cast<int>(line.size())) continue;
    const char here = line[static_cast<size_t>(column)];
    for (const std::string_view pair : kPairs) {
      if (here != pair[0] && here != pair[1]) continue;
      const int step = here == pair[0] ? 1 : -1;
      int depth = 0;
      Position p{caret_.line, column};
      for (int seen = 0; p.line >= 0 && p.line < buffer_.line_count() && seen < kMostLines;
           ++seen) {
        const std::string& text = buffer_.line(p.line);
        for (; p.column >= 0 && p.column < static_cast<int>(text.size()); p.column += step) {
          const char c = text[static_cast<size_t>(p.column)];
          if (c == pair[0]) ++depth;
          if (c == pair[1]) --depth;
          if (depth == 0) {
            const Position here_at{caret_.line, column};
            return Range{std::min(here_at, p), std::max(here_at, p)};
          }
        }
        p.line += step;
        if (p.line >= 0 && p.line < buffer_.line_count())
          p.column = step > 0 ? 0 : static_cast<int>(buffer_.line(p.line).size()) - 1;
      }
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace warplab::app
