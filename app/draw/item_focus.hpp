#pragma once
// The keyboard outside of the text: Tab goes from item to item, the arrows inside a pane, Enter and
// space press. ImGui 1.86 moves only between text fields by Tab and does not show where it is on
// buttons of one's own, so this does both, over the items that the views note.
#include <optional>

#include "draw/ui.hpp"

namespace warplab::app {

struct ItemFocus {
  ImGuiID id = 0;
  bool is_shown = false;       // a ring is drawn: the keyboard was used last, not the mouse
  std::optional<Pane> enters;  // takes an item of this pane when its items are known
};

// Before a frame's views: takes its keys from ui.input. `items` are those of the frame before,
// `preferred` the name of the item to take in a pane that is entered, if it has it. `in_text`: the
// editor has the keyboard.
void move_item_focus(Ui& ui, ItemFocus& focus, const std::vector<Ui::PlacedItem>& items, Pane pane,
                     std::string_view preferred, bool in_text);

// After the views: the ring around the item.
void draw_item_focus(Ui& ui, const ItemFocus& focus);

}  // namespace warplab::app
