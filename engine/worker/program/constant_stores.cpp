#include "worker/program/constant_stores.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warplab::worker {
namespace {

// NVRTC 13.0's words.
constexpr std::string_view kWarning = "Cannot store to pointer that points to constant memory";

}  // namespace

std::vector<int> constant_store_lines(const std::vector<compile::Diagnostic>& diagnostics) {
  std::vector<int> lines;
  for (const compile::Diagnostic& d : diagnostics)
    if (d.line > 0 && d.message.find(kWarning) != std::string::npos) lines.push_back(d.line);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

void name_constant_stores(const std::vector<int>& lines, bool source_has_traps,
                          sim::Report& report) {
  if (lines.empty()) return;
  for (sim::Finding& f : report.findings) {
    if (f.kind != sim::FindingKind::trap || (source_has_traps && f.line != 0)) continue;
    f.kind = sim::FindingKind::read_only_write;
    f.line = lines.front();
    f.message = fmt::format(
        "Line {} writes a __constant__ variable, which kernels can only read: write to a "
        "__device__ variable or a buffer instead{}. First by {}.",
        f.line, lines.size() == 1 ? "" : fmt::format(" (so do {} other lines)", lines.size() - 1),
        sim::place_text(f.place));
  }
}

}  // namespace warplab::worker
