#pragma once
// Colour maps as tables of 256 colours (assets/color_maps), by the names that exercises use.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace warplab::app {

struct ColorMap {
  std::string_view name;   // as exercise files spell it
  std::string_view title;  // as people read it
  bool diverging = false;  // zero belongs in the middle
  std::array<std::array<uint8_t, 3>, 256> colors{};
};

// The colour at a place of the range, 0 its low end and 1 its high end; beyond it the end's.
std::array<uint8_t, 3> color_at(const ColorMap& map, double place);
// Whether black is read better than white on a colour (WCAG 2's contrast): one of the two always
// has 4.5 to 1.
bool asks_for_black(const std::array<uint8_t, 3>& ground);

// All of them, the default first; read from the embedded tables at the first call.
std::span<const ColorMap> color_maps();
// An unknown name gives the default.
const ColorMap& color_map_named(std::string_view name);
// The map of differences: dark at zero.
const ColorMap& difference_map();

}  // namespace warplab::app
