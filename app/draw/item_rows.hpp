#pragma once
// Buttons one behind the other in a pane of any width: those that do not fit stand below.
#include <string>
#include <string_view>

#include "draw/icons.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

// A further item of a row, `gap` behind the last one, or where there is no room below it.
void place_item(Ui& ui, float width, bool is_first, float gap);
// A labelled button in its place; one that is wider than the pane is cut with its text.
bool row_button(Ui& ui, std::string_view id, Icon icon, std::string_view label, bool is_first);

// One word between two arrows. Their names say by themselves what they do.
struct Arrows {
  std::string id;  // "steps line": that of the arrow on, and with " back" of the other
  std::string label, back, on;
  std::string back_key, on_key;  // empty: none
};
enum class Arrow : uint8_t { none, back, on };
// Which one was pressed.
Arrow draw_arrows(Ui& ui, const Arrows& arrows, bool is_first);

}  // namespace warplab::app
