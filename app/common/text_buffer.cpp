#include "common/text_buffer.hpp"

#include <algorithm>

namespace warplab::app {
namespace {

struct SplitText {
  std::vector<std::string> lines;
  std::vector<bool> windows_ends;  // of each line; the last one has none
};

// Splits at line ends; "\r" before "\n" belongs to the line end.
SplitText split_lines(std::string_view text) {
  SplitText split;
  for (;;) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    const bool windows = end != std::string_view::npos && line.ends_with('\r');
    if (windows) line.remove_suffix(1);
    split.lines.emplace_back(line);
    split.windows_ends.push_back(windows);
    if (end == std::string_view::npos) return split;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

int moved_line(int line, const std::vector<LineChange>& changes) {
  for (const LineChange& change : changes) {
    if (line < change.line || (line == change.line && !change.at_line_start)) continue;
    const int first_kept = change.line + change.removed + (change.at_line_start ? 0 : 1);
    if (line < first_kept) return -1;
    line += change.inserted - change.removed;
  }
  return line;
}

TextBuffer::TextBuffer(std::string_view text) {
  SplitText split = split_lines(text);
  lines_ = std::move(split.lines);
  windows_ends_ = std::move(split.windows_ends);
  first_was_windows_ = own_is_windows();
}

bool TextBuffer::own_is_windows() const {
  return line_count() > 1 ? windows_ends_.front() : first_was_windows_;
}

std::string TextBuffer::text() const { return exact_text({{}, end()}); }
std::string TextBuffer::text(const Range& range) const { return joined(range, false); }
std::string TextBuffer::exact_text(const Range& range) const { return joined(range, true); }

std::string TextBuffer::joined(const Range& range, bool exact) const {
  const Position begin = clamp(range.begin), end = clamp(range.end);
  if (begin.line == end.line)
    return line(begin.line)
        .substr(static_cast<size_t>(begin.column), static_cast<size_t>(end.column - begin.column));
  const auto line_end = [&](int of) {
    return exact && windows_ends_[static_cast<size_t>(of)] ? "\r\n" : "\n";
  };
  std::string result = line(begin.line).substr(static_cast<size_t>(begin.column));
  for (int i = begin.line + 1; i < end.line; ++i) (result += line_end(i - 1)) += line(i);
  return (result += line_end(end.line - 1)) +=
         line(end.line).substr(0, static_cast<size_t>(end.column));
}

std::string TextBuffer::with_own_line_ends(std::string_view text) const {
  const std::string_view line_end = own_is_windows() ? "\r\n" : "\n";
  std::string result;
  const SplitText split = split_lines(text);
  for (size_t i = 0; i < split.lines.size(); ++i) {
    if (i) result += line_end;
    result += split.lines[i];
  }
  return result;
}

Position TextBuffer::end() const {
  return {line_count() - 1, static_cast<int>(lines_.back().size())};
}

Position TextBuffer::clamp(Position position) const {
  if (position.line < 0) return {};
  if (position.line >= line_count()) return end();
  const std::string& text = line(position.line);
  position.column = std::clamp(position.column, 0, static_cast<int>(text.size()));
  while (position.column > 0 && position.column < static_cast<int>(text.size()) &&
         continues_character(text[static_cast<size_t>(position.column)]))
    --position.column;
  return position;
}

Position TextBuffer::next(Position position) const {
  const std::string& text = line(position.line);
  const int size = static_cast<int>(text.size());
  if (position.column >= size)
    return position.line + 1 < line_count() ? Position{position.line + 1, 0} : position;
  do ++position.column;
  while (position.column < size && continues_character(text[static_cast<size_t>(position.column)]));
  return position;
}

Position TextBuffer::previous(Position position) const {
  if (position.column == 0) {
    if (position.line == 0) return position;
    return {position.line - 1, static_cast<int>(line(position.line - 1).size())};
  }
  const std::string& text = line(position.line);
  do --position.column;
  while (position.column > 0 && continues_character(text[static_cast<size_t>(position.column)]));
  return position;
}

Position TextBuffer::insert(Position position, std::string_view text) {
  position = clamp(position);
  changed_lines_.push_back(position.line);
  SplitText split = split_lines(text);
  std::vector<std::string>& pieces = split.lines;
  std::string& first = lines_[static_cast<size_t>(position.line)];
  const size_t column = static_cast<size_t>(position.column);
  if (pieces.size() == 1) {
    first.insert(column, pieces[0]);
    return {position.line, position.column + static_cast<int>(pieces[0].size())};
  }
  const Position end{position.line + static_cast<int>(pieces.size()) - 1,
                     static_cast<int>(pieces.back().size())};
  pieces.back() += first.substr(column);
  first.replace(column, std::string::npos, pieces[0]);
  lines_.insert(lines_.begin() + position.line + 1, std::make_move_iterator(pieces.begin() + 1),
                std::make_move_iterator(pieces.end()));
  // The line end that was behind the place is behind the last piece now.
  windows_ends_.insert(windows_ends_.begin() + position.line, split.windows_ends.begin(),
                       split.windows_ends.end() - 1);
  first_was_windows_ = own_is_windows();
  return end;
}

void TextBuffer::erase(const Range& range) {
  const Position begin = clamp(range.begin), end = clamp(range.end);
  changed_lines_.push_back(begin.line);
  first_was_windows_ = own_is_windows();
  std::string tail = line(end.line).substr(static_cast<size_t>(end.column));
  lines_[static_cast<size_t>(begin.line)].replace(static_cast<size_t>(begin.column),
                                                  std::string::npos, tail);
  lines_.erase(lines_.begin() + begin.line + 1, lines_.begin() + end.line + 1);
  windows_ends_.erase(windows_ends_.begin() + begin.line, windows_ends_.begin() + end.line);
}

int TextBuffer::first_changed_since(uint64_t version) const {
  int first = line_count();
  for (size_t i = static_cast<size_t>(version); i < changed_lines_.size(); ++i)
    first = std::min(first, changed_lines_[i]);
  return first;
}

int indentation_bytes(std::string_view line) {
  return static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()));
}

bool is_blank(std::string_view line) {
  return indentation_bytes(line) == static_cast<int>(line.size());
}

Letter letter_at(std::string_view line, size_t byte) {
  constexpr char32_t kNoLetter = 0xFFFD;
  const auto first = static_cast<unsigned char>(line[byte]);
  if (first < 0x80) return {first, 1};
  const int bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC0 || byte + static_cast<size_t>(bytes) > line.size()) return {kNoLetter, 1};
  char32_t code = first & (0x7Fu >> bytes);
  for (int i = 1; i < bytes; ++i) {
    const char next = line[byte + static_cast<size_t>(i)];
    if (!continues_character(next)) return {kNoLetter, 1};
    code = code << 6 | (static_cast<unsigned char>(next) & 0x3F);
  }
  return {code, bytes};
}

int columns_of(char32_t letter) {
  if (letter < 0x300) return 1;
  struct Span {
    char32_t first, last;
  };
  constexpr Span kOnTheOneBefore[] = {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}};
  constexpr Span kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                            {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
                            {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
                            {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
  const auto is_in = [&](const Span& span) { return letter >= span.first && letter <= span.last; };
  if (std::any_of(std::begin(kOnTheOneBefore), std::end(kOnTheOneBefore), is_in)) return 0;
  return std::any_of(std::begin(kWide), std::end(kWide), is_in) ? 2 : 1;
}

int screen_column(std::string_view line, int byte_column) {
  int column = 0;
  const size_t end = std::min(line.size(), static_cast<size_t>(std::max(byte_column, 0)));
  for (size_t i = 0; i < end;) {
    if (line[i] == '\t') {
      column += kTabWidth - column % kTabWidth;
      ++i;
    } else {
      const Letter letter = letter_at(line, i);
      column += columns_of(letter.code);
      i += static_cast<size_t>(letter.bytes);
    }
  }
  return column;
}

int byte_column(std::string_view line, int wanted) {
  int column = 0;
  size_t i = 0;
  while (i < line.size()) {
    const Letter letter = letter_at(line, i);
    const int width = line[i] == '\t' ? kTabWidth - column % kTabWidth : columns_of(letter.code);
    if (column + width > wanted && width > 0) {
      if (2 * (wanted - column) < width) break;  // the nearer edge of a tab
      i += static_cast<size_t>(letter.bytes);
      break;
    }
    column += width;
    i += static_cast<size_t>(letter.bytes);
  }
  return static_cast<int>(i);
}

}  // namespace warplab::app
