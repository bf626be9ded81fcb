#include "compile/lines_about.hpp"

#include <algorithm>

namespace warplab::compile {

std::vector<int> lines_about(const std::vector<Diagnostic>& diagnostics, Diagnostic::About about) {
  std::vector<int> lines;
  for (const Diagnostic& d : diagnostics)
    if (d.about == about && d.line > 0) lines.push_back(d.line);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace warplab::compile
