#pragma once
// Below pictures that are compared: their scale, what signs mean, and the element under the mouse.
#include <string>
#include <vector>

#include "draw/picture_legend.hpp"
#include "results/output_view.hpp"
#include "results/picture_panel.hpp"

namespace warplab::app {

// What the colours mean, what signs mean where there are any, and what is under the mouse.
struct Footer {
  const PanelContent* values = nullptr;
  const PanelContent* difference = nullptr;  // null: there is none
  std::string title;                         // of the values' colours
  std::vector<LegendEntry> signs;
};

// Of `panels`, which must outlive it; `yours` is the picture of the first of them.
Footer footer_of(const std::vector<PanelContent>& panels, const Picture& yours);
float footer_height(const Ui& ui, const Footer& footer);
void draw_footer(Ui& ui, const OutputState& state, const Footer& footer, ImVec2 at, float width);

}  // namespace warplab::app
