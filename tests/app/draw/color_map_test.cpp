#include "draw/color_map.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "exercise/exercise.hpp"

using namespace warplab;
using namespace warplab::app;

namespace {

// Lightness L* of CIELAB, 0 ... 100.
double lightness(const std::array<uint8_t, 3>& color) {
  const auto linear = [](double c) {
    c /= 255;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double y =
      0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

}  // namespace

TEST_CASE("every colour map that an exercise may name is there") {
  for (const std::string_view name : exercise::color_maps_for_views())
    CHECK(color_map_named(name).name == name);
}

TEST_CASE("an unknown name gives the default") {
  CHECK(color_map_named("rainbow").name == "viridis");
}

TEST_CASE("the maps have the colours of their publications") {
  CHECK(color_map_named("viridis").colors[0] == std::array<uint8_t, 3>{68, 1, 84});
  CHECK(color_map_named("viridis").colors[255] == std::array<uint8_t, 3>{253, 231, 37});
  CHECK(color_map_named("magma").colors[0] == std::array<uint8_t, 3>{0, 0, 4});
  CHECK(color_map_named("coolwarm").colors[0] == std::array<uint8_t, 3>{59, 76, 192});
}

TEST_CASE("the maps of values grow lighter all along, in even steps") {
  for (const std::string_view name : {"viridis", "cividis", "magma", "gray"}) {
    const ColorMap& map = color_map_named(name);
    const double step = (lightness(map.colors[255]) - lightness(map.colors[0])) / 255;
    CHECK(step > 0.2);
    for (size_t i = 16; i < 256; i += 16) {
      const double here = (lightness(map.colors[i]) - lightness(map.colors[i - 16])) / 16;
      CHECK(here > 0.4 * step);
      CHECK(here < 1.9 * step);
    }
  }
}

TEST_CASE("the map of differences is darkest at zero and as light on both sides") {
  const ColorMap& map = difference_map();
  CHECK(map.diverging);
  for (size_t i = 16; i < 128; i += 16)
    CHECK(lightness(map.colors[i]) < lightness(map.colors[i - 16]));
  for (size_t i = 0; i < 128; i += 8)
    CHECK(std::abs(lightness(map.colors[i]) - lightness(map.colors[255 - i])) < 6);
}

TEST_CASE("a value is read on the colour of its cell, in every map") {
  for (const ColorMap& map : color_maps())
    for (const auto& color : map.colors) {
      const double y = std::pow((lightness(color) + 16) / 116, 3);
      const double contrast = asks_for_black(color) ? (y + 0.05) / 0.05 : 1.05 / (y + 0.05);
      CHECK(contrast >= 4.4);  // 4.58, but for what CIELAB does to the darkest colours
    }
  CHECK(asks_for_black({255, 255, 255}));
  CHECK_FALSE(asks_for_black({0, 0, 0}));
}

TEST_CASE("a colour is that of its place in the range, and beyond it the end's") {
  const ColorMap& map = color_map_named("viridis");
  CHECK(color_at(map, 0) == map.colors[0]);
  CHECK(color_at(map, 1) == map.colors[255]);
  CHECK(color_at(map, 7) == map.colors[255]);
  CHECK(color_at(map, -7) == map.colors[0]);
  CHECK(color_at(map, 100.0 / 255) == map.colors[100]);
}
