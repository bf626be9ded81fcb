#pragma once
// One picture of the output: its colours, what is under the mouse, zooming and moving.
#include "draw/picture.hpp"
#include "results/output_view.hpp"

namespace warplab::app {

struct PanelContent {
  std::string title, note;  // note: "2350 of 2500 wrong"
  std::string brief_note;   // where there is no room for it; where there is none for this, nothing
  std::string brief_title;  // where there is no room for the title; empty: it is cut
  bool note_is_bad = false;
  std::shared_ptr<const Picture> picture;
  PictureSide side = PictureSide::actual;
  const ColorMap* map = nullptr;
  ValueRange range;
  const LitElements* lit = nullptr;  // elements of its buffer that are selected; null: none
  bool has_labels = true;            // a line's scale stands in it; false: somewhere else
  int first_texture = 0;             // of the painter's: panels that are kept side by side differ
};

// Draws into `size` pixels at `at`; `slot` is the panel's number. Mouse input changes state.view.
void draw_picture_panel(Ui& ui, OutputState& state, const PanelContent& content, int slot,
                        ImVec2 at, ImVec2 size);

// Pixels of an element at which all of `picture` fits into a panel of this size.
double fitting_zoom(const Picture& picture, ImVec2 size);

// Zooms by `factor`, keeping what is `from_middle` pixels off the middle where it is.
void zoom_view(PictureView& view, const Picture& picture, ImVec2 panel, double factor,
               ImVec2 from_middle);

// The part of a panel's height that its title takes.
float panel_title_height(const Ui& ui);

}  // namespace warplab::app
