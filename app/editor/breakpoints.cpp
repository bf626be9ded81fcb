#include "editor/breakpoints.hpp"

#include <algorithm>

#include "common/selection.hpp"

namespace warplab::app {

void toggle(Breakpoints& breakpoints, const data::Breakpoint& breakpoint) {
  const auto at = std::ranges::find(breakpoints, breakpoint);
  if (at != breakpoints.end()) breakpoints.erase(at);
  else breakpoints.push_back(breakpoint);
}

void toggle_line(Breakpoints& breakpoints, int line) {
  const auto is_there = [&](const data::Breakpoint& b) { return b.line == line; };
  if (std::erase_if(breakpoints, is_there) == 0) breakpoints.push_back({line, -1});
}

void move_breakpoints(Breakpoints& breakpoints, const std::vector<LineChange>& changes) {
  for (data::Breakpoint& b : breakpoints) b.line = moved_line(b.line - 1, changes) + 1;
  std::erase_if(breakpoints, [](const data::Breakpoint& b) { return b.line < 1; });
}

Breakpoints breakpoints_of_run(const Breakpoints& breakpoints,
                               const std::vector<LineChange>& moved) {
  Breakpoints all;
  for (const data::Breakpoint& b : breakpoints)
    if (const int line = line_of_run(b.line, moved); line > 0) all.push_back({line, b.thread});
  return all;
}

}  // namespace warplab::app
