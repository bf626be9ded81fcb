#include "views/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "views/widgets.hpp"

namespace warplab::app {
namespace {

constexpr int kMarks = 6;
// More places than this are too many to name each.
constexpr size_t kMostNamedPlaces = 40;
// Of the room that a category has: its bars, with gaps between categories.
constexpr float kBarShare = 0.7f;
// Wide enough for a chart with its table beside it.
constexpr float kRoomForBoth = 760;

// Where values are on the screen.
struct Frame {
  ImVec2 from, end;  // corners of the plot
  AxisScale x, y;
  float at_x(double value) const {
    return from.x + (end.x - from.x) * static_cast<float>(x.part(value));
  }
  // What lies beyond the axis stands at its end; its number says where it is.
  float at_y(double value) const {
    return end.y - (end.y - from.y) * static_cast<float>(std::clamp(y.part(value), 0.0, 1.0));
  }
};

struct SeriesLook {
  ImU32 ink = 0;
  int mark = 0;
  bool hollow = false, dashed = false;
};

SeriesLook look_of(const Ui& ui, const Chart& chart, size_t index, bool faded) {
  const SeriesSource source = chart.series[index].source;
  SeriesLook look;
  look.hollow = look.dashed = source == SeriesSource::modelled || source == SeriesSource::predicted;
  // A prediction takes no colour from what was found.
  size_t number = 0;
  for (size_t i = 0; i < index; ++i)
    number += chart.series[i].source == SeriesSource::predicted ? 0 : 1;
  look.ink = source == SeriesSource::predicted
                 ? ui.color().text
                 : ui.color().series[number % std::size(ui.color().series)];
  look.mark = static_cast<int>(number) % kMarks;
  if (faded) look.ink = with_alpha(look.ink, 0.45f);
  return look;
}

void draw_mark(Ui& ui, ImVec2 p, const SeriesLook& look, float size = 1) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = ui.px(4) * size, line = ui.px(1.6f);
  const ImVec2 shapes[kMarks - 1][4] = {
      {{p.x - r, p.y - r}, {p.x + r, p.y - r}, {p.x + r, p.y + r}, {p.x - r, p.y + r}},
      {{p.x - r * 1.3f, p.y}, {p.x, p.y - r * 1.3f}, {p.x + r * 1.3f, p.y}, {p.x, p.y + r * 1.3f}},
      {{p.x - r * 1.2f, p.y + r}, {p.x, p.y - r * 1.2f}, {p.x + r * 1.2f, p.y + r}, {p.x, p.y + r}},
      {{p.x - r * 1.2f, p.y - r},
       {p.x + r * 1.2f, p.y - r},
       {p.x, p.y + r * 1.2f},
       {p.x, p.y + r * 1.2f}},
      {{p.x - r, p.y - r * 1.3f},
       {p.x + r, p.y - r * 1.3f},
       {p.x + r * 0.4f, p.y + r},
       {p.x - r * 0.4f, p.y + r}},
  };
  // The ground inside a hollow mark hides the line that it stands on.
  const ImU32 inside = look.hollow ? ui.color().panel : look.ink;
  if (look.mark == 0) {
    list.AddCircleFilled(p, r, inside);
    if (look.hollow) list.AddCircle(p, r, look.ink, 0, line);
    return;
  }
  const ImVec2* const corners = shapes[look.mark - 1];
  list.AddConvexPolyFilled(corners, 4, inside);
  if (look.hollow) list.AddPolyline(corners, 4, look.ink, ImDrawFlags_Closed, line);
}

void draw_stretch(Ui& ui, ImVec2 from, ImVec2 to, ImU32 ink, bool dashed) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = ui.px(2);
  if (!dashed) return list.AddLine(from, to, ink, width);
  const float length = std::hypot(to.x - from.x, to.y - from.y), dash = ui.px(5);
  for (float done = 0; done < length; done += 2 * dash) {
    const float a = done / length, b = std::min(done + dash, length) / length;
    list.AddLine({from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a},
                 {from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b}, ink, width);
  }
}

// ---- axes ---------------------------------------------------------------------------------------

std::vector<AxisTick> x_ticks(const Chart& chart, const Frame& frame, float room) {
  const std::vector<double> places = places_of(chart);
  if (places.empty() || places.size() > kMostNamedPlaces)
    return ticks_of(frame.x, std::max(static_cast<int>(room), 2));
  std::vector<AxisTick> ticks;
  for (const double place : places) ticks.push_back({place, place_text(chart, place)});
  return ticks;
}

void draw_x_axis(Ui& ui, const Chart& chart, const Frame& frame) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const Palette& color = ui.color();
  const std::vector<AxisTick> ticks =
      x_ticks(chart, frame, (frame.end.x - frame.from.x) / ui.px(80));
  std::vector<float> middles, widths;
  for (const AxisTick& tick : ticks) {
    widths.push_back(text_width(small, tick.text));
    // A label at the edge moves inwards.
    const float least = frame.from.x - ui.px(20), most = frame.end.x + ui.px(8);
    middles.push_back(std::clamp(frame.at_x(tick.value), least + widths.back() / 2,
                                 std::max(most - widths.back() / 2, least + widths.back() / 2)));
  }
  const std::vector<bool> kept = labels_with_room(middles, widths, ui.px(8));
  for (size_t i = 0; i < ticks.size(); ++i) {
    const float x = std::round(frame.at_x(ticks[i].value));
    if (chart.categories.empty())
      list.AddLine({x, frame.from.y}, {x, frame.end.y}, with_alpha(color.border, 0.5f));
    list.AddLine({x, frame.end.y}, {x, frame.end.y + ui.px(4)}, color.border);
    if (kept[i])
      put_text(list, small, {std::round(middles[i] - widths[i] / 2), frame.end.y + ui.px(5)},
               color.dim, ticks[i].text);
  }
  const std::string title = title_of(chart.x);
  const float width = std::min(text_width(small, title), frame.end.x - frame.from.x);
  put_text_cut(list, small,
               {frame.from.x + (frame.end.x - frame.from.x - width) / 2,
                frame.end.y + ui.px(8) + small->FontSize},
               color.dim, title, width + 1);
}

void draw_y_axis(Ui& ui, const Chart& chart, const Frame& frame, const std::vector<AxisTick>& ticks,
                 float left) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const Palette& color = ui.color();
  for (const AxisTick& tick : ticks) {
    const float y = std::round(frame.at_y(tick.value));
    list.AddLine({frame.from.x, y}, {frame.end.x, y}, with_alpha(color.border, 0.7f));
    put_text(list, small,
             {frame.from.x - ui.px(6) - text_width(small, tick.text), y - small->FontSize / 2},
             color.dim, tick.text);
  }
  list.AddLine(frame.from, {frame.from.x, frame.end.y}, color.border);
  list.AddLine({frame.from.x, frame.end.y}, frame.end, color.border);
  std::string title = title_of(chart.y);
  if (frame.y.logarithmic) title += ", logarithmic";
  put_text_cut(list, small, {left, frame.from.y - small->FontSize - ui.px(13)}, color.dim, title,
               frame.end.x - left);
}

// Axes take what they need of the room from `at` on; what is left is the plot.
Frame draw_axes(Ui& ui, const Chart& chart, ImVec2 at, float width, float height) {
  ImFont* small = ui.fonts.small;
  Frame frame;
  frame.x = x_scale(chart);
  frame.y = y_scale(chart);
  const std::vector<AxisTick> ticks =
      ticks_of(frame.y, std::max(static_cast<int>(height / ui.px(34)), 2));
  float labels = ui.px(20);
  for (const AxisTick& tick : ticks) labels = std::max(labels, text_width(small, tick.text));
  const float left = at.x + ui.px(14);
  frame.from = {left + labels + ui.px(8), at.y + small->FontSize + ui.px(14)};
  frame.end = {std::max(at.x + width - ui.px(16), frame.from.x + ui.px(40)), frame.from.y + height};
  draw_y_axis(ui, chart, frame, ticks, left);
  draw_x_axis(ui, chart, frame);
  return frame;
}

// What stands above and below a plot: the title of its upright axis, labels and title of the other.
float height_around(const Ui& ui) { return 3 * ui.fonts.small->FontSize + ui.px(30); }

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

// Dashed, each with its name above one end; names move apart. A name's ground hides values and no
// line.
void draw_lines(Ui& ui, const Chart& chart, const Frame& frame) {
  if (chart.lines.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const float step = small->FontSize + ui.px(3), dash = ui.px(7);
  std::vector<float> heights, wanted;
  for (const ReferenceLine& line : chart.lines) {
    heights.push_back(std::round(frame.at_y(line.y)));
    wanted.push_back(heights.back() - step);
  }
  const auto places = spread_labels(wanted, step, frame.from.y, frame.end.y);
  const double room = 2 * step / std::max(frame.end.y - frame.from.y, 1.0f);
  struct Name {
    ImVec2 at;
    float width;
    std::string text;
  };
  std::vector<Name> names;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    Name name{{0, *places[i]}, 0, {}};
    name.text =
        fmt::format("{}: {}", chart.lines[i].name, value_text(chart.lines[i].y, chart.y.unit));
    name.width = std::min(text_width(small, name.text), frame.end.x - frame.from.x - ui.px(8));
    const bool left = name_stands_left(chart, chart.lines[i].y, room);
    name.at.x = left ? frame.from.x + ui.px(4) : frame.end.x - name.width - ui.px(4);
    list.AddRectFilled({name.at.x - ui.px(3), name.at.y},
                       {name.at.x + name.width + ui.px(3), name.at.y + step},
                       with_alpha(ui.color().panel, 0.85f));
    names.push_back(std::move(name));
  }
  for (const float y : heights)
    for (float x = frame.from.x; x < frame.end.x; x += 2 * dash)
      list.AddLine({x, y}, {std::min(x + dash, frame.end.x), y}, ui.color().warn, ui.px(1.5f));
  for (const Name& name : names)
    put_text_cut(list, small, {name.at.x, name.at.y + ui.px(1)}, ui.color().warn, name.text,
                 name.width + 1);
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

int nearest_place(const Frame& frame, const std::vector<double>& places, float x) {
  int nearest = -1;
  for (int i = 0; i < static_cast<int>(places.size()); ++i)
    if (nearest < 0 || std::abs(frame.at_x(places[static_cast<size_t>(i)]) - x) <
                           std::abs(frame.at_x(places[static_cast<size_t>(nearest)]) - x))
      nearest = i;
  return nearest;
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

std::string place_title(const Chart& chart, double place) {
  const std::string unit =
      chart.categories.empty() && !chart.x.unit.empty() ? " " + chart.x.unit : "";
  return fmt::format("{} {}{}", chart.x.label, place_text(chart, place), unit);
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

void draw_chart_and_table(Ui& ui, ChartState& state, const Chart& chart, const std::string& name,
                          float height, bool faded) {
  const float width = ImGui::GetContentRegionAvail().x, whole = height + height_around(ui);
  if (width >= ui.px(kRoomForBoth)) {
    const float table = std::min(width * 0.36f, ui.px(420)), left = ImGui::GetCursorPosX();
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

// ---- a curve by hand ----------------------------------------------------------------------------

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
  std::string text = "Draw it with the mouse, or by arrows: left, right choose, up, down move.";
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
