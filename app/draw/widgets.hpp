#pragma once
// The small pieces that views are made of, in the look of this program.
#include <string>
#include <string_view>

#include "draw/icons.hpp"
#include "draw/ui.hpp"
#include "verdict/result/number_text.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

float text_width(ImFont* font, std::string_view text);

// Text at a position, without layout.
void put_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
// Cut with an ellipsis where it is wider than `width`. Returns whether it was cut.
bool put_text_cut(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text,
                  float width);

// A line of text as an item, cut to the space there is; the whole text is its tooltip then.
void text_line(Ui& ui, ImFont* font, ImU32 color, std::string_view text, float width = 0);
// Text in lines of at most `width`, broken at spaces only, so that "12.5 %" stays a number.
struct WrappedText {
  std::string text;
  float height = 0;
};
WrappedText wrap_words(ImFont* font, std::string_view text, float width);
// As an item, from the cursor to a small margin at the right.
void text_wrapped(Ui& ui, ImFont* font, ImU32 color, std::string_view text);
// The same, beginning at the pane's margin.
void pane_text(Ui& ui, ImFont* font, ImU32 color, std::string_view text);
// An icon at the edge of the pane, and beside it what it marks.
void marked_sentence(Ui& ui, Icon icon, ImU32 color, std::string_view text);

// Puts the last item into the order of Tab, under a name by which tests find it.
Ui::PlacedItem& note_item(Ui& ui, std::string_view name);
// The same for something that is drawn without being an item of ImGui's.
Ui::PlacedItem& note_item(Ui& ui, std::string_view name, ImGuiID id, ImVec2 min, ImVec2 max);
// The window that is being filled is what scrolls in its pane.
void note_scrolling(Ui& ui);

// Shown while the mouse is over the last item. Wrapped to a readable width.
void tooltip_for_item(Ui& ui, std::string_view text);
void tooltip(Ui& ui, std::string_view text);
// With the key that does the same: "The next barrier (B)". A letter is named only while the pane
// has the keyboard: else it would be typed into the code.
std::string with_key(const Ui& ui, std::string_view text, std::string_view key);
// With its margins, in pixels.
ImVec2 tooltip_size(const Ui& ui, std::string_view text);
// At a place of the screen, for what has the keyboard.
void tooltip_at(Ui& ui, ImVec2 at, std::string_view text);

bool icon_button(Ui& ui, const char* id, Icon icon, std::string_view tip, bool enabled = true,
                 bool pressed = false);
// An icon and a word. `primary`: in the accent colour.
bool labelled_button(Ui& ui, const char* id, Icon icon, std::string_view label,
                     bool primary = false, float width = 0);
float labelled_button_width(const Ui& ui, std::string_view label);
bool check_box(Ui& ui, const char* id, std::string_view label, bool* value);
// One of several choices that exclude each other, drawn side by side.
bool segment(Ui& ui, const char* id, std::string_view label, bool chosen);
float segment_width(const Ui& ui, std::string_view label);
// A list that opens below `current`, tall enough for all of it. While it is open ImGui::EndCombo()
// ends it.
bool begin_choice(const Ui& ui, const char* id, const std::string& current);

struct StatusLook {
  Icon icon;
  ImU32 color;
  const char* word;
};
StatusLook look_of(const Ui& ui, verdict::Status status);

// Fills a pane that has nothing to show yet: what will be here, and how to get it.
void empty_pane(Ui& ui, Icon icon, std::string_view title, std::string_view text);

// A bar between two panes that can be dragged.
struct Splitter {
  const char* id = "";
  ImVec2 at, size;
  bool vertical = true;  // it stands upright, and moves sideways
  float extent = 0;      // the pixels that are shared
  float sign = 1;        // 1: the share grows to the right or downwards; -1: the other way
  float* share = nullptr;
  float least = 0, most = 1;
};
// Returns whether it moved.
bool splitter(Ui& ui, const Splitter& bar);

// The line that heads a pane: a title in small letters.
void pane_title(Ui& ui, std::string_view title, std::string_view detail = {});
// The same above a part of a pane.
void section(Ui& ui, std::string_view title, std::string_view detail = {});

using verdict::count_text;
using verdict::microseconds_text;

}  // namespace warplab::app
