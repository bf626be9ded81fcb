#pragma once
// Texts line by line. A line break ends a line and is no part of it; the last line needs none.
#include <string>
#include <string_view>
#include <vector>

namespace warplab {

// Takes the next line off the front.
inline std::string_view next_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// Line: std::string, or std::string_view into `text`.
template <class Line = std::string>
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) lines.emplace_back(next_line(text));
  return lines;
}

}  // namespace warplab
