#include "results/line_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/picture_legend.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Pixels of an element from which each has a dot, and from which its value is written.
constexpr double kDotsFrom = 5, kLineValuesFrom = 40;
constexpr float kTick = 5;  // units

float x_of(const LinePlot& plot, double element) {
  return plot.at.x + static_cast<float>((element - plot.first) * plot.zoom);
}

struct Seen {
  int64_t begin, end;
};
Seen seen_of(const LinePlot& plot) {
  const double last = plot.first + plot.size.x / plot.zoom;
  return {
      std::clamp<int64_t>(static_cast<int64_t>(std::floor(plot.first)), 0, plot.picture->columns()),
      std::clamp<int64_t>(static_cast<int64_t>(std::ceil(last)), 0, plot.picture->columns())};
}

ImU32 ink_of(const Ui& ui, PictureSide side) {
  return ui.color().series[side == PictureSide::difference ? kDifferenceSeries : 0];
}

void draw_ticks(Ui& ui, const LinePlot& plot, const Picture::Span& span, float from, float to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = plot.at.y + plot.size.y;
  // One among many is seen, also at the edge.
  from = std::min(from, plot.at.x + plot.size.x - ui.px(2));
  to = std::max(to, from + ui.px(2));
  if (span.not_finite && plot.side != PictureSide::wrong)
    fill_not_finite(list, {from, plot.at.y}, {to, plot.at.y + ui.px(kTick)});
  if (span.not_written && plot.side == PictureSide::actual)
    fill_not_written(list, {from, plot.at.y}, {to, plot.at.y + ui.px(kTick)});
  if (span.wrong && plot.side == PictureSide::wrong)
    list.AddRectFilled({from, plot.at.y + ui.px(2)}, {to, bottom - ui.px(2)}, ui.color().fail);
  else if (span.wrong)
    list.AddRectFilled({from, bottom - ui.px(kTick)}, {to, bottom}, ui.color().fail);
}

// Several elements a pixel: what lies between the least and the greatest, without a gap to the
// pixel before.
void draw_band(Ui& ui, const LinePlot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ink_of(ui, plot.side);
  const Seen seen = seen_of(plot);
  const auto element_at = [&](float x) {
    return static_cast<int64_t>(std::floor(plot.first + (x - plot.at.x) / plot.zoom));
  };
  Picture::Span before;
  for (float x = plot.at.x; x < plot.at.x + plot.size.x; ++x) {
    const int64_t begin = std::max(element_at(x), seen.begin);
    const int64_t end = std::min(std::max(element_at(x + 1), begin + 1), seen.end);
    if (begin >= end) continue;
    const Picture::Span span = plot.picture->span(plot.side, begin, end);
    if (span.low <= span.high && plot.side != PictureSide::wrong) {
      double low = span.low, high = span.high;
      if (before.low <= before.high)
        low = std::min(low, before.high), high = std::max(high, before.low);
      const float top = height_of(ui, plot, high), bottom = height_of(ui, plot, low);
      list.AddRectFilled({x, top}, {x + 1, std::max(bottom, top + ui.px(1.5f))}, ink);
    }
    before = span;
    draw_ticks(ui, plot, span, x, x + 1);
  }
}

void draw_value(Ui& ui, const LinePlot& plot, int64_t element, ImVec2 point) {
  ImFont* font = ui.fonts.code_small;
  const float room = static_cast<float>(plot.zoom) - ui.px(4);
  const std::string text = text_that_fits(font, *plot.picture, plot.side, {0, element}, room);
  if (text.empty()) return;
  const float width = text_width(font, text), above = font->FontSize + ui.px(6);
  const bool below = point.y - above < plot.at.y;
  put_text(*ImGui::GetWindowDrawList(), font,
           {point.x - width / 2, below ? point.y + ui.px(6) : point.y - above}, ui.color().text,
           text);
}

// A pixel or more for each element.
void draw_points(Ui& ui, const LinePlot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ink_of(ui, plot.side);
  const Seen seen = seen_of(plot);
  std::optional<ImVec2> before;
  // One more on both sides: the line goes on to what is not seen.
  const int64_t last = std::min(seen.end + 1, plot.picture->columns());
  for (int64_t i = std::max<int64_t>(seen.begin - 1, 0); i < last; ++i) {
    const Picture::Span span = plot.picture->span(plot.side, i, i + 1);
    const float left = x_of(plot, static_cast<double>(i));
    const float right = x_of(plot, static_cast<double>(i) + 1);
    draw_ticks(ui, plot, span, left, right);
    if (plot.side == PictureSide::wrong) continue;
    if (span.low > span.high) {
      before.reset();
      continue;
    }
    const ImVec2 point{(left + right) / 2, height_of(ui, plot, span.low)};
    if (before) list.AddLine(*before, point, ink, ui.px(1.5f));
    if (!before || plot.zoom >= kDotsFrom) list.AddCircleFilled(point, ui.px(2.5f), ink);
    // Where yours is wrong: what is right, as a ring.
    if (span.wrong && plot.side == PictureSide::actual && plot.zoom >= kDotsFrom) {
      const double expected = plot.picture->value(PictureSide::expected, 0, i);
      if (std::isfinite(expected))
        list.AddCircle({point.x, height_of(ui, plot, expected)}, ui.px(4), ui.color().text, 0,
                       ui.px(1.3f));
    }
    before = point;
    if (plot.zoom >= ui.px(kLineValuesFrom)) draw_value(ui, plot, i, point);
  }
}

void draw_lit(Ui& ui, const LinePlot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bottom = plot.at.y + plot.size.y;
  const auto fill = [&](uint64_t element, ImU32 color, float part) {
    const float left = x_of(plot, static_cast<double>(element));
    const float right = std::max(x_of(plot, static_cast<double>(element) + 1), left + ui.px(2));
    list.AddRectFilled({left, bottom - plot.size.y * part}, {right, bottom}, color);
  };
  // What is asked for stands higher than what is only moved with it: colour is not alone.
  for (const uint64_t element : plot.lit->moved)
    fill(element, with_alpha(ui.color().fail, 0.35f), 0.5f);
  for (const uint64_t element : plot.lit->asked)
    fill(element, with_alpha(ui.color().pass, 0.4f), 1);
  if (!plot.lit->of_lane) return;
  const auto lane = static_cast<double>(*plot.lit->of_lane);
  list.AddRect({x_of(plot, lane) - 1, plot.at.y + 1}, {x_of(plot, lane + 1) + 1, bottom - 1},
               ui.color().warn, 0, 0, ui.px(1.5f));
}

void draw_labels(Ui& ui, const LinePlot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const Seen seen = seen_of(plot);
  const auto put = [&](const std::string& text, bool right, bool low) {
    const float width = text_width(font, text);
    const ImVec2 at{
        right ? plot.at.x + plot.size.x - width - ui.px(5) : plot.at.x + ui.px(5),
        low ? plot.at.y + plot.size.y - font->FontSize - ui.px(6) : plot.at.y + ui.px(5)};
    // Read over whatever line is below it.
    list.AddRectFilled({at.x - ui.px(2), at.y}, {at.x + width + ui.px(2), at.y + font->FontSize},
                       with_alpha(ui.color().editor, 0.8f), ui.px(2));
    put_text(list, font, at, ui.color().dim, text);
  };
  if (plot.side != PictureSide::wrong) {
    put(value_text(plot.range.high), false, false);
    put(value_text(plot.range.low), false, true);
  }
  const bool is_part = seen.begin > 0 || seen.end < plot.picture->columns();
  if (is_part && seen.end > seen.begin && plot.side != PictureSide::wrong)
    put(fmt::format("[{}] \u2026 [{}]", seen.begin, seen.end - 1), true, true);
}

}  // namespace

float height_of(const Ui& ui, const LinePlot& plot, double value) {
  // Labels are not drawn over values.
  const float margin =
      plot.has_labels ? ui.fonts.small->FontSize + ui.px(kTick + 4) : ui.px(kTick + 2);
  const double part = (value - plot.range.low) / (plot.range.high - plot.range.low);
  return plot.at.y + plot.size.y - margin -
         static_cast<float>(std::clamp(part, 0.0, 1.0)) * (plot.size.y - 2 * margin);
}

void draw_line_plot(Ui& ui, const LinePlot& plot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (plot.lit) draw_lit(ui, plot);
  if (plot.side != PictureSide::wrong && plot.range.low <= 0 && plot.range.high >= 0) {
    const float zero = std::round(height_of(ui, plot, 0));
    list.AddLine({plot.at.x, zero}, {plot.at.x + plot.size.x, zero}, ui.color().border);
  }
  if (plot.zoom < 1) draw_band(ui, plot);
  else draw_points(ui, plot);
  if (plot.has_labels) draw_labels(ui, plot);
  if (!plot.hovered) return;
  const auto element = static_cast<double>(*plot.hovered);
  const float left = x_of(plot, element), right = std::max(x_of(plot, element + 1), left + 1);
  list.AddRectFilled({left, plot.at.y}, {right, plot.at.y + plot.size.y},
                     with_alpha(ui.color().text, 0.18f));
  list.AddLine({(left + right) / 2, plot.at.y}, {(left + right) / 2, plot.at.y + plot.size.y},
               ui.color().text);
}

}  // namespace warplab::app
