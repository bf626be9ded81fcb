#include "editor/find_in_text.hpp"

#include <algorithm>
#include <cctype>

namespace warplab::app {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

class Finder {
 public:
  Finder(const TextBuffer& text, std::string_view needle, FindOptions options)
      : text_(text), needle_(needle), options_(options) {}

  // In one line, from `first` on; backward: the last one that begins at `last` at the latest.
  std::optional<Range> in_line(int index, int first, int last, bool backward) const {
    const std::string& line = text_.line(index);
    const auto size = static_cast<int>(needle_.size());
    const int end = std::min(last, static_cast<int>(line.size()) - size);
    std::optional<Range> found;
    for (int column = first; column <= end; ++column) {
      if (!is_at(line, static_cast<size_t>(column))) continue;
      found = Range{{index, column}, {index, column + size}};
      if (!backward) return found;
    }
    return found;
  }

 private:
  bool is_at(const std::string& line, size_t column) const {
    const bool equal =
        options_.match_case
            ? line.compare(column, needle_.size(), needle_) == 0
            : std::equal(needle_.begin(), needle_.end(),
                         line.begin() + static_cast<std::ptrdiff_t>(column),
                         [](char a, char b) { return a == b || lower(a) == lower(b); });
    if (!equal || !options_.whole_word) return equal;
    const size_t end = column + needle_.size();
    const bool joins_before =
        column > 0 && is_word_byte(line[column - 1]) && is_word_byte(needle_.front());
    const bool joins_behind =
        end < line.size() && is_word_byte(line[end]) && is_word_byte(needle_.back());
    return !joins_before && !joins_behind;
  }

  const TextBuffer& text_;
  std::string_view needle_;
  FindOptions options_;
};

constexpr int kWholeLine = 1 << 30;

}  // namespace

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80);
}

std::optional<Range> find_in(const TextBuffer& text, std::string_view needle, Position from,
                             bool backward, FindOptions options) {
  if (needle.empty()) return std::nullopt;
  const Finder finder(text, needle, options);
  const int lines = text.line_count();
  // One line more than there are: the starting line is looked at in two parts.
  for (int i = 0; i <= lines; ++i) {
    const int index = ((from.line + (backward ? -i : i)) % lines + lines) % lines;
    const bool start = i == 0;
    const int first = start && !backward ? from.column : 0;
    const int last = start && backward ? from.column - 1 : kWholeLine;
    if (const auto found = finder.in_line(index, first, last, backward)) return found;
  }
  return std::nullopt;
}

std::vector<Range> find_all_in(const TextBuffer& text, std::string_view needle, FindOptions options,
                               size_t most) {
  std::vector<Range> all;
  if (needle.empty()) return all;
  const Finder finder(text, needle, options);
  for (int i = 0; i < text.line_count(); ++i) {
    int column = 0;
    while (const auto found = finder.in_line(i, column, kWholeLine, false)) {
      if (all.size() == most) return all;
      all.push_back(*found);
      column = found->end.column;
    }
  }
  return all;
}

}  // namespace warplab::app
