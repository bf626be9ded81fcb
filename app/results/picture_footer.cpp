#include "results/picture_footer.hpp"

#include <fmt/format.h>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

float legend_height(const Ui& ui, const Footer& footer) {
  return footer.signs.empty() ? 0 : ui.fonts.small->FontSize + ui.px(8);
}

float scale_height(const Ui& ui, const Footer& footer) {
  return footer.values->picture->is_line() ? ui.fonts.small->FontSize + ui.px(4)
                                           : color_bar_height(ui);
}

// "Values, yours and right: 0 to 63999. Difference: -1 to 1."
std::string scale_of_lines(const Footer& footer) {
  const auto ends = [](const ValueRange& range) {
    return fmt::format("{} to {}", value_text(range.low), value_text(range.high));
  };
  std::string text = fmt::format("{}: {}.", footer.title, ends(footer.values->range));
  if (footer.difference) text += fmt::format(" Difference: {}.", ends(footer.difference->range));
  return text;
}

std::string text_under_mouse(const Picture& picture, const OutputState::Place& place) {
  const int64_t r = place.row, c = place.column;
  const bool written = !picture.is_not_written(r, c);
  std::string text = picture.index_text(r, c) + " ";
  text += written ? "= " + picture.text(PictureSide::actual, r, c) : "was written by no thread";
  if (!picture.has_expected()) return text;
  text += fmt::format(", expected {}", picture.text(PictureSide::expected, r, c));
  if (picture.is_wrong(r, c) && written)
    text += fmt::format(" (off by {})", picture.text(PictureSide::difference, r, c));
  return text;
}

}  // namespace

Footer footer_of(const std::vector<PanelContent>& panels, const Picture& yours) {
  Footer footer;
  footer.values = &panels.front();
  footer.title = "Values";
  bool compares = false, has_not_finite = false, has_not_written = false, marks_wrong = false;
  for (const PanelContent& panel : panels) {
    if (panel.side == PictureSide::difference) footer.difference = &panel;
    compares |= panel.side == PictureSide::expected;
    has_not_finite |= panel.picture->has_not_finite();
    has_not_written |= panel.picture->not_written() > 0;
    marks_wrong |= panel.side == PictureSide::wrong;
  }
  if (compares) footer.title = "Yours and right";
  if (marks_wrong && yours.is_line()) footer.signs.push_back({LegendSign::wrong, "wrong"});
  if (has_not_written) footer.signs.push_back({LegendSign::not_written, "not written"});
  if (has_not_finite) footer.signs.push_back({LegendSign::not_finite, "NaN or infinite"});
  return footer;
}

float footer_height(const Ui& ui, const Footer& footer) {
  return scale_height(ui, footer) + legend_height(ui, footer) + ui.fonts.text->FontSize + ui.px(22);
}

void draw_footer(Ui& ui, const OutputState& state, const Footer& footer, ImVec2 at, float width) {
  const Picture& picture = *footer.values->picture;
  if (!picture.is_line()) {
    const PanelContent* const difference = footer.difference;
    const float bar = difference ? (width - ui.px(16)) / 2 : width;
    const bool fits = text_width(ui.fonts.small, footer.title) <= bar;
    draw_color_bar(ui, fits ? footer.title : "Values", *footer.values->map, footer.values->range,
                   at, bar);
    if (difference)
      draw_color_bar(ui, "Difference", *difference->map, difference->range,
                     {at.x + bar + ui.px(16), at.y}, bar);
  } else {
    put_text_cut(*ImGui::GetWindowDrawList(), ui.fonts.small, at, ui.color().dim,
                 scale_of_lines(footer), width);
  }
  at.y += scale_height(ui, footer);
  draw_legend(ui, footer.signs, {at.x, at.y + ui.px(4)}, width);
  const float y = at.y + legend_height(ui, footer) + ui.px(8);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!state.hovered || !picture.contains(state.hovered->row, state.hovered->column)) return;
  put_text_cut(list, ui.fonts.text, {at.x, y},
               picture.is_wrong(state.hovered->row, state.hovered->column) ? ui.color().fail
                                                                           : ui.color().text,
               text_under_mouse(picture, *state.hovered), width);
}

}  // namespace warplab::app
