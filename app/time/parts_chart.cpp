#include "time/parts_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// What microseconds_text() shows as nothing.
constexpr double kLeastShown = 0.005;

// A row of a chart: a name, a bar, a number.
struct Row {
  std::string item, name, number, tip;
  double part = 0;  // of the longest bar: 0 ... 1
  bool strong = false;
  ImU32 bar = 0;
};

void draw_row(Ui& ui, const Row& row, float names, float numbers, bool faded) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = row.strong ? ui.fonts.small_strong : ui.fonts.small;
  const float left = ui.px(14), height = font->FontSize + ui.px(6);
  const ImVec2 at{ImGui::GetCursorScreenPos().x + left, ImGui::GetCursorScreenPos().y};
  const float width = std::max(ImGui::GetContentRegionAvail().x - 2 * left, ui.px(60));
  ImGui::SetCursorPosX(left);
  ImGui::InvisibleButton(row.item.c_str(), {width, height});
  note_item(ui, row.item);
  tooltip_for_item(ui, row.tip);
  const float text_y = at.y + ui.px(3);
  const float shade = faded ? 0.5f : 1;
  put_text_cut(list, font, {at.x, text_y},
               with_alpha(row.strong ? ui.color().text : ui.color().dim, shade), row.name, names);
  const float bar = at.x + names + ui.px(8);
  const float room = std::max(width - names - numbers - ui.px(16), ui.px(20));
  list.AddRectFilled({bar, at.y + ui.px(4)}, {bar + room, at.y + height - ui.px(4)},
                     with_alpha(ui.color().raised, 0.6f), ui.px(2));
  // A pixel shows that there is something.
  const float length = row.part > 0 ? std::max(room * static_cast<float>(row.part), 1.0f) : 0;
  if (length > 0)
    list.AddRectFilled({bar, at.y + ui.px(4)},
                       {bar + std::min(length, room), at.y + height - ui.px(4)},
                       with_alpha(row.bar, shade), ui.px(2));
  put_text(list, font, {at.x + width - text_width(font, row.number), text_y},
           with_alpha(row.strong ? ui.color().text : ui.color().dim, shade), row.number);
}

void draw_rows(Ui& ui, const std::vector<Row>& rows, bool faded) {
  float names = 0, numbers = 0;
  for (const Row& row : rows) {
    names = std::max(names, text_width(ui.fonts.small_strong, row.name));
    numbers = std::max(numbers, text_width(ui.fonts.small_strong, row.number));
  }
  const float most = ImGui::GetContentRegionAvail().x * 0.45f;
  for (const Row& row : rows) draw_row(ui, row, std::min(names, most), numbers, faded);
}

}  // namespace

void draw_parts(Ui& ui, const model::LaunchModel& model, bool faded) {
  std::vector<Row> rows;
  for (const PartBar& bar : part_bars(model)) {
    Row row;
    row.item = fmt::format("part {}", key_of(bar.part));
    row.name = bar.name;
    row.number = microseconds_text(bar.us);
    row.part =
        model.time_us > 0 && bar.us >= kLeastShown ? std::min(bar.us / model.time_us, 1.0) : 0;
    row.strong = bar.limits;
    row.bar = bar.limits ? ui.color().warn : bar.limits_next ? ui.color().link : ui.color().dim;
    row.tip = fmt::format("{}: {} of {}, {:.0f} % of the time{}. Parts overlap.", bar.name,
                          row.number, microseconds_text(model.time_us), 100 * row.part,
                          bar.limits        ? ", which is what limits it"
                          : bar.limits_next ? ", which is next"
                                            : "");
    rows.push_back(std::move(row));
  }
  draw_rows(ui, rows, faded);
}

void draw_occupancy(Ui& ui, const model::Occupancy& occupancy, bool faded) {
  uint64_t most = 1;
  const std::vector<OccupancyRow> limits = occupancy_rows(occupancy);
  for (const OccupancyRow& limit : limits) most = std::max(most, limit.blocks.value_or(0));
  std::vector<Row> rows;
  for (const OccupancyRow& limit : limits) {
    Row row;
    row.item = "room for " + limit.name;
    row.name = limit.name;
    row.number = limit.blocks ? fmt::format("{}", *limit.blocks) : "\u2013";
    row.part = static_cast<double>(limit.blocks.value_or(0)) / static_cast<double>(most);
    row.strong = limit.limits;
    row.bar = limit.limits ? ui.color().warn : ui.color().dim;
    row.tip = !limit.blocks
                  ? fmt::format("It needs no {}.", limit.name)
                  : fmt::format("By {} alone {} of its blocks would fit a multiprocessor.",
                                limit.name, *limit.blocks);
    rows.push_back(std::move(row));
  }
  draw_rows(ui, rows, faded);
}

}  // namespace warplab::app
