#pragma once
// The lines of a text and the positions in it. Columns count bytes of UTF-8; positions that this
// class hands out are always at the start of a character.
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::app {

struct Position {
  int line = 0;    // from 0
  int column = 0;  // bytes from the start of the line
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position begin, end;  // half open, begin <= end
  bool empty() const { return begin == end; }
  friend bool operator==(const Range&, const Range&) = default;
};

// Lines were replaced: after line `line` (from 0), `removed` line ends went and `inserted` came.
// Marks on lines move with it, see moved_line().
struct LineChange {
  int line = 0, removed = 0, inserted = 0;
  bool at_line_start = false;  // the change began in column 0, so the line itself moves too
};

// Where line `line` is after `changes`; -1 when its line end was removed.
int moved_line(int line, const std::vector<LineChange>& changes);

class TextBuffer {
 public:
  // "\r\n" and "\n" end lines, and each line keeps its own: text() gives back what came.
  explicit TextBuffer(std::string_view text = {});

  int line_count() const { return static_cast<int>(lines_.size()); }
  const std::string& line(int index) const { return lines_[static_cast<size_t>(index)]; }
  std::string text() const;
  std::string text(const Range& range) const;        // with "\n"
  std::string exact_text(const Range& range) const;  // with the line ends that are there
  // `text` with the line ends of this one, whose first line decides; of a single line, "\n" where
  // no other was seen before.
  std::string with_own_line_ends(std::string_view text) const;
  Position end() const;
  Position clamp(Position position) const;

  Position next(Position position) const;  // one character on, over line ends; stays at the end
  Position previous(Position position) const;

  // With its line ends as they are. Returns the end of the inserted text.
  Position insert(Position position, std::string_view text);
  void erase(const Range& range);

  uint64_t version() const { return changed_lines_.size(); }  // grows with every change
  // The first line (from 0) that differs from what this buffer was at `version`; line_count() where
  // nothing does.
  int first_changed_since(uint64_t version) const;

 private:
  bool own_is_windows() const;
  std::string joined(const Range& range, bool exact) const;

  std::vector<std::string> lines_;
  std::vector<bool> windows_ends_;  // of each line; of the last one it means nothing
  bool first_was_windows_ = false;  // when there was more than one line
  std::vector<int> changed_lines_;  // the first line of each change
};

inline bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The spaces and tabs at its beginning, and whether there is nothing else.
int indentation_bytes(std::string_view line);
bool is_blank(std::string_view line);
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The character that begins at `byte`, and its size in bytes; 0xFFFD where that is no UTF-8.
struct Letter {
  char32_t code = 0;
  int bytes = 1;
};
Letter letter_at(std::string_view line, size_t byte);

// How many columns a character takes: 2 where it is as wide as a Chinese one (East Asian Width W
// and F, Unicode Standard Annex 11), 0 where it stands on the one before.
int columns_of(char32_t letter);

// Columns on the screen: characters count by columns_of(), tabs go on to the next multiple of
// kTabWidth.
inline constexpr int kTabWidth = 4;
int screen_column(std::string_view line, int byte_column);
int byte_column(std::string_view line, int screen_column);  // the nearest character start

}  // namespace warplab::app
