#include "draw/chart_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

constexpr int kMarks = 6;
// More places than this are too many to name each.
constexpr size_t kMostNamedPlaces = 40;

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

}  // namespace

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

void draw_mark(Ui& ui, ImVec2 p, const SeriesLook& look, float size) {
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

float height_around(const Ui& ui) { return 3 * ui.fonts.small->FontSize + ui.px(30); }

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

int nearest_place(const Frame& frame, const std::vector<double>& places, float x) {
  int nearest = -1;
  for (int i = 0; i < static_cast<int>(places.size()); ++i)
    if (nearest < 0 || std::abs(frame.at_x(places[static_cast<size_t>(i)]) - x) <
                           std::abs(frame.at_x(places[static_cast<size_t>(nearest)]) - x))
      nearest = i;
  return nearest;
}

std::string place_title(const Chart& chart, double place) {
  const std::string unit =
      chart.categories.empty() && !chart.x.unit.empty() ? " " + chart.x.unit : "";
  return fmt::format("{} {}{}", chart.x.label, place_text(chart, place), unit);
}

}  // namespace warplab::app
