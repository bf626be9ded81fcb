#pragma once
// What stands left of the editor's text: badges of what lines cost, numbers, breakpoints, the marks
// of messages and of what is selected elsewhere.
#include <string>

#include "draw/ui.hpp"
#include "editor/line_mark.hpp"
#include "editor/text_places.hpp"

namespace warplab::app {

// The text is another one than that of the last run.
bool is_stale(const Work& work);

// For a tooltip.
std::string breakpoint_text(const data::Breakpoint& breakpoint);

class EditorGutter {
 public:
  // `ui` and `work` have to outlive it.
  EditorGutter(const Ui& ui, const Work& work);

  float width() const { return width_; }

  // The part of the text that can be seen.
  struct Sight {
    ImVec2 min, max;           // corners of the pane
    int first = 0, last = -1;  // lines
    bool is_scrolled = false;  // to the right, so that text lies below the gutter
  };
  void draw(ImDrawList& list, const TextPlaces& places, const Sight& sight) const;

  // Whether there is a badge at `x`, counted from the pane's left edge, of a line with this mark.
  bool on_badge(float x, const LineMark& mark) const;
  static bool shows_badge(const LineMark& mark);
  // Null: the line (from 0) has none. One for any thread counts before one for a single thread.
  const data::Breakpoint* breakpoint_at(int line) const;

 private:
  void draw_badge(ImDrawList& list, ImVec2 at, float height, double ratio) const;
  // Behind the number: filled for any thread, a frame for a single one.
  void draw_breakpoint(ImDrawList& list, ImVec2 at, float height, bool is_filled) const;
  // The symbol of a message; `right`: its upper right corner.
  void draw_mark(ImDrawList& list, const Message& message, ImVec2 right, float height) const;

  const Ui& ui_;
  const Work& work_;
  const Palette& color_;
  float badge_width_ = 0, number_width_ = 0, width_ = 0;
};

}  // namespace warplab::app
