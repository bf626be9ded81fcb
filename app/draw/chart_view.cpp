#include "draw/chart_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/chart_parts.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Of the room that a category has: its bars, with gaps between categories.
constexpr float kBarShare = 0.7f;
// Wide enough for a chart with its table beside it.
constexpr float kRoomForBoth = 760;

// ---- what is shown ------------------------------------------------------------------------------

void draw_range(Ui& ui, const Frame& frame, float x, const ChartPoint& point, ImU32 ink) {
  if (!point.has_range()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float low = frame.at_y(point.low), high = frame.at_y(point.high), cap = ui.px(4),
              width = ui.px(1.5f);
  list.AddLine({x, low}, {x, high}, ink, width);
  list.AddLine({x - cap, low}, {x + cap, low}, ink, width);
  list.AddLine({x - cap, high}, {x + cap, high}, ink, width);
}

void draw_bars(Ui& ui, const Chart& chart, const Frame& frame, bool faded) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float slot = std::abs(frame.at_x(1) - frame.at_x(0)) * kBarShare;
  const float width = slot / static_cast<float>(std::max<size_t>(chart.series.size(), 1));
  for (size_t s = 0; s < chart.series.size(); ++s) {
    const SeriesLook look = look_of(ui, chart, s, faded);
    for (const ChartPoint& point : chart.series[s].points) {
      const float left = frame.at_x(point.x) - slot / 2 + width * static_cast<float>(s) + 1;
      const ImVec2 from{left, frame.at_y(point.y)},
          to{std::max(left + width - 2, left + 1), frame.end.y};
      list.AddRectFilled(from, to,
                         with_alpha(look.ink, look.hollow ? 0.22f
                                              : faded     ? 0.45f
                                                          : 0.9f));
      if (look.hollow) list.AddRect(from, to, look.ink, 0, 0, ui.px(1.5f));
      draw_range(ui, frame, (from.x + to.x) / 2, point, ui.color().text);
    }
  }
}

void draw_curve(Ui& ui, const Frame& frame, const ChartSeries& series, const SeriesLook& look) {
  for (size_t i = 0; i + 1 < series.points.size(); ++i) {
    const ChartPoint &a = series.points[i], &b = series.points[i + 1];
    draw_stretch(ui, {frame.at_x(a.x), frame.at_y(a.y)}, {frame.at_x(b.x), frame.at_y(b.y)},
                 look.ink, look.dashed);
  }
  for (const ChartPoint& point : series.points) {
    draw_range(ui, frame, frame.at_x(point.x), point, look.ink);
    draw_mark(ui, {frame.at_x(point.x), frame.at_y(point.y)}, look);
  }
}

void draw_all(Ui& ui, const Chart& chart, const Frame& frame, bool faded) {
  if (!chart.categories.empty()) draw_bars(ui, chart, frame, faded);
  else
    for (size_t i = 0; i < chart.series.size(); ++i)
      draw_curve(ui, frame, chart.series[i], look_of(ui, chart, i, faded));
  draw_lines(ui, chart, frame);
  if (!chart.here) return;
  const float x = std::round(frame.at_x(*chart.here)), side = ui.px(6);
  const ImVec2 corners[] = {
      {x - side, frame.end.y}, {x, frame.end.y - 1.6f * side}, {x + side, frame.end.y}};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddTriangleFilled(corners[0], corners[1], corners[2], ui.color().text);
  list.AddTriangle(corners[0], corners[1], corners[2], ui.color().panel, ui.px(1));
}

// ---- what is read -------------------------------------------------------------------------------

const ChartPoint* point_at(const ChartSeries& series, double place) {
  const auto found = std::find_if(series.points.begin(), series.points.end(),
                                  [&](const ChartPoint& point) { return point.x == place; });
  return found == series.points.end() ? nullptr : &*found;
}

// By the arrows.
void step_choice(const Ui& ui, ChartState& state, int series) {
  if (ui.nudge.x != 0) state.place += static_cast<int>(ui.nudge.x);
  if (ui.nudge.y != 0 && series > 0)
    state.series = (state.series + static_cast<int>(ui.nudge.y) + series) % series;
  state.place = std::max(state.place, 0);
}

// Under the mouse.
void choose_nearest(ChartState& state, const Chart& chart, const Frame& frame,
                    const std::vector<double>& places) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  state.place = nearest_place(frame, places, mouse.x);
  float best = INFINITY;
  for (int i = 0; i < static_cast<int>(chart.series.size()) && state.place >= 0; ++i) {
    const ChartPoint* point =
        point_at(chart.series[static_cast<size_t>(i)], places[static_cast<size_t>(state.place)]);
    if (!point || std::abs(frame.at_y(point->y) - mouse.y) >= best) continue;
    best = std::abs(frame.at_y(point->y) - mouse.y);
    state.series = i;
  }
}

// The values at one place, every series on a line of its own.
std::string values_at(const Chart& chart, double place) {
  std::string text = place_title(chart, place);
  for (const ChartSeries& series : chart.series)
    if (const ChartPoint* point = point_at(series, place))
      text += fmt::format("\n{}: {}", series.name, point_text(*point, series.source, chart.y.unit));
  return text;
}

void draw_chosen(Ui& ui, const ChartState& state, const Chart& chart, const Frame& frame,
                 const std::vector<double>& places) {
  if (state.place < 0 || chart.series.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double place = places[static_cast<size_t>(state.place)];
  const float x = std::round(frame.at_x(place));
  list.AddLine({x, frame.from.y}, {x, frame.end.y}, with_alpha(ui.color().text, 0.35f));
  const ChartPoint* point = point_at(chart.series[static_cast<size_t>(state.series)], place);
  if (point && chart.categories.empty())
    list.AddCircle({frame.at_x(place), frame.at_y(point->y)}, ui.px(7), ui.color().text, 0,
                   ui.px(1.5f));
}

// The chosen value in words; as high when there is none.
void tell_chosen(Ui& ui, const ChartState& state, const Chart& chart,
                 const std::vector<double>& places) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(14));
  std::string text = "Point at a value to read it, or go through them with the arrow keys.";
  if (state.place >= 0 && !chart.series.empty()) {
    const double place = places[static_cast<size_t>(state.place)];
    const ChartSeries& series = chart.series[static_cast<size_t>(state.series)];
    const ChartPoint* point = point_at(series, place);
    text = fmt::format("{}: {}, {}", place_title(chart, place), series.name,
                       point ? point_text(*point, series.source, chart.y.unit) : "no value");
  }
  text_line(ui, ui.fonts.small, state.place < 0 ? ui.color().faint : ui.color().text, text,
            std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40)));
}

// Marks with the names of the series, as many on a line as fit.
void draw_legend(Ui& ui, const Chart& chart, float left, float width, bool faded) {
  if (chart.series.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const float line = small->FontSize + ui.px(6);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = 0, y = 0;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const ChartSeries& series = chart.series[i];
    std::string text = series.name;
    if (series.source != SeriesSource::counted && series.source != SeriesSource::predicted)
      text += fmt::format(" ({})", name_of(series.source));
    const float needed = std::min(ui.px(26) + text_width(small, text), width);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += line;
    }
    const SeriesLook look = look_of(ui, chart, i, faded);
    const ImVec2 begin{left + x, at.y + y};
    const float middle = begin.y + line / 2;
    if (chart.categories.empty()) {
      draw_stretch(ui, {begin.x, middle}, {begin.x + ui.px(20), middle}, look.ink, look.dashed);
      draw_mark(ui, {begin.x + ui.px(10), middle}, look);
    } else {
      const ImVec2 from{begin.x + ui.px(4), middle - ui.px(5)},
          to{begin.x + ui.px(16), middle + ui.px(5)};
      list.AddRectFilled(from, to, with_alpha(look.ink, look.hollow ? 0.22f : 0.9f));
      if (look.hollow) list.AddRect(from, to, look.ink, 0, 0, ui.px(1.5f));
    }
    put_text_cut(list, small, {begin.x + ui.px(26), middle - small->FontSize / 2},
                 faded ? ui.color().faint : ui.color().text, text, needed - ui.px(26) + 1);
    x += needed + ui.px(18);
  }
  ImGui::Dummy({1, y + line});
}

}  // namespace

void draw_chart(Ui& ui, ChartState& state, const Chart& chart, const std::string& name,
                float height, bool faded) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::InvisibleButton(name.c_str(), {std::max(width, ui.px(40)), height + height_around(ui)});
  const bool hovered = ImGui::IsItemHovered();
  Ui::PlacedItem& item = note_item(ui, name);
  item.takes_arrows = true;
  const ImGuiID id = item.id;
  const Frame frame = draw_axes(ui, chart, at, width, height);
  const std::vector<double> places = places_of(chart);
  const int series = static_cast<int>(chart.series.size());
  if (id && ui.nudge.id == id) step_choice(ui, state, series);
  if (hovered) choose_nearest(state, chart, frame, places);
  state.place = std::min(state.place, static_cast<int>(places.size()) - 1);
  state.series = std::clamp(state.series, 0, std::max(series - 1, 0));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // A mark at the end of an axis is drawn whole.
  const float mark = ui.px(8);
  list.PushClipRect({frame.from.x - mark, frame.from.y - mark},
                    {frame.end.x + mark, frame.end.y + mark}, true);
  draw_all(ui, chart, frame, faded);
  draw_chosen(ui, state, chart, frame, places);
  list.PopClipRect();
  if (hovered && state.place >= 0)
    tooltip(ui, values_at(chart, places[static_cast<size_t>(state.place)]));
  draw_legend(ui, chart, at.x + ui.px(14), width - ui.px(28), faded);
  tell_chosen(ui, state, chart, places);
}

void draw_chart_table(Ui& ui, const Chart& chart, const std::string& name, float width,
                      float height, bool faded) {
  const ChartTable table = table_of(chart);
  const auto columns = static_cast<int>(table.head.size());
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH |
                                     ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                     ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable(name.c_str(), columns, kFlags, {width, height})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  const ImU32 ink = faded ? ui.color().faint : ui.color().text;
  ImGui::TableNextRow();
  for (const std::string& head : table.head) {
    ImGui::TableNextColumn();
    put_text(*ImGui::GetWindowDrawList(), ui.fonts.small_strong, ImGui::GetCursorScreenPos(),
             ui.color().dim, head);
    ImGui::Dummy({text_width(ui.fonts.small_strong, head), ui.fonts.small_strong->FontSize});
  }
  for (size_t row = 0; row < table.rows.size(); ++row) {
    ImGui::TableNextRow();
    for (const std::string& cell : table.rows[row]) {
      ImGui::TableNextColumn();
      put_text(*ImGui::GetWindowDrawList(), ui.fonts.text, ImGui::GetCursorScreenPos(), ink, cell);
      ImGui::Dummy({text_width(ui.fonts.text, cell), ui.fonts.text->FontSize});
    }
  }
  ImGui::EndTable();
  note_item(ui, name);
}

namespace {

// In which all of its columns are seen.
float natural_width(const Ui& ui, const ChartTable& table) {
  float width = ImGui::GetStyle().ScrollbarSize;
  for (size_t c = 0; c < table.head.size(); ++c) {
    float column = text_width(ui.fonts.small_strong, table.head[c]);
    for (const auto& row : table.rows)
      if (c < row.size()) column = std::max(column, text_width(ui.fonts.text, row[c]));
    width += column + 2 * ImGui::GetStyle().CellPadding.x + 1;
  }
  return width;
}

}  // namespace

void draw_chart_and_table(Ui& ui, ChartState& state, const Chart& chart, const std::string& name,
                          float height, bool faded) {
  const float width = ImGui::GetContentRegionAvail().x, whole = height + height_around(ui);
  const float table = natural_width(ui, table_of(chart)) + ui.px(14);
  if (width >= ui.px(kRoomForBoth) && table <= width / 2) {
    const float left = ImGui::GetCursorPosX();
    const float top = ImGui::GetCursorPosY();
    ImGui::BeginChild((name + " beside").c_str(),
                      {width - table, whole + 4 * ui.fonts.small->FontSize + ui.px(40)});
    draw_chart(ui, state, chart, name, height, faded);
    ImGui::EndChild();
    ImGui::SetCursorPos({left + width - table, top + ui.px(4)});
    draw_chart_table(ui, chart, name + " table", table - ui.px(14), whole, faded);
    ImGui::SetCursorPos({left, top + whole + 4 * ui.fonts.small->FontSize + ui.px(40)});
    return ImGui::Dummy({1, 1});
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(8));
  if (segment(ui, (name + " as a chart").c_str(), "Chart", !state.as_table)) state.as_table = false;
  ImGui::SameLine(0, ui.px(2));
  if (segment(ui, (name + " as a table").c_str(), "Table", state.as_table)) state.as_table = true;
  if (!state.as_table) return draw_chart(ui, state, chart, name, height, faded);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(14));
  draw_chart_table(ui, chart, name + " table", width - ui.px(28), whole, faded);
}

}  // namespace warplab::app
