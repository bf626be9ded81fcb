#include "compile/messages/ptx_lines.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/lines.hpp"

namespace warplab::compile {
namespace {

// The line of a `.loc FILE LINE COLUMN`; 0 for other text.
int line_of_loc(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(".loc")) return 0;
  int number = 0;
  for (int k = 0; k < 2; ++k) {  // behind the word, and behind the file
    line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  }
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
}

}  // namespace

int source_line_of_ptx(std::string_view ptx, int ptx_line) {
  int found = 0;
  for (int line = 1; line <= ptx_line && !ptx.empty(); ++line)
    if (const int number = line_of_loc(next_line(ptx))) found = number;
  return found;
}

int source_line_of_kernel(std::string_view ptx, std::string_view kernel) {
  const size_t entry = ptx.find(".entry " + std::string(kernel) + "(");
  if (entry == std::string_view::npos) return 0;
  ptx.remove_prefix(entry);
  while (!ptx.empty())
    if (const int line = line_of_loc(next_line(ptx))) return line;
  return 0;
}

}  // namespace warplab::compile
