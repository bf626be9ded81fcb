#include "draw/motion_cells.hpp"

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

using exercise::MotionArray;
using exercise::MotionCell;
using exercise::MotionFrame;
using exercise::MotionLight;
using exercise::MotionScene;
using exercise::MotionStep;

constexpr float kLargestCell = 30, kSmallestCell = 7;  // units
constexpr float kGroupGap = 0.3f;                      // of a cell, between groups
constexpr float kArrayGap = 0.9f;                      // of a cell, between arrays side by side
constexpr float kLetters = 0.52f;                      // of a cell: the height of what stands in it

int groups_before(const MotionArray& array, int column) {
  return array.group > 0 ? column / array.group : 0;
}

// In cells.
float width_of(const MotionArray& array) {
  return static_cast<float>(array.columns) +
         kGroupGap * static_cast<float>(groups_before(array, array.columns - 1));
}

bool name_is_above(const MotionArray& array, bool first_of_line) {
  return array.rows > 1 || !first_of_line;
}

// What stands left of a line's first array: names of its rows, or its own.
float gutter_of(const Ui& ui, const MotionScene& scene) {
  float width = 0;
  for (const MotionArray& array : scene.arrays) {
    if (array.beside) continue;
    for (const std::string& label : array.row_labels)
      width = std::max(width, text_width(ui.fonts.small, label));
    if (!name_is_above(array, true))
      width = std::max(width, text_width(ui.fonts.small, array.label));
  }
  return width > 0 ? std::ceil(width) + ui.px(8) : 0;
}

// The widest line, in cells.
float widest(const MotionScene& scene) {
  float line = 0, most = 0;
  for (const MotionArray& array : scene.arrays) {
    line = array.beside ? line + kArrayGap + width_of(array) : width_of(array);
    most = std::max(most, line);
  }
  return most;
}

// Corner of a cell, from the scene's corner.
ImVec2 place_of(const MotionScene& scene, const MotionPlaces& places, const MotionCell& at) {
  const MotionArray& array = scene.arrays[at.array];
  const MotionPlaces::Array& place = places.arrays[at.array];
  const int row = static_cast<int>(at.cell) / array.columns;
  const int column = static_cast<int>(at.cell) % array.columns;
  const float gap = kGroupGap * places.cell * static_cast<float>(groups_before(array, column));
  return {place.at.x + places.cell * static_cast<float>(column) + gap,
          place.at.y + places.cell * static_cast<float>(row)};
}

ImU32 color_of(const Palette& color, MotionLight light) {
  switch (light) {
    case MotionLight::read: return color.info;
    case MotionLight::write: return color.warn;
    case MotionLight::wait: return color.faint;
    case MotionLight::right: return color.pass;
    case MotionLight::wrong: return color.fail;
    case MotionLight::none:
    case MotionLight::faint: break;
  }
  return color.border;
}

void draw_cell_text(Ui& ui, ImDrawList& list, ImVec2 at, float cell, ImU32 ink,
                    const std::string& text) {
  if (text.empty()) return;
  ImFont* const font = ui.fonts.code;
  float size = std::round(cell * kLetters);
  const auto width = [&] { return text_width(font, text) * size / font->FontSize; };
  if (width() > cell - 2) size = std::floor(size * (cell - 2) / width());
  if (size < 5) return;
  list.AddText(font, size,
               {std::round(at.x + (cell - width()) / 2), std::round(at.y + (cell - size) / 2)}, ink,
               text.data(), text.data() + text.size());
}

// Colours never stand alone: what is written has a thick edge, what waits is hatched, wrong is
// crossed out in its corner and right has a tick there.
void draw_light(Ui& ui, ImDrawList& list, ImVec2 a, float cell, MotionLight light) {
  const Palette& color = ui.color();
  const ImVec2 b{a.x + cell, a.y + cell};
  const ImU32 ink = color_of(color, light);
  list.AddRectFilled(a, b, with_alpha(ink, light == MotionLight::wait ? 0.10f : 0.30f));
  if (light == MotionLight::wait) {
    list.PushClipRect(a, b, true);
    const float step = std::max(cell / 4, 3.0f);
    for (float x = a.x - cell; x < b.x; x += step)
      list.AddLine({x, b.y}, {x + cell, a.y}, with_alpha(ink, 0.55f), 1);
    list.PopClipRect();
  }
  const float edge = light == MotionLight::write ? std::max(2.0f, ui.px(2)) : 1.0f;
  list.AddRect(a, b, ink, 0, 0, edge);
  const float mark = std::floor(cell * 0.36f);
  if (light == MotionLight::wrong)
    draw_icon(list, Icon::cross, {b.x - mark - 1, a.y + 1}, mark, ink);
  if (light == MotionLight::right)
    draw_icon(list, Icon::check, {b.x - mark - 1, a.y + 1}, mark, ink);
}

void draw_array(Ui& ui, const MotionScene& scene, size_t index, const MotionFrame& frame,
                const MotionPlaces& places, ImVec2 origin) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const MotionArray& array = scene.arrays[index];
  const MotionPlaces::Array& place = places.arrays[index];
  const float cell = places.cell, inner = cell - 1;
  put_text(list, ui.fonts.small, {origin.x + place.label.x, origin.y + place.label.y}, color.dim,
           array.label);
  for (size_t row = 0; row < array.row_labels.size(); ++row) {
    const std::string& label = array.row_labels[row];
    put_text(list, ui.fonts.small,
             {origin.x + place.at.x - text_width(ui.fonts.small, label) - ui.px(8),
              origin.y + place.at.y + cell * static_cast<float>(row) +
                  (cell - ui.fonts.small->FontSize) / 2},
             color.dim, label);
  }
  for (size_t i = 0; i < array.texts.size(); ++i) {
    const ImVec2 from = place_of(scene, places, {index, i});
    const ImVec2 a{std::round(origin.x + from.x), std::round(origin.y + from.y)};
    const MotionLight light = frame.lights[index][i];
    const bool lit = light != MotionLight::none && light != MotionLight::faint;
    if (lit) draw_light(ui, list, a, inner, light);
    else list.AddRect(a, {a.x + inner, a.y + inner}, color.border);
    draw_cell_text(ui, list, a, inner,
                   light == MotionLight::faint ? with_alpha(color.faint, 0.6f) : color.text,
                   frame.texts[index][i]);
  }
  if (array.group <= 0) return;
  for (int row = 0; row < array.rows; ++row)
    for (int column = 0; column < array.columns; column += array.group) {
      const int count = std::min(array.group, array.columns - column);
      const ImVec2 from =
          place_of(scene, places, {index, static_cast<size_t>(row * array.columns + column)});
      const ImVec2 a{std::round(origin.x + from.x) - 1, std::round(origin.y + from.y) - 1};
      list.AddRect(a, {a.x + cell * static_cast<float>(count) + 1, a.y + cell + 1}, color.faint);
    }
}

ImVec2 between(ImVec2 a, ImVec2 b, float share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

// From the edge of one cell to that of another.
void draw_arrow(Ui& ui, ImDrawList& list, ImVec2 from, ImVec2 to, float cell, ImU32 ink) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::sqrt(dx * dx + dy * dy), margin = cell * 0.5f;
  if (length < 2 * margin) return;
  const ImVec2 along{dx / length, dy / length};
  const ImVec2 a{from.x + along.x * margin, from.y + along.y * margin};
  const ImVec2 b{to.x - along.x * margin, to.y - along.y * margin};
  const float head = std::min(std::max(cell * 0.28f, ui.px(4)), length - 2 * margin + 1);
  list.AddLine(a, b, ink, std::max(1.0f, ui.px(1.2f)));
  const ImVec2 back{b.x - along.x * head, b.y - along.y * head};
  const ImVec2 side{-along.y * head * 0.5f, along.x * head * 0.5f};
  list.AddTriangleFilled(b, {back.x + side.x, back.y + side.y}, {back.x - side.x, back.y - side.y},
                         ink);
}

MotionPlaces place_with(const Ui& ui, const MotionScene& scene, float gutter, float cell) {
  MotionPlaces places;
  places.cell = cell;
  const float name = ui.fonts.small->FontSize + ui.px(3);
  float x = gutter, y = 0, bottom = 0;
  for (const MotionArray& array : scene.arrays) {
    if (!array.beside) {
      x = gutter;
      y = bottom > 0 ? bottom + ui.px(8) : 0;
    } else {
      x += cell * kArrayGap;
    }
    MotionPlaces::Array place;
    place.above = name_is_above(array, !array.beside);
    // Side by side their cells are level, whatever stands above them.
    const bool has_names = array.rows > 1 || array.beside;
    place.at = {x, y + (has_names ? name : 0)};
    const float label = text_width(ui.fonts.small, array.label);
    place.label = place.above ? ImVec2{x, y}
                              : ImVec2{x - label - ui.px(8),
                                       place.at.y + (cell - ui.fonts.small->FontSize) / 2};
    x += std::max(cell * width_of(array), place.above ? label + ui.px(8) - cell * kArrayGap : 0);
    bottom = std::max(bottom, place.at.y + cell * static_cast<float>(array.rows));
    places.size = {std::max(places.size.x, x), bottom};
    places.arrays.push_back(place);
  }
  places.size.y += 2;
  return places;
}

}  // namespace

MotionPlaces place_scene(const Ui& ui, const MotionScene& scene, float width) {
  const float gutter = gutter_of(ui, scene);
  float cell = std::floor(
      std::clamp((width - gutter - 2) / widest(scene), ui.px(kSmallestCell), ui.px(kLargestCell)));
  // Long names can make a line longer than its cells are.
  MotionPlaces places = place_with(ui, scene, gutter, cell);
  while (places.size.x > width && cell > ui.px(kSmallestCell))
    places = place_with(ui, scene, gutter, --cell);
  return places;
}

void draw_scene(Ui& ui, const MotionScene& scene, size_t step, float arrived,
                const MotionPlaces& places, ImVec2 origin) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const MotionFrame frame = exercise::motion_frame(scene, step, arrived >= 1);
  for (size_t i = 0; i < scene.arrays.size(); ++i) draw_array(ui, scene, i, frame, places, origin);
  const float half = places.cell / 2;
  for (const MotionStep::Path& path : scene.steps[step].paths) {
    const ImVec2 a = place_of(scene, places, path.from), b = place_of(scene, places, path.to);
    const ImVec2 from{origin.x + a.x + half, origin.y + a.y + half};
    const ImVec2 to{origin.x + b.x + half, origin.y + b.y + half};
    if (arrived >= 1) {
      // Arrows that stand by themselves stay; of what was carried a faint trace is left.
      draw_arrow(ui, list, from, to, places.cell,
                 with_alpha(color.text, path.carries ? 0.28f : 0.75f));
      continue;
    }
    const ImVec2 now = between(from, to, arrived);
    if (!path.carries) {
      draw_arrow(ui, list, from, now, places.cell, with_alpha(color.text, 0.75f));
      continue;
    }
    const ImVec2 corner{now.x - half, now.y - half};
    list.AddRectFilled(corner, {corner.x + places.cell - 1, corner.y + places.cell - 1},
                       color.raised_hover, ui.px(3));
    draw_cell_text(ui, list, corner, places.cell, color.text,
                   frame.texts[path.from.array][path.from.cell]);
  }
}

}  // namespace warplab::app
