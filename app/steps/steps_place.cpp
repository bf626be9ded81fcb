#include "steps/steps_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "draw/item_rows.hpp"
#include "draw/widgets.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using data::StepPlace;
using data::StepSplit;
using data::StepWalk;

std::string place_words(const StepPlace place, uint32_t barrier) {
  switch (place) {
    case StepPlace::runs: return "executes this next";
    case StepPlace::ready: return "can go on when it is their turn";
    case StepPlace::block_barrier: return fmt::format("wait at barrier {}", barrier);
    case StepPlace::warp_barrier: return "wait for other lanes of the warp";
    case StepPlace::meeting_point: return "wait for lanes that went another way";
    case StepPlace::barrier_object: return "wait at a barrier object";
  }
  return "";
}

// --- the place

// A line of code with its number, cut to the pane.
void code_line(Ui& ui, ImU32 color, const std::string& text, ImFont* font) {
  ImGui::SetCursorPosX(ui.px(14));
  text_line(ui, font, color, text, ImGui::GetContentRegionAvail().x - ui.px(10));
}

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::string source_at(const PlaceView& view, int line) {
  if (line < 1 || static_cast<size_t>(line) > view.lines.size()) return "";
  return trimmed(view.lines[static_cast<size_t>(line) - 1]);
}

std::string ptx_at(const StepsAnswer& answer, const data::StepInstruction& at) {
  if (at.ptx_line < 1 || static_cast<size_t>(at.ptx_line) > answer.ptx->size()) return "";
  return trimmed((*answer.ptx)[static_cast<size_t>(at.ptx_line) - 1]);
}

void draw_calls(Ui& ui, const PlaceView& view) {
  const StepWalk& walk = view.answer.block->walk;
  const std::vector<uint32_t>& stack = view.answer.state.stack;
  for (size_t k = 1; k < stack.size() && k < 8; ++k) {
    const data::StepInstruction& at = walk.instructions[stack[k]];
    pane_text(ui, ui.fonts.small, ui.color().dim,
              fmt::format("called by {}, line {}", walk.functions[at.function].name, at.line));
  }
}

// --- warps

struct LaneCell {
  StepPlace place = StepPlace::ready;
  uint32_t instruction = 0, barrier = 0;
  bool is_there = false;
};

std::vector<LaneCell> cells_of(const StepsAnswer& answer) {
  const auto warps = static_cast<size_t>((answer.block->walk.block.volume() + 31) / 32);
  std::vector<LaneCell> cells(warps * 32);
  for (const StepSplit& split : answer.state.splits)
    for (uint32_t m = split.lanes; m != 0; m &= m - 1)
      cells[split.warp * size_t{32} + static_cast<size_t>(std::countr_zero(m))] = {
          split.place, split.instruction, split.barrier, true};
  return cells;
}

// Filled: it executes the instruction next. A bar: it waits at a barrier. A dot: for other lanes.
void draw_cell(Ui& ui, const LaneCell& cell, bool exists, ImVec2 at, float size) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size, at.y + size}, middle{at.x + size / 2, at.y + size / 2};
  if (!exists) return;
  if (!cell.is_there) {
    list.AddRect(at, end, with_alpha(color.border, 0.8f));
    return;
  }
  switch (cell.place) {
    case StepPlace::runs: list.AddRectFilled(at, end, color.accent, ui.px(1)); return;
    case StepPlace::ready: list.AddRectFilled(at, end, with_alpha(color.dim, 0.55f)); return;
    case StepPlace::block_barrier:
    case StepPlace::barrier_object:
      list.AddRect(at, end, color.warn);
      list.AddRectFilled({at.x, middle.y - ui.px(1)}, {end.x, middle.y + ui.px(1)}, color.warn);
      return;
    case StepPlace::warp_barrier:
    case StepPlace::meeting_point:
      list.AddRect(at, end, color.dim);
      list.AddCircleFilled(middle, ui.px(2), color.dim);
      return;
  }
}

std::string lane_tip(const StepsAnswer& answer, const LaneCell& cell, uint32_t thread) {
  const StepWalk& walk = answer.block->walk;
  std::string text = words::thread_text(thread_place(walk, thread));
  if (!cell.is_there) return text + " has ended.";
  const int line = walk.instructions[cell.instruction].line;
  return fmt::format("{}{}: {}.", text, line > 0 ? fmt::format(", line {}", line) : "",
                     place_words(cell.place, cell.barrier));
}

// The lines at which a warp's lanes are: "line 12" or "lines 12, 15".
std::string lines_text(const StepsAnswer& answer, uint32_t warp) {
  std::vector<int> lines;
  for (const StepSplit& split : answer.state.splits) {
    const int line = answer.block->walk.instructions[split.instruction].line;
    if (split.warp == warp && line > 0 && std::ranges::find(lines, line) == lines.end())
      lines.push_back(line);
  }
  if (lines.empty()) return "";
  std::ranges::sort(lines);
  std::string text = lines.size() == 1 ? "line" : "lines";
  for (size_t k = 0; k < lines.size() && k < 3; ++k)
    text += fmt::format("{} {}", k == 0 ? "" : ",", lines[k]);
  return text + (lines.size() > 3 ? ", \u2026" : "");
}

}  // namespace

void draw_place(Ui& ui, const PlaceView& view) {
  const Palette& color = ui.color();
  const StepsAnswer& answer = view.answer;
  const StepWalk& walk = answer.block->walk;
  section(ui, words::thread_text(thread_place(walk, thread_of(answer.state))),
          fmt::format("warp {}, lane {}", answer.state.warp, answer.state.lane));
  if (answer.state.stack.empty()) {
    pane_text(ui, ui.fonts.text, color.dim, "It has ended.");
  } else {
    const data::StepInstruction& at = walk.instructions[answer.state.stack[0]];
    code_line(ui, color.text,
              fmt::format("{}{:>4}  {}", view.has_breakpoint ? "\u2022" : " ", at.line,
                          source_at(view, at.line)),
              ui.fonts.code);
    if (ImGui::IsItemClicked() && at.line > 0) ui.ask(GoToLine{at.line, 0});
    code_line(ui, color.dim, "       " + ptx_at(answer, at), ui.fonts.code_small);
    draw_calls(ui, view);
  }
}

void draw_breakpoints(Ui& ui, const StepsAnswer& answer, Breakpoints& breakpoints) {
  const uint32_t thread = thread_of(answer.state);
  const auto text_of = [&](uint32_t of) {
    return words::thread_text(thread_place(answer.block->walk, of));
  };
  std::optional<size_t> away;
  for (size_t k = 0; k < breakpoints.size(); ++k) {
    data::Breakpoint& b = breakpoints[k];
    const bool is_any = b.thread < 0;
    const std::string id = fmt::format("breakpoint {}", k);
    const std::string whose = is_any ? "any thread" : text_of(static_cast<uint32_t>(b.thread));
    if (row_button(ui, id, Icon::circle, fmt::format("Line {}, {}", b.line, whose), true))
      ui.ask(GoToLine{b.line, 0});
    tooltip_for_item(ui, "This breakpoint's line, in the editor");
    if (row_button(ui, id + " thread", Icon::swap,
                   is_any ? text_of(thread) + " alone" : "any thread", false))
      b.thread = is_any ? static_cast<int>(thread) : -1;
    tooltip_for_item(ui, is_any ? "Stop only where the thread that is looked at comes to the line"
                                : "Stop whichever thread comes to the line");
    place_item(ui, ui.px(28), false, ui.px(4));
    if (icon_button(ui, (id + " away").c_str(), Icon::close, "Take this breakpoint away")) away = k;
  }
  if (away) breakpoints.erase(breakpoints.begin() + static_cast<std::ptrdiff_t>(*away));
}

std::optional<ChosenLane> draw_warps(Ui& ui, const StepsAnswer& answer) {
  const Palette& color = ui.color();
  section(ui, "Warps", "click a lane to look at it");
  const std::vector<LaneCell> cells = cells_of(answer);
  const uint64_t threads = answer.block->walk.block.volume();
  const float label = text_width(ui.fonts.small, "warp 31") + ui.px(8);
  // Where there is little room the grid takes that of the lines behind it.
  const float room = ImGui::GetContentRegionAvail().x - label - ui.px(28);
  const float beside = room - ui.px(82) >= 32 * ui.px(6) ? ui.px(82) : 0;
  const float size = std::floor(std::clamp((room - beside) / 32, ui.px(3), ui.px(12)));
  std::optional<ChosenLane> chosen;
  for (uint32_t warp = 0; warp * size_t{32} < cells.size(); ++warp) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 origin{at.x + ui.px(14) + label, at.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text_y = at.y + (size - ui.fonts.small->FontSize) / 2;
    put_text(list, ui.fonts.small, {at.x + ui.px(14), text_y},
             warp == answer.state.warp ? color.text : color.faint, fmt::format("warp {}", warp));
    ImGui::SetCursorScreenPos(origin);
    if (ImGui::InvisibleButton(fmt::format("steps warp {}", warp).c_str(),
                               {size * 32, size + ui.px(2)})) {
      const float x = ImGui::GetIO().MousePos.x - origin.x;
      const auto lane = static_cast<uint32_t>(std::clamp(x / size, 0.0f, 31.0f));
      chosen = {warp, warp * 32 + lane < threads ? lane : 0};
    }
    const bool hovered = ImGui::IsItemHovered();
    note_item(ui, fmt::format("steps warp {}", warp));
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const ImVec2 corner{origin.x + size * static_cast<float>(lane), at.y};
      draw_cell(ui, cells[warp * size_t{32} + lane], warp * 32 + lane < threads, corner,
                size - ui.px(2));
      if (warp == answer.state.warp && lane == answer.state.lane)
        list.AddRect({corner.x - 1, corner.y - 1}, {corner.x + size - 1, corner.y + size - 1},
                     color.text);
    }
    if (beside > 0)
      put_text_cut(list, ui.fonts.small, {origin.x + size * 32 + ui.px(8), text_y}, color.dim,
                   lines_text(answer, warp), room - size * 32);
    if (hovered) {
      const float x = ImGui::GetIO().MousePos.x - origin.x;
      const auto lane = static_cast<uint32_t>(std::clamp(x / size, 0.0f, 31.0f));
      if (warp * 32 + lane < threads)
        tooltip(ui, lane_tip(answer, cells[warp * size_t{32} + lane], warp * 32 + lane));
    }
  }
  pane_text(ui, ui.fonts.small, color.faint,
            "Filled: executes next. Grey: can go on. A bar: waits at a barrier. A dot: waits for "
            "other lanes. Empty: has ended.");
  return chosen;
}

void draw_printed(Ui& ui, const StepsAnswer& answer) {
  if (answer.state.printed.empty()) return;
  section(ui, "Printed so far");
  pane_text(ui, ui.fonts.code_small, ui.color().text, answer.state.printed);
}

}  // namespace warplab::app
