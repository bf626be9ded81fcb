#include "draw/picture_legend.hpp"

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Lines that rise or fall to the right.
void fill_hatched(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 dark, ImU32 bright, bool rises) {
  list.AddRectFilled(from, to, dark);
  list.PushClipRect(from, to, true);
  const float height = to.y - from.y;
  for (float x = from.x - height; x < to.x; x += 4)
    list.AddLine({x, rises ? to.y : from.y}, {x + height, rises ? from.y : to.y}, bright, 2);
  list.PopClipRect();
}

void draw_sign(Ui& ui, LegendSign sign, ImVec2 at, float side) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + side, at.y + side};
  switch (sign) {
    case LegendSign::wrong: list.AddRectFilled(at, end, ui.color().fail); break;
    case LegendSign::not_written: fill_not_written(list, at, end); break;
    case LegendSign::not_finite: fill_not_finite(list, at, end); break;
  }
  list.AddRect(at, end, ui.color().border);
}

}  // namespace

void fill_not_finite(ImDrawList& list, ImVec2 from, ImVec2 to) {
  // shaders/picture.frag, and its colours in gl/picture_painter.cpp.
  fill_hatched(list, from, to, IM_COL32(13, 13, 13, 255), IM_COL32(255, 0, 204, 255), true);
}

void fill_not_written(ImDrawList& list, ImVec2 from, ImVec2 to) {
  fill_hatched(list, from, to, IM_COL32(97, 97, 97, 255), IM_COL32(158, 158, 158, 255), false);
}

float color_bar_height(const Ui& ui) { return 2 * ui.fonts.small->FontSize + ui.px(15); }

void draw_color_bar(Ui& ui, const std::string& name, const ColorMap& map, const ValueRange& range,
                    ImVec2 at, float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const std::string low = value_text(range.low), high = value_text(range.high);
  const float height = ui.px(10);
  put_text_cut(list, font, at, ui.color().faint, name, width);
  const float bar = at.y + font->FontSize + ui.px(3), numbers = bar + height + ui.px(2);
  if (ui.painter)
    list.AddImage(ui.painter->color_bar(map), {at.x, bar}, {at.x + width, bar + height});
  list.AddRect({at.x, bar}, {at.x + width, bar + height}, ui.color().border);
  put_text_cut(list, font, {at.x, numbers}, ui.color().dim, low, width / 2);
  put_text_cut(list, font, {at.x + width - std::min(text_width(font, high), width / 2), numbers},
               ui.color().dim, high, width / 2);
}

void draw_legend(Ui& ui, const std::vector<LegendEntry>& entries, ImVec2 at, float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const float side = std::round(font->FontSize * 0.8f), end = at.x + width;
  for (const LegendEntry& entry : entries) {
    const float needed = side + ui.px(5) + text_width(font, entry.text);
    if (at.x + needed > end) return;
    draw_sign(ui, entry.sign, {at.x, at.y + (font->FontSize - side) / 2}, side);
    put_text(list, font, {at.x + side + ui.px(5), at.y}, ui.color().dim, entry.text);
    note_item(ui, "legend " + entry.text, 0, at, {at.x + needed, at.y + font->FontSize});
    at.x += needed + ui.px(14);
  }
}

std::string text_that_fits(ImFont* font, const Picture& picture, PictureSide side,
                           Picture::Place place, float room) {
  std::string text = picture.text(side, place.row, place.column);
  if (text_width(font, text) <= room) return text;
  if (side == PictureSide::wrong) return {};
  for (std::string& shorter : shorter_texts(text, picture.value(side, place.row, place.column)))
    if (text_width(font, shorter) <= room) return std::move(shorter);
  return {};
}

}  // namespace warplab::app
