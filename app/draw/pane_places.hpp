#pragma once
// Where the panes of the window are: the text, and beside it either the statement or what came of a
// run; where there is room for three columns both, once there was a run. What is folded away leaves
// a strip or a line.
#include <array>

#include "common/settings.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

struct Rect {
  ImVec2 at, size;
  bool is_shown() const { return size.x > 0 && size.y > 0; }
};

struct PaneWish {
  bool is_experiment = false;  // its tab has the middle, and its kernels stand at the right
  bool has_kernels = true;
  // The statement is read, wide enough for that, and the tabs are away.
  bool reads = false;
  bool shows_code = false;  // what the compiler made stands below the text
};

struct PanePlaces {
  Rect area;
  // A pane of size 0 is not there.
  Rect course, statement, text, code, tabs;
  Rect left_strip, right_strip;  // where a column is folded away; they bring it back
  float bar = 0;                 // how wide what lies between panes is
  bool is_narrow = false;        // there is room for one pane beside the editor
  bool has_left_bar = false, has_right_bar = false, has_code_bar = false;
  bool tabs_in_middle = false;

  bool is_shown(Pane pane) const;
};

// `scale`: pixels of a unit.
PanePlaces places_of(const Layout& layout, const PaneWish& wish, const Rect& area, float scale);

}  // namespace warplab::app
