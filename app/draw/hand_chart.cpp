#include "draw/hand_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "draw/chart_parts.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

ChartPoint mouse_part(const Frame& frame) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return {(mouse.x - frame.from.x) / (frame.end.x - frame.from.x),
          (frame.end.y - mouse.y) / (frame.end.y - frame.from.y)};
}

bool draw_with_mouse(ChartState& state, const Frame& frame, HandCurve& curve, bool active) {
  if (!active) return state.pen_is_down = false;
  const ChartPoint now = mouse_part(frame);
  draw_stroke(curve, frame.x, frame.y, state.pen_is_down ? state.pen : now, now);
  state.pen = now;
  return state.pen_is_down = true;
}

bool draw_with_keys(Ui& ui, ChartState& state, const Frame& frame, HandCurve& curve, ImGuiID id) {
  if (!id || ui.nudge.id != id || curve.x.empty()) return false;
  const int last = static_cast<int>(curve.x.size()) - 1;
  state.place =
      std::clamp(state.place < 0 ? 0 : state.place + static_cast<int>(ui.nudge.x), 0, last);
  if (ui.nudge.y == 0) return false;
  nudge_point(curve, static_cast<size_t>(state.place), -ui.nudge.y, frame.y);
  return true;
}

void draw_hand_curve(Ui& ui, const ChartState& state, const Frame& frame, const HandCurve& curve) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const SeriesLook look{ui.color().text, 0, true, false};
  std::optional<ImVec2> before;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const float x = std::round(frame.at_x(curve.x[i]));
    const bool chosen = state.place == static_cast<int>(i);
    list.AddLine({x, frame.from.y}, {x, frame.end.y},
                 with_alpha(ui.color().link, chosen ? 0.9f : 0.3f), chosen ? ui.px(1.5f) : 1);
    if (!curve.y[i]) {
      before.reset();
      continue;
    }
    const ImVec2 here{frame.at_x(curve.x[i]), frame.at_y(*curve.y[i])};
    if (before) draw_stretch(ui, *before, here, look.ink, false);
    before = here;
  }
  for (size_t i = 0; i < curve.x.size(); ++i)
    if (curve.y[i])
      draw_mark(ui, {frame.at_x(curve.x[i]), frame.at_y(*curve.y[i])}, look,
                state.place == static_cast<int>(i) ? 1.4f : 1);
}

void tell_hand_curve(Ui& ui, const ChartState& state, const Chart& chart, const HandCurve& curve) {
  std::string text =
      "Draw with the mouse, or by arrow keys: left and right choose, up and down move.";
  if (state.place >= 0 && state.place < static_cast<int>(curve.x.size())) {
    const auto point = static_cast<size_t>(state.place);
    text = fmt::format("{}: {}", place_title(chart, curve.x[point]),
                       curve.y[point] ? value_text(*curve.y[point], chart.y.unit)
                                      : "not drawn yet (up and down draw it)");
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(14));
  text_line(ui, ui.fonts.small, ui.color().dim, text,
            std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40)));
}

}  // namespace

float height_of_hand_chart(const Ui& ui, float height) {
  return height + height_around(ui) + ui.fonts.small->FontSize +
         2 * ImGui::GetStyle().ItemSpacing.y;
}

bool draw_hand_chart(Ui& ui, ChartState& state, const Chart& chart, HandCurve& curve,
                     const std::string& name, float height) {
  Chart empty = chart;
  // Its places are those of the curve.
  empty.series = {ChartSeries{"", SeriesSource::predicted, {}}};
  for (const double x : curve.x) empty.series[0].points.push_back({x, *empty.y.from});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton(name.c_str(), {std::max(width, ui.px(40)), height + height_around(ui)});
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  Ui::PlacedItem& item = note_item(ui, name);
  item.takes_arrows = true;
  const ImGuiID id = item.id;
  const Frame frame = draw_axes(ui, empty, at, width, height);
  bool changed = draw_with_mouse(state, frame, curve, active);
  changed |= draw_with_keys(ui, state, frame, curve, id);
  if (hovered || active) state.place = nearest_place(frame, curve.x, ImGui::GetIO().MousePos.x);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float mark = ui.px(8);
  list.PushClipRect({frame.from.x - mark, frame.from.y - mark},
                    {frame.end.x + mark, frame.end.y + mark}, true);
  draw_hand_curve(ui, state, frame, curve);
  draw_lines(ui, chart, frame);
  list.PopClipRect();
  tell_hand_curve(ui, state, chart, curve);
  return changed;
}

}  // namespace warplab::app
