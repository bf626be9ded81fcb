#pragma once
// What the colours and signs of pictures mean, in one place for all that show pictures.
#include <string>
#include <vector>

#include "draw/picture.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

// A NaN or an infinity, hatched as the shader does it.
void fill_not_finite(ImDrawList& list, ImVec2 from, ImVec2 to);
// What no thread has written, likewise.
void fill_not_written(ImDrawList& list, ImVec2 from, ImVec2 to);

// A name, the colours of a range, and its ends in numbers.
void draw_color_bar(Ui& ui, const std::string& name, const ColorMap& map, const ValueRange& range,
                    ImVec2 at, float width);
float color_bar_height(const Ui& ui);

enum class LegendSign { wrong, not_finite, not_written };
struct LegendEntry {
  LegendSign sign;
  std::string text;
};
// Side by side, those that fit into `width`; each a sign with its word.
void draw_legend(Ui& ui, const std::vector<LegendEntry>& entries, ImVec2 at, float width);

// The value of a cell as it fits into `room` pixels: whole, or with fewer digits behind a "~".
// Empty: nothing fits.
std::string text_that_fits(ImFont* font, const Picture& picture, PictureSide side,
                           Picture::Place place, float room);

}  // namespace warplab::app
