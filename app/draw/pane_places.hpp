#pragma once
// Where the panes of the window are: three columns where there is room for them, and one pane
// beside the editor where there is not; what is folded away leaves a strip or a line.
#include <array>
#include <functional>

#include "common/settings.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

struct Rect {
  ImVec2 at, size;
  bool is_shown() const { return size.x > 0 && size.y > 0; }
};

// Where the statement is read: in its column; in a column wide enough to be read at ease, beside
// the code, with the tabs away; or in the editor's place.
enum class Reading : uint8_t { in_column, beside_code, over_code };
// What stands beside the editor where there is room for one pane.
enum class Side : uint8_t { statement, tabs };

struct PaneWish {
  bool is_experiment = false;  // its tab has the middle, and its kernels stand at the right
  bool has_kernels = true;
  Reading reading = Reading::in_column;
  Side side = Side::statement;
  // How high the messages would like to be at a width, in pixels; 0: there is nothing to say.
  std::function<float(float width)> messages;
};

struct PanePlaces {
  Rect area;
  // A pane of size 0 is not there.
  Rect course, statement, text, tabs, messages;
  Rect left_strip, right_strip;  // where a column is folded away; they bring it back
  float bar = 0;                 // how wide what lies between panes is
  bool is_narrow = false;        // there is room for one pane beside the editor
  bool has_left_bar = false, has_right_bar = false, has_course_bar = false,
       has_messages_bar = false;
  bool messages_are_a_line = false, course_is_a_line = false;
  bool tabs_in_middle = false;

  const Rect& middle() const { return tabs_in_middle ? tabs : text.is_shown() ? text : statement; }
  bool is_shown(Pane pane) const;
};

// `scale`: pixels of a unit.
PanePlaces places_of(const Layout& layout, const PaneWish& wish, const Rect& area, float scale);

}  // namespace warplab::app
