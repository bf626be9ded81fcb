#include "time/roofline_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"
#include "time/modelled_chart.hpp"

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

// The whole decades around all points and the roof above them.
LogFrame roofline_frame(const Roofline& roofline) {
  double least_x = roofline.points.front().per_byte, most_x = least_x;
  double least_y = roofline.points.front().per_second, most_y = least_y;
  for (const RoofPoint& point : roofline.points) {
    least_x = std::min(least_x, point.per_byte);
    most_x = std::max(most_x, point.per_byte);
    least_y = std::min(least_y, point.per_second);
    most_y = std::max(most_y, point.per_second);
  }
  LogFrame frame;
  frame.x0 = std::floor(std::log10(least_x) - 0.3);
  frame.x1 = std::ceil(std::log10(most_x) + 0.3);
  frame.y0 = std::floor(std::log10(least_y) - 0.3);
  const double roof = std::max(roofline.bytes_per_second * most_x, most_y);
  frame.y1 = std::max(std::ceil(std::log10(roof) + 0.2), frame.y0 + 1);
  if (roofline.instructions_per_second > 0)
    frame.y1 = std::max(frame.y1, std::ceil(std::log10(roofline.instructions_per_second) + 0.1));
  return frame;
}

// "0.01", "100000": never "1e+05".
std::string power_of_ten(double exponent) {
  return exponent >= 0 ? fmt::format("{:.0f}", std::pow(10, exponent))
                       : fmt::format("{:g}", std::pow(10, exponent));
}

void draw_decades(Ui& ui, const LogFrame& frame) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  for (double x = frame.x0; x <= frame.x1 + 1e-9; ++x) {
    const float px = frame.place(std::pow(10, x), 1).x;
    list.AddLine({px, frame.from.y}, {px, frame.end.y}, with_alpha(color.border, 0.7f));
    const std::string text = power_of_ten(x);
    const float width = text_width(small, text);
    put_text(list, small, {std::min(px - width / 2, frame.end.x - width), frame.end.y + ui.px(3)},
             color.faint, text);
  }
  for (double y = frame.y0; y <= frame.y1 + 1e-9; ++y) {
    const float py = frame.place(1, std::pow(10, y)).y;
    list.AddLine({frame.from.x, py}, {frame.end.x, py}, with_alpha(color.border, 0.7f));
    const std::string text = power_of_ten(y - 9);
    put_text(list, small,
             {frame.from.x - ui.px(6) - text_width(small, text), py - small->FontSize / 2},
             color.faint, text);
  }
}

// What rises with the instructions a byte, and is flat where no more instructions can be issued.
void draw_roof(Ui& ui, const LogFrame& frame, const Roofline& roofline) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double x_low = std::pow(10, frame.x0), x_high = std::pow(10, frame.x1);
  const double bandwidth = roofline.bytes_per_second, most = roofline.instructions_per_second;
  const double bend = most > 0 ? std::clamp(most / bandwidth, x_low, x_high) : x_high;
  const float width = ui.px(2);
  list.PushClipRect(frame.from, frame.end, true);
  list.AddLine(frame.place(x_low, bandwidth * x_low), frame.place(bend, bandwidth * bend),
               ui.color().dim, width);
  if (most > 0)
    list.AddLine(frame.place(bend, most), frame.place(x_high, most), ui.color().dim, width);
  list.PopClipRect();
}

void draw_mark(Ui& ui, RoofPoint::Mark mark, ImVec2 p, ImU32 ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = ui.px(5), line = ui.px(1.5f);
  switch (mark) {
    case RoofPoint::Mark::own: return list.AddCircleFilled(p, r, ink);
    case RoofPoint::Mark::before:
      return list.AddQuad({p.x - r, p.y}, {p.x, p.y - r}, {p.x + r, p.y}, {p.x, p.y + r}, ink,
                          line);
    case RoofPoint::Mark::other:
      return list.AddTriangle({p.x - r, p.y + r * 0.8f}, {p.x, p.y - r}, {p.x + r, p.y + r * 0.8f},
                              ink, line);
    case RoofPoint::Mark::reference:
      return list.AddRect({p.x - r, p.y - r}, {p.x + r, p.y + r}, ink, 0, 0, line);
  }
}

ImU32 ink_of(const Ui& ui, RoofPoint::Mark mark, bool faded) {
  const ImU32 ink = mark == RoofPoint::Mark::own ? ui.color().link : ui.color().dim;
  return faded ? with_alpha(ink, 0.5f) : ink;
}

std::string rate_text(double instructions_a_second) {
  const double rate = instructions_a_second / 1e9;
  return (rate < 100 ? fmt::format("{:.3g}", rate) : fmt::format("{:.0f}", rate)) +
         " billion a second";
}

// The names stand below, where no two of them can lie on each other.
void draw_legend(Ui& ui, const Roofline& roofline, bool faded) {
  for (const RoofPoint& point : roofline.points) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_mark(ui, point.mark, {at.x + ui.px(22), at.y + ui.fonts.small->FontSize / 2},
              ink_of(ui, point.mark, faded));
    ImGui::SetCursorPosX(ui.px(36));
    text_line(ui, ui.fonts.small, faded ? ui.color().faint : ui.color().dim,
              fmt::format("{}: {}, {:.3g} instructions a byte", point.label,
                          microseconds_text(point.us), point.per_byte));
  }
  std::string roofs =
      fmt::format("rising: {}, {}", roofline.roof, bandwidth_text(roofline.bytes_per_second));
  if (roofline.instructions_per_second > 0)
    roofs += ". Flat: instructions, " + rate_text(roofline.instructions_per_second);
  if (std::ranges::any_of(roofline.points, [&](const RoofPoint& point) {
        return point.per_second > roofline.bytes_per_second * point.per_byte;
      }))
    roofs += ". What lies above the rising one has its data in a cache";
  pane_text(ui, ui.fonts.small, ui.color().faint, "Roofs. " + roofs + ".");
}

std::string tooltip_text(const Roofline& roofline) {
  std::string text;
  for (const RoofPoint& point : roofline.points) {
    const double roof = roofline.bytes_per_second * point.per_byte;
    text += fmt::format("{}{}: {}, {:.3g} instructions a byte, {}, {:.3g} of the rising roof",
                        text.empty() ? "" : "\n\n", point.label, microseconds_text(point.us),
                        point.per_byte, rate_text(point.per_second),
                        roof > 0 ? point.per_second / roof : 0.0);
  }
  return text;
}

}  // namespace

void draw_roofline(Ui& ui, const Roofline& roofline, bool faded) {
  if (roofline.points.empty() || roofline.bytes_per_second <= 0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ui.px(200)};
  ImGui::InvisibleButton("roofline", size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "roofline");
  LogFrame frame = roofline_frame(roofline);
  frame.from = {at.x + ui.px(58), at.y + ui.px(20)};
  frame.end = {frame.from.x + size.x - ui.px(70), frame.from.y + size.y - ui.px(58)};
  draw_decades(ui, frame);
  put_text_cut(list, small, {at.x + ui.px(14), at.y + ui.px(1)}, ui.color().faint,
               "billion instructions a second", size.x - ui.px(20));
  const std::string across = "instructions for each byte that has to be moved";
  put_text_cut(list, small,
               {std::max(frame.end.x - text_width(small, across), at.x + ui.px(14)),
                frame.end.y + ui.px(19)},
               ui.color().faint, across, size.x - ui.px(20));
  draw_roof(ui, frame, roofline);
  // The kernel itself lies on top.
  for (auto point = roofline.points.rbegin(); point != roofline.points.rend(); ++point)
    draw_mark(ui, point->mark, frame.place(point->per_byte, point->per_second),
              ink_of(ui, point->mark, faded));
  if (hovered) tooltip(ui, tooltip_text(roofline));
  draw_legend(ui, roofline, faded);
}

}  // namespace warplab::app
