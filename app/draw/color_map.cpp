#include "draw/color_map.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/lines.hpp"
#include "common/embedded.hpp"
#include "exercise/exercise.hpp"

namespace warplab::app {
namespace {

ColorMap read(const exercise::ColorMapRow& row) {
  ColorMap map{row.name, row.title, row.diverging, {}};
  std::string_view text = embedded_file("color_maps/" + std::string(row.name) + ".txt");
  size_t index = 0;
  while (!text.empty() && index < map.colors.size()) {
    const std::string_view line = next_line(text);
    if (line.starts_with('#')) continue;
    const char* at = line.data();
    for (uint8_t& channel : map.colors[index]) {
      at = std::from_chars(at, line.data() + line.size(), channel).ptr;
      if (at < line.data() + line.size()) ++at;
    }
    ++index;
  }
  return map;
}

const std::vector<ColorMap>& all() {
  static const std::vector<ColorMap> maps = [] {
    std::vector<ColorMap> made;
    for (const exercise::ColorMapRow& row : exercise::kColorMaps) made.push_back(read(row));
    return made;
  }();
  return maps;
}

}  // namespace

std::array<uint8_t, 3> color_at(const ColorMap& map, double place) {
  return map.colors[static_cast<size_t>(std::lround(std::clamp(place, 0.0, 1.0) * 255))];
}

bool asks_for_black(const std::array<uint8_t, 3>& ground) {
  const auto linear = [&](size_t channel) {
    const double c = ground[channel] / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double luminance = 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
  // (L + 0.05) / 0.05 > 1.05 / (L + 0.05)
  return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05;
}

std::span<const ColorMap> color_maps() { return all(); }

const ColorMap& color_map_named(std::string_view name) {
  const auto found = std::find_if(all().begin(), all().end(),
                                  [&](const ColorMap& map) { return map.name == name; });
  return found == all().end() ? all().front() : *found;
}

const ColorMap& difference_map() { return color_map_named("difference"); }

}  // namespace warplab::app
