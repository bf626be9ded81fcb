#include "views/roofline_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/messages.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

std::string bandwidth_text(double bytes_a_second) {
  return bytes_a_second >= 1e12 ? fmt::format("{:.2f} TB/s", bytes_a_second / 1e12)
                                : fmt::format("{:.0f} GB/s", bytes_a_second / 1e9);
}

// Both axes logarithmic, in whole powers of ten. The roof rises by one decade a decade: what the
// memory allows.
struct LogFrame {
  ImVec2 from, end;                       // corners
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;  // powers of ten
  ImVec2 place(double x, double y) const {
    return {from.x + (end.x - from.x) * static_cast<float>((std::log10(x) - x0) / (x1 - x0)),
            end.y - (end.y - from.y) * static_cast<float>((std::log10(y) - y0) / (y1 - y0))};
  }
};

// The whole decades around both points and the roof above them.
LogFrame roofline_frame(double bandwidth, const RooflinePoint& now,
                        const std::optional<RooflinePoint>& last) {
  double least_x = now.per_byte, most_x = now.per_byte, least_y = now.per_second;
  if (last) {
    least_x = std::min(least_x, last->per_byte);
    most_x = std::max(most_x, last->per_byte);
    least_y = std::min(least_y, last->per_second);
  }
  LogFrame frame;
  frame.x0 = std::floor(std::log10(least_x) - 0.3);
  frame.x1 = std::ceil(std::log10(most_x) + 0.3);
  frame.y0 = std::floor(std::log10(least_y) - 0.3);
  frame.y1 = std::max(std::ceil(std::log10(bandwidth * most_x) + 0.2), frame.y0 + 1);
  return frame;
}

void draw_decades(Ui& ui, const LogFrame& frame) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  for (double x = frame.x0; x <= frame.x1 + 1e-9; ++x) {
    const float px = frame.place(std::pow(10, x), 1).x;
    list.AddLine({px, frame.from.y}, {px, frame.end.y}, with_alpha(color.border, 0.7f));
    const std::string text = fmt::format("{:g}", std::pow(10, x));
    const float width = text_width(small, text);
    put_text(list, small, {std::min(px - width / 2, frame.end.x - width), frame.end.y + ui.px(3)},
             color.faint, text);
  }
  for (double y = frame.y0; y <= frame.y1 + 1e-9; ++y) {
    const float py = frame.place(1, std::pow(10, y)).y;
    list.AddLine({frame.from.x, py}, {frame.end.x, py}, with_alpha(color.border, 0.7f));
    const std::string text = fmt::format("{:g}", std::pow(10, y - 9));
    put_text(list, small,
             {frame.from.x - ui.px(6) - text_width(small, text), py - small->FontSize / 2},
             color.faint, text);
  }
}

void draw_roof(Ui& ui, const LogFrame& frame, double bandwidth) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(frame.from, frame.end, true);
  const double x_low = std::pow(10, frame.x0), x_high = std::pow(10, frame.x1);
  list.AddLine(frame.place(x_low, bandwidth * x_low), frame.place(x_high, bandwidth * x_high),
               ui.color().dim, ui.px(2));
  list.PopClipRect();
  put_text(list, ui.fonts.small, {frame.from.x + ui.px(6), frame.from.y + ui.px(4)}, ui.color().dim,
           "roof: our copy, " + bandwidth_text(bandwidth));
}

void draw_points(Ui& ui, const LogFrame& frame, const RooflinePoint& now,
                 const std::optional<RooflinePoint>& last) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const auto label = [&](ImVec2 point, const std::string& text, ImU32 ink, bool left) {
    const float x = left ? point.x - text_width(small, text) - ui.px(10) : point.x + ui.px(10);
    put_text(list, small, {x, point.y - small->FontSize / 2}, ink, text);
  };
  if (last) {
    const ImVec2 p = frame.place(last->per_byte, last->per_second);
    const float r = ui.px(5);
    list.AddQuad({p.x - r, p.y}, {p.x, p.y - r}, {p.x + r, p.y}, {p.x, p.y + r}, color.dim,
                 ui.px(1.5f));
    label(p, "last " + microseconds_text(last->median_us), color.dim, true);
  }
  const ImVec2 p = frame.place(now.per_byte, now.per_second);
  list.AddCircleFilled(p, ui.px(5), color.link);
  label(p, "this " + microseconds_text(now.median_us), color.link, false);
}

std::string point_sentence(const char* which, const RooflinePoint& of) {
  return fmt::format(
      "{}: {}, {:.3g} instructions a byte, {:.3g} thousand million a second, {:.3g} of the copy's "
      "bandwidth",
      which, microseconds_text(of.median_us), of.per_byte, of.per_second / 1e9, of.copy_fraction);
}

}  // namespace

void draw_roofline(Ui& ui, double bandwidth, const RooflinePoint& now,
                   const std::optional<RooflinePoint>& last) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ui.px(200)};
  ImGui::InvisibleButton("roofline", size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "roofline");
  LogFrame frame = roofline_frame(bandwidth, now, last);
  frame.from = {at.x + ui.px(58), at.y + ui.px(20)};
  frame.end = {frame.from.x + size.x - ui.px(70), frame.from.y + size.y - ui.px(58)};
  draw_decades(ui, frame);
  put_text(list, small, {at.x + ui.px(14), at.y + ui.px(1)}, ui.color().faint,
           "thousand million instructions a second");
  const std::string across = "instructions for each byte that has to be moved";
  put_text_cut(list, small,
               {std::max(frame.end.x - text_width(small, across), at.x + ui.px(14)),
                frame.end.y + ui.px(19)},
               ui.color().faint, across, size.x - ui.px(20));
  draw_roof(ui, frame, bandwidth);
  draw_points(ui, frame, now, last);
  if (!hovered) return;
  tooltip(ui, point_sentence("This attempt", now) +
                  (last ? "\n\n" + point_sentence("The last one", *last) : ""));
}

}  // namespace warplab::app
