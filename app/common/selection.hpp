#pragma once
// What is looked at, in one place for all views: a line, one access of a warp in it, a lane, an
// element of a buffer. A view shows of it what it can show, and asks for another one (Select in
// draw/ui.hpp); no view tells another what to do.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/text_buffer.hpp"

namespace warplab::app {

struct SelectedElement {
  std::string buffer;
  uint64_t index = 0;  // in memory order
  friend bool operator==(const SelectedElement&, const SelectedElement&) = default;
};

// One memory instruction of one warp.
struct SelectedAccess {
  uint64_t block = 0;  // in the grid, x fastest
  uint32_t warp = 0;   // in the block
  uint32_t instruction = 0, iteration = 0;
  friend bool operator==(const SelectedAccess&, const SelectedAccess&) = default;
};

struct Selection {
  int line = 0;                          // of the text that was run; 0: the most wasteful one
  std::optional<int> launch;             // index into Exercise::launches; none: where it costs most
  std::optional<SelectedAccess> access;  // none: the worst of the line
  int lane = -1;                         // -1: the whole warp
  std::optional<SelectedElement> element;
  // `element` was chosen in a picture: the rest is to follow from the thread that wrote it.
  bool wants_writer = false;
  // What came of that, one sentence: who wrote it, or why that is not known. Empty: nobody asked.
  std::string written;
  friend bool operator==(const Selection&, const Selection&) = default;
};

// A line of the text that was run, as a line of the text now, and the other way round; both from 1.
// 0: it is not there. `moved`: what happened to the text since.
int line_now(int line_of_run, const std::vector<LineChange>& moved);
int line_of_run(int line_now, const std::vector<LineChange>& moved);

}  // namespace warplab::app
