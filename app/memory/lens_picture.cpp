#include "memory/lens_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "data/element_place.hpp"
#include "draw/widgets.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "results/line_costs.hpp"

namespace warplab::app {
namespace {

using data::LoggedAccess;

constexpr size_t kMostMeetings = 8;  // addresses that are listed

// Where the lanes of a picture stand, and what is under the mouse.
struct Frame {
  ImVec2 at;
  float width = 0;
  int lane = -1;   // that is chosen
  int under = -1;  // that the mouse is over
  float lane_width() const { return width / 32; }
  float middle(int of_lane) const {
    return at.x + (static_cast<float>(of_lane) + 0.5f) * lane_width();
  }
  bool is_marked(unsigned l) const {
    return lane == static_cast<int>(l) || under == static_cast<int>(l);
  }
};

struct Box {
  ImVec2 min, max;
  bool contains(ImVec2 p) const {
    return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
  }
};

std::string counted(size_t count, const char* what, const char* end = "s") {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : end);
}

// "all lanes", "lanes 0-7, 9"
std::string named(uint32_t lanes) {
  return lanes == ~0u ? "all lanes" : "lanes " + lens::lanes_text(lanes);
}

// Strokes from the lower left to the upper right: bytes that nobody asked for.
void hatch(ImDrawList& list, const Ui& ui, const Box& box) {
  const float step = std::max(ui.px(5), 3.0f), height = box.max.y - box.min.y;
  list.PushClipRect(box.min, box.max, true);
  for (float x = box.min.x - height; x < box.max.x; x += step)
    list.AddLine({x, box.max.y}, {x + height, box.min.y}, with_alpha(ui.color().fail, 0.75f),
                 std::max(1.0f, ui.px(1)));
  list.PopClipRect();
}

float box_height(const Ui& ui) { return ui.fonts.code_small->FontSize + ui.px(6); }

// Two digits have no room in the boxes of a narrow pane, or would touch those of the next one: then
// every fourth number stands above.
bool has_numbers_inside(const Ui& ui, const Frame& frame) {
  return text_width(ui.fonts.code_small, "00") + ui.px(6) <= frame.lane_width();
}

float above_lanes(const Ui& ui, const Frame& frame) {
  return has_numbers_inside(ui, frame) ? 0 : ui.fonts.small->FontSize + ui.px(3);
}

float lane_height(const Ui& ui, const Frame& frame) {
  return above_lanes(ui, frame) + box_height(ui);
}

void draw_lanes(const Ui& ui, const Frame& frame, const LoggedAccess& access) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool is_inside = has_numbers_inside(ui, frame);
  ImFont* const font = is_inside ? ui.fonts.code_small : ui.fonts.small;
  const float gap = std::min(ui.px(1), 2.0f), height = box_height(ui);
  const float top = frame.at.y + above_lanes(ui, frame);
  for (int l = 0; l < 32; ++l) {
    const bool active = (access.mask >> l & 1) != 0;
    const Box box{
        {frame.at.x + static_cast<float>(l) * frame.lane_width() + gap, top},
        {frame.at.x + static_cast<float>(l + 1) * frame.lane_width() - gap, top + height}};
    if (active) list.AddRectFilled(box.min, box.max, ui.color().accent, ui.px(3));
    else list.AddRect(box.min, box.max, ui.color().border, ui.px(3));
    if (frame.is_marked(static_cast<unsigned>(l)))
      list.AddRect({box.min.x - 1, box.min.y - 1}, {box.max.x + 1, box.max.y + 1}, ui.color().warn,
                   ui.px(3), 0, std::max(2.0f, ui.px(2)));
    if (!is_inside && l % 4 != 0) continue;
    const std::string number = std::to_string(l);
    put_text(list, font,
             {frame.middle(l) - text_width(font, number) / 2,
              is_inside ? top + (height - font->FontSize) / 2 : frame.at.y},
             is_inside && active ? ui.color().on_accent : ui.color().faint, number);
  }
}

// ---- sectors ------------------------------------------------------------------------------------

struct SectorRow {
  float top = 0, height = 0, width = 0, room = 0;  // width: of a box, room: with what is beside it
};

Box box_of(const Frame& frame, const SectorRow& row, size_t i) {
  const float left = frame.at.x + (static_cast<float>(i) + 0.5f) * row.room - row.width / 2;
  return {{left, row.top}, {left + row.width, row.top + row.height}};
}

void draw_sector(const Ui& ui, const lens::Sector& sector, const Box& box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  hatch(list, ui, box);
  const float byte = (box.max.x - box.min.x) / 32;
  for (int b = 0; b < 32;) {
    if ((sector.used >> b & 1) == 0) {
      ++b;
      continue;
    }
    const int first = b;
    while (b < 32 && (sector.used >> b & 1) != 0) ++b;
    list.AddRectFilled({box.min.x + byte * static_cast<float>(first), box.min.y},
                       {box.min.x + byte * static_cast<float>(b), box.max.y}, ui.color().pass);
  }
  list.AddRect(box.min, box.max, ui.color().dim);
}

// What the mouse is over, said where it is.
void tell_sector(Ui& ui, const lens::SectorLens& lens, size_t i) {
  const lens::Sector& sector = lens.sectors[i];
  tooltip(ui, fmt::format("Sector {}: {} of its 32 bytes are used, by {}.", i,
                          std::popcount(sector.used), named(sector.lanes)));
}

float sectors_height(const Ui& ui, const Frame& frame) {
  return lane_height(ui, frame) + ui.px(58 + 24 + 4) + ui.fonts.small->FontSize + ui.px(10) +
         ui.px(14) + ui.fonts.small->FontSize + ui.px(6);
}

// What would do: as many boxes, each of them full.
void draw_ideal(const Ui& ui, const Frame& frame, const SectorRow& row, unsigned ideal, float y) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  put_text(list, ui.fonts.small, {frame.at.x, y}, ui.color().dim,
           "At best " + counted(ideal, "sector"));
  SectorRow best = row;
  best.top = y + ui.fonts.small->FontSize + ui.px(3);
  best.height = ui.px(12);
  for (unsigned i = 0; i < ideal; ++i) {
    const Box box = box_of(frame, best, i);
    list.AddRectFilled(box.min, box.max, with_alpha(ui.color().pass, 0.6f));
    list.AddRect(box.min, box.max, ui.color().dim);
  }
}

void draw_sectors(Ui& ui, const Frame& frame, const LensView& view) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const lens::SectorLens lens = lens::sector_lens(view.logged());
  const auto count = std::max<size_t>(lens.sectors.size(), 1);
  SectorRow row;
  row.room = frame.width / static_cast<float>(count);
  row.width = std::min(row.room * 0.86f, ui.px(120));
  row.top = frame.at.y + lane_height(ui, frame) + ui.px(58);
  row.height = ui.px(24);
  const float from = frame.at.y + lane_height(ui, frame);
  // Those of the chosen lane above the others.
  for (const bool marked : {false, true})
    for (size_t i = 0; i < lens.sectors.size(); ++i)
      for (uint32_t m = lens.sectors[i].lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(m));
        if (frame.is_marked(lane) != marked) continue;
        const Box box = box_of(frame, row, i);
        list.AddLine({frame.middle(static_cast<int>(lane)), from},
                     {(box.min.x + box.max.x) / 2, box.min.y},
                     marked ? ui.color().warn : with_alpha(ui.color().faint, 0.55f),
                     marked ? std::max(2.0f, ui.px(2)) : std::max(1.0f, ui.px(1)));
      }
  const int every = text_width(ui.fonts.small, "000") <= row.room ? 1 : 4;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (size_t i = 0; i < lens.sectors.size(); ++i) {
    const Box box = box_of(frame, row, i);
    draw_sector(ui, lens.sectors[i], box);
    if (frame.lane >= 0 && (lens.sectors[i].lanes >> frame.lane & 1) != 0)
      list.AddRect({box.min.x - 2, box.min.y - 2}, {box.max.x + 2, box.max.y + 2}, ui.color().warn,
                   0, 0, std::max(2.0f, ui.px(2)));
    if (static_cast<int>(i) % every == 0) {
      const std::string number = std::to_string(i);
      put_text(
          list, ui.fonts.small,
          {(box.min.x + box.max.x - text_width(ui.fonts.small, number)) / 2, box.max.y + ui.px(3)},
          ui.color().faint, number);
    }
    if (ImGui::IsItemHovered() && box.contains(mouse)) tell_sector(ui, lens, i);
  }
  draw_ideal(ui, frame, row, lens.ideal,
             row.top + row.height + ui.px(4) + ui.fonts.small->FontSize + ui.px(8));
}

// ---- banks --------------------------------------------------------------------------------------

float word_height(const Ui& ui, const lens::BankLens& lens) {
  constexpr float kMost = 13, kRoom = 220;  // of one word, of all that are drawn
  return ui.px(std::min(kMost, kRoom / static_cast<float>(std::max(lens.passes, 1u))));
}

float group_head(const Ui& ui) { return ui.fonts.small->FontSize + ui.px(8); }
float group_foot(const Ui& ui) { return ui.fonts.small->FontSize + ui.px(4); }

float banks_height(const Ui& ui, const Frame& frame, const lens::BankLens& lens) {
  const auto groups = static_cast<float>(lens.groups.size());
  return lane_height(ui, frame) + ui.px(4) + groups * (group_head(ui) + group_foot(ui)) +
         static_cast<float>(lens.passes) * word_height(ui, lens);
}

void draw_bank_numbers(const Ui& ui, const Frame& frame, float y) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int bank = 0; bank < static_cast<int>(lens::kBanks); bank += 4) {
    const std::string number = std::to_string(bank);
    put_text(list, ui.fonts.small, {frame.middle(bank) - text_width(ui.fonts.small, number) / 2, y},
             ui.color().faint, number);
  }
}

// Words that come in the first pass are what any access costs; those above are waited for.
void draw_group(Ui& ui, const Frame& frame, const lens::BankGroup& group, float bottom,
                float word) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (int bank = 0; bank < static_cast<int>(lens::kBanks); ++bank) {
    const float left = frame.at.x + static_cast<float>(bank) * frame.lane_width();
    float y = bottom;
    for (const lens::BankWord& one : group.banks[static_cast<size_t>(bank)]) {
      const Box box{{left + 1, y - word + 1}, {left + frame.lane_width() - 1, y}};
      list.AddRectFilled(box.min, box.max, y == bottom ? ui.color().pass : ui.color().fail);
      if (std::popcount(one.lanes) > 1 && word > ui.px(8))
        put_text(list, ui.fonts.code_small,
                 {(box.min.x + box.max.x - text_width(ui.fonts.code_small, "+")) / 2,
                  (box.min.y + box.max.y - ui.fonts.code_small->FontSize) / 2},
                 ui.color().editor, "+");
      for (uint32_t m = one.lanes; m != 0; m &= m - 1)
        if (frame.is_marked(static_cast<unsigned>(std::countr_zero(m))))
          list.AddRect({box.min.x - 1, box.min.y - 1}, {box.max.x + 1, box.max.y + 1},
                       ui.color().warn, 0, 0, std::max(2.0f, ui.px(2)));
      if (ImGui::IsItemHovered() && box.contains(mouse))
        tooltip(ui, fmt::format("Bank {}, word {}: {}{}.", bank, one.word, named(one.lanes),
                                std::popcount(one.lanes) > 1 ? ", which share it" : ""));
      y -= word;
    }
  }
  // The ideal: each bank gives one word.
  list.AddLine({frame.at.x, bottom - word}, {frame.at.x + frame.width, bottom - word},
               with_alpha(ui.color().text, 0.7f), std::max(1.0f, ui.px(1)));
  list.AddLine({frame.at.x, bottom + 1}, {frame.at.x + frame.width, bottom + 1}, ui.color().border);
}

void draw_banks(Ui& ui, const Frame& frame, const LensView& view) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const lens::BankLens lens = lens::bank_lens(view.logged());
  const float word = word_height(ui, lens);
  float y = frame.at.y + lane_height(ui, frame) + ui.px(4);
  for (const lens::BankGroup& group : lens.groups) {
    const std::string head = fmt::format("Of {}: {} over the banks; the line is the ideal",
                                         named(group.lanes), counted(group.passes, "pass", "es"));
    put_text_cut(list, ui.fonts.small, {frame.at.x, y + ui.px(4)}, ui.color().dim, head,
                 frame.width);
    y += group_head(ui) + static_cast<float>(group.passes) * word;
    draw_group(ui, frame, group, y, word);
    draw_bank_numbers(ui, frame, y + ui.px(3));
    y += group_foot(ui);
  }
}

// ---- atomics ------------------------------------------------------------------------------------

void draw_meetings(Ui& ui, const LensView& view) {
  const LoggedAccess& access = view.logged();
  const lens::Look& look = view.look->look;
  const auto meetings = lens::meetings_of(access);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* const font = ui.fonts.small;
  ImGui::Dummy({1, ui.px(6)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Who meets whom");
  const float width = ImGui::GetContentRegionAvail().x - ui.px(28);
  const float names = width * 0.34f, bars = width * 0.3f, height = font->FontSize + ui.px(5);
  for (size_t i = 0; i < std::min(meetings.size(), kMostMeetings); ++i) {
    const auto lanes = static_cast<float>(std::popcount(meetings[i].lanes));
    const ImVec2 at{ImGui::GetCursorScreenPos().x + ui.px(14), ImGui::GetCursorScreenPos().y};
    const auto first = static_cast<unsigned>(std::countr_zero(meetings[i].lanes));
    const std::string place = data::place_text(access, first, look.log, look.buffers);
    put_text_cut(list, font, at, ui.color().text, place, names - ui.px(6));
    list.AddRectFilled({at.x + names, at.y + 1},
                       {at.x + names + bars * lanes / 32, at.y + height - ui.px(4)},
                       lanes > 1 ? ui.color().fail : ui.color().pass);
    const std::string text =
        fmt::format("{}: {}", counted(size_t(lanes), "turn"), named(meetings[i].lanes));
    put_text_cut(list, font, {at.x + names + bars + ui.px(8), at.y}, ui.color().dim, text,
                 width - names - bars - ui.px(8));
    ImGui::Dummy({1, height});
  }
  if (meetings.size() > kMostMeetings)
    pane_text(ui, font, ui.color().faint,
              fmt::format("and {} more addresses", meetings.size() - kMostMeetings));
}

}  // namespace

std::optional<int> draw_lens_picture(Ui& ui, const LensView& view, int lane) {
  const LoggedAccess& access = view.logged();
  const bool is_shared = access.space == data::TraceSpace::shared;
  ImGui::SetCursorPosX(ui.px(14));
  Frame frame;
  frame.at = ImGui::GetCursorScreenPos();
  frame.width = std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(160));
  frame.lane = lane;
  const float height =
      is_shared ? banks_height(ui, frame, lens::bank_lens(access)) : sectors_height(ui, frame);
  ImGui::InvisibleButton("lanes", {frame.width, height});
  Ui::PlacedItem& item = note_item(ui, "lanes");
  item.takes_arrows = true;
  const bool nudged = item.id && ui.nudge.id == item.id;
  std::optional<int> chosen;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto under = static_cast<int>(std::floor((mouse.x - frame.at.x) / frame.lane_width()));
  if (ImGui::IsItemHovered() && mouse.y < frame.at.y + lane_height(ui, frame)) {
    frame.under = std::clamp(under, 0, 31);
    tooltip(ui, lane_sentence(view, frame.under));
    if (ImGui::IsMouseClicked(0)) chosen = frame.under == lane ? -1 : frame.under;
  }
  if (nudged && ui.nudge.x != 0) chosen = std::clamp(lane + static_cast<int>(ui.nudge.x), 0, 31);
  draw_lanes(ui, frame, access);
  if (is_shared) draw_banks(ui, frame, view);
  else draw_sectors(ui, frame, view);
  if (access.kind == data::TraceKind::atomic) draw_meetings(ui, view);
  return chosen;
}

std::optional<size_t> draw_lens_strip(Ui& ui, const LensView& view) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ui.px(46), left = ui.px(14);
  const float width = std::max(ImGui::GetContentRegionAvail().x - 2 * left, ui.px(80));
  const std::vector<StripColumn> strip =
      strip_of(view, static_cast<size_t>(width / std::max(ui.px(3), 2.0f)));
  ImGui::SetCursorPosX(left);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("strip", {width, height});
  Ui::PlacedItem& item = note_item(ui, "strip");
  item.takes_arrows = true;
  const bool nudged = item.id && ui.nudge.id == item.id;
  list.AddRectFilled(at, {at.x + width, at.y + height}, ui.color().editor, ui.px(3));
  unsigned most = 1;
  for (const StripColumn& column : strip) most = std::max(most, column.cost.units);
  const auto here = static_cast<size_t>(std::ranges::find(view.line->in_time, view.access) -
                                        view.line->in_time.begin());
  const float each = width / static_cast<float>(strip.size());
  std::optional<size_t> chosen;
  for (size_t c = 0; c < strip.size(); ++c) {
    const StripColumn& column = strip[c];
    const auto level = [&](double units) {
      return at.y + height - (height - ui.px(4)) * static_cast<float>(units / most);
    };
    const float x = at.x + each * static_cast<float>(c), end = x + std::max(each - 1, 1.0f);
    const double ratio =
        column.cost.ideal > 0 ? static_cast<double>(column.cost.units) / column.cost.ideal : 1;
    const ImU32 color = cost_level(ratio) == CostLevel::ideal  ? ui.color().pass
                        : cost_level(ratio) == CostLevel::fair ? ui.color().warn
                                                               : ui.color().fail;
    list.AddRectFilled({x, level(column.cost.units)}, {end, at.y + height},
                       with_alpha(color, 0.8f));
    list.AddLine({x, level(column.cost.ideal)}, {x + each, level(column.cost.ideal)},
                 with_alpha(ui.color().text, 0.7f));
    if (column.begins_block)
      list.AddLine({x, at.y}, {x, at.y + height}, with_alpha(ui.color().faint, 0.6f));
    const bool is_here = here >= column.first && here < column.first + column.count;
    if (is_here)
      list.AddRect({x - 1, at.y}, {std::max(end, x + ui.px(3)) + 1, at.y + height}, ui.color().warn,
                   0, 0, std::max(2.0f, ui.px(1.5f)));
    const float mouse = ImGui::GetIO().MousePos.x;
    if (ImGui::IsItemHovered() && mouse >= x && mouse < x + each) {
      const LoggedAccess& worst = view.look->look.log.accesses[column.worst];
      tooltip(ui, fmt::format("{}: {}, at best {}.",
                              lens::place_of_access(worst, view.look->look.log.grid),
                              column.cost.units, column.cost.ideal));
      if (ImGui::IsMouseDown(0) && ImGui::IsItemActive()) chosen = column.worst;
    }
    if (nudged && is_here) {
      const auto to = std::clamp<int64_t>(
          static_cast<int64_t>(c) + static_cast<int64_t>(ui.nudge.x), 0, std::ssize(strip) - 1);
      if (to != static_cast<int64_t>(c)) chosen = strip[static_cast<size_t>(to)].worst;
    }
  }
  list.AddRect(at, {at.x + width, at.y + height}, ui.color().border, ui.px(3));
  return chosen;
}

}  // namespace warplab::app
