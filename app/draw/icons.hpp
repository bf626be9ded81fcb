#pragma once
// Icons as strokes and shapes, so that they are sharp at every scale and need no font.
#include <imgui.h>

namespace warplab::app {

enum class Icon {
  play,
  stop,
  check,
  cross,
  dash,
  circle,
  half,
  warning,
  info,
  error,
  file,
  external,
  undo,
  search,
  hint,
  settings,
  sun,
  moon,
  copy,
  chevron_right,
  chevron_left,
  chevron_down,
  chevron_up,
  book,
  plus,
  minus,
  fit,
  history,
  grid,
  close,
  save,
  keyboard,
  reset,
  pause,
  step_back,
  step_forward,
  chart,
  swap,
};

// Fills a square of `size` pixels whose upper left corner is `at`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 at, float size, ImU32 color);

}  // namespace warplab::app
