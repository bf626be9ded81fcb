#include "compile/constant_stores.hpp"

#include <algorithm>

namespace warplab::compile {
namespace {

// NVRTC 13.0's words.
constexpr std::string_view kWarning = "Cannot store to pointer that points to constant memory";

}  // namespace

std::vector<int> constant_store_lines(const std::vector<Diagnostic>& diagnostics) {
  std::vector<int> lines;
  for (const Diagnostic& d : diagnostics)
    if (d.line > 0 && d.message.find(kWarning) != std::string::npos) lines.push_back(d.line);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace warplab::compile
