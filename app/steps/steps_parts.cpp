#include "steps/steps_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/noted_register.hpp"
#include "data/element.hpp"
#include "draw/item_rows.hpp"
#include "draw/widgets.hpp"
#include "sim/finding.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using data::StepPlace;
using data::StepSplit;
using data::StepWalk;

void section(Ui& ui, std::string_view title, std::string_view detail = {}) {
  ImGui::Dummy({1, ui.px(6)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, title, detail);
}

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

// --- values

// A register, or a variable in one.
struct ValueRow {
  data::StepRegister reg;  // of a variable: its name and type
  uint32_t changed = 0;    // lanes, by the last instruction
  uint32_t known = ~0u;    // lanes in which it has a value
  size_t at = 0;           // in StepState::values
  bool is_variable = false;
};

// What has a meaning first, then what changed last, then the rest.
std::vector<ValueRow> rows_of(const StepsAnswer& answer) {
  std::vector<ValueRow> rows;
  const data::StepState& state = answer.state;
  if (state.stack.empty()) return rows;
  const StepWalk& walk = answer.block->walk;
  const auto& registers = walk.functions[walk.instructions[state.stack[0]].function].registers;
  size_t at = 0;
  for (size_t r = 0; r < registers.size(); ++r) {
    if (registers[r].is_used && !is_noted_register(registers[r].name))
      rows.push_back({registers[r], state.changed[r], ~0u, at, false});
    at += size_t{32} * registers[r].bytes;
  }
  std::ranges::stable_sort(rows, {}, [&](const ValueRow& row) {
    return row.changed != 0 ? 0 : row.reg.meaning.empty() ? 2 : 1;
  });
  return rows;
}

std::string lane_value(const StepsAnswer& answer, const ValueRow& row, uint32_t lane) {
  if (!(row.known >> lane & 1)) return "\u2013";
  return value_text(row.reg, &answer.state.values[row.at + size_t{lane} * row.reg.bytes]);
}

bool all_alike(const StepsAnswer& answer, const ValueRow& row) {
  if (row.known != ~0u) return row.known == 0;
  for (uint32_t lane = 1; lane < 32; ++lane)
    if (std::memcmp(&answer.state.values[row.at],
                    &answer.state.values[row.at + size_t{lane} * row.reg.bytes],
                    row.reg.bytes) != 0)
      return false;
  return true;
}

// 32 values, eight in a row or four.
void draw_lanes_of(Ui& ui, const StepsAnswer& answer, const ValueRow& row) {
  // Numbers of eight digits fit, or there are fewer in a row.
  const float avail = ImGui::GetContentRegionAvail().x - ui.px(28);
  const uint32_t columns = avail / 8 >= ui.px(40) ? 8 : 4;
  const float width = avail / static_cast<float>(columns);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.code_small;
  const float height = font->FontSize + ui.px(4);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const ImVec2 corner{at.x + ui.px(14) + width * static_cast<float>(lane % columns),
                        at.y + height * static_cast<float>(lane / columns)};
    const bool changed = row.changed >> lane & 1;
    if (lane == answer.state.lane)
      list.AddRectFilled(corner, {corner.x + width - ui.px(2), corner.y + height},
                         ui.color().selection);
    put_text_cut(list, font, {corner.x + ui.px(3), corner.y + ui.px(2)},
                 changed ? ui.color().accent : ui.color().text, lane_value(answer, row, lane),
                 width - ui.px(6));
  }
  ImGui::Dummy({1, height * static_cast<float>(32 / columns) + ui.px(4)});
}

void draw_value(Ui& ui, const StepsAnswer& answer, const ValueRow& row,
                std::optional<std::string>& chosen) {
  const std::string id = (row.is_variable ? "variable " : "register ") + row.reg.name;
  const bool is_chosen = chosen == id;
  const Palette& color = ui.color();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.fonts.code_small->FontSize + ui.px(6);
  if (ImGui::Selectable(("##" + id).c_str(), is_chosen, 0, {width, height})) {
    if (is_chosen) chosen.reset();
    else chosen = id;
  }
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, id);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.code_small;
  const float y = at.y + ui.px(3);
  // A narrow pane has room for the name and the value; the rest is in the tooltip.
  const bool is_narrow = width < ui.px(250);
  const float half = width * (is_narrow ? 0.6f : 0.46f);
  const uint32_t changed = row.changed;
  if (changed != 0)
    list.AddRectFilled({at.x + ui.px(6), at.y + ui.px(3)},
                       {at.x + ui.px(9), at.y + height - ui.px(3)}, color.accent);
  // What a register holds may be a number, or the same as another one's.
  const std::string name = row.reg.meaning.empty()
                               ? row.reg.name
                               : fmt::format("{} ({})", row.reg.name, row.reg.meaning);
  put_text_cut(list, font, {at.x + ui.px(14), y}, color.text, name,
               half - ui.px(is_narrow ? 20 : 70));
  if (!is_narrow) put_text(list, font, {at.x + half - ui.px(50), y}, color.faint, row.reg.type);
  const std::string value = lane_value(answer, row, answer.state.lane);
  put_text_cut(list, font, {at.x + half, y}, changed != 0 ? color.accent : color.text, value,
               is_narrow ? width - half - ui.px(8) : width * 0.3f);
  if (!is_narrow)
    put_text_cut(list, ui.fonts.small, {at.x + half + width * 0.31f, y}, color.faint,
                 all_alike(answer, row) ? "in all lanes" : "differs by lane", width * 0.22f);
  if (hovered && row.is_variable)
    tooltip(ui, fmt::format("{} ({}): the value that was assigned last. Click for all 32 lanes.",
                            row.reg.name, row.reg.type));
  else if (hovered)
    tooltip(ui, fmt::format("{} ({}){}. Click for all 32 lanes.", row.reg.name, row.reg.type,
                            row.reg.meaning.empty() ? "" : " holds " + row.reg.meaning));
  if (is_chosen) draw_lanes_of(ui, answer, row);
}

void draw_values(Ui& ui, const StepsAnswer& answer, const std::vector<ValueRow>& rows,
                 std::optional<std::string>& chosen) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const ValueRow& row : rows) draw_value(ui, answer, row, chosen);
  ImGui::PopStyleVar();
}

// --- shared memory

struct Word {
  const data::StepArray* array = nullptr;
  uint32_t offset = 0;  // bytes in shared memory
};

std::string word_text(const StepsAnswer& answer, const Word& word) {
  const uint32_t width = data::bytes_of(word.array->element);
  std::string text;
  for (uint32_t k = 0; k < std::max(1u, 4 / width); ++k) {
    const uint32_t at = word.offset + k * width;
    if (at + width > word.array->begin + word.array->bytes) break;
    const auto* bytes = reinterpret_cast<const std::byte*>(&answer.state.shared[at]);
    text += (text.empty() ? "" : ", ") + data::value_text(word.array->element, bytes);
  }
  return text;
}

std::string thread_words(const StepsAnswer& answer, uint16_t thread) {
  if (thread == 0) return "nobody";
  return words::thread_text(thread_place(answer.block->walk, thread - 1u));
}

bool is_touched(const StepsAnswer& answer, uint32_t offset) {
  for (const data::LoggedAccess& access : answer.state.accesses) {
    if (access.space != data::TraceSpace::shared) continue;
    for (uint32_t m = access.mask; m != 0; m &= m - 1) {
      const uint64_t at = access.addresses[static_cast<size_t>(std::countr_zero(m))];
      if (at < offset + 4 && at + access.bytes > offset) return true;
    }
  }
  return false;
}

constexpr uint32_t kColumns = 32;   // banks
constexpr uint32_t kMostRows = 64;  // that are drawn of an array

// An array of a few words: each a cell with its value, in the colour of the thread that wrote it
// last.
void draw_cells(Ui& ui, const StepsAnswer& answer, const data::StepArray& array) {
  const Palette& color = ui.color();
  const uint32_t words = (array.bytes + 3) / 4;
  section(ui, array.name, "coloured by the thread that wrote last");
  ImFont* font = ui.fonts.code_small;
  const float room = ImGui::GetContentRegionAvail().x - ui.px(28);
  const auto fitting = static_cast<uint32_t>(std::max(room / ui.px(52), 1.0f));
  const uint32_t columns = fitting >= 16 ? 16 : fitting >= 8 ? 8 : 4;
  const ImVec2 size{std::min(std::floor(room / static_cast<float>(columns)), ui.px(72)),
                    font->FontSize + ui.px(10)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (uint32_t w = 0; w < words; ++w) {
    const uint32_t offset = array.begin + 4 * w;
    const data::StepWord& word = answer.state.words[offset / 4];
    const ImVec2 corner{at.x + ui.px(14) + size.x * static_cast<float>(w % columns),
                        at.y + size.y * static_cast<float>(w / columns)};
    const ImVec2 end{corner.x + size.x - ui.px(2), corner.y + size.y - ui.px(2)};
    const bool written = word.writer != 0;
    if (written)
      list.AddRectFilled(corner, end, with_alpha(color.series[(word.writer - 1u) % 5], 0.4f),
                         ui.px(2));
    list.AddRect(corner, end, with_alpha(color.border, 0.9f), ui.px(2));
    if (is_touched(answer, offset)) list.AddRect(corner, end, color.accent, ui.px(2), 0, ui.px(2));
    const std::string text = written ? word_text(answer, {&array, offset}) : "?";
    put_text_cut(list, font, {corner.x + ui.px(4), corner.y + ui.px(4)},
                 written ? color.text : color.faint, text, size.x - ui.px(8));
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy({size.x - ui.px(2), size.y - ui.px(2)});
    tooltip_for_item(
        ui, fmt::format("{}[{}]: written last by {}, read last by {}.", array.name,
                        4 * w / data::bytes_of(array.element), thread_words(answer, word.writer),
                        thread_words(answer, word.reader)));
  }
  const float rows = static_cast<float>((words + columns - 1) / columns);
  ImGui::SetCursorScreenPos({at.x, at.y + size.y * rows});
  ImGui::Dummy({1, ui.px(2)});
  note_item(ui, "shared " + array.name, 0, at, {at.x + room, at.y + size.y * rows});
}

void draw_array(Ui& ui, const StepsAnswer& answer, const data::StepArray& array) {
  const Palette& color = ui.color();
  constexpr uint32_t kMostCells = 64;
  if ((array.bytes + 3) / 4 <= kMostCells) return draw_cells(ui, answer, array);
  const uint32_t words = (array.bytes + 3) / 4;
  const uint32_t rows = std::min((words + kColumns - 1) / kColumns, kMostRows);
  section(ui, array.name,
          fmt::format("{} words{}", count_text(words),
                      rows * kColumns < words ? fmt::format(", the first {}", rows * kColumns)
                                              : std::string()));
  const float cell = std::floor((ImGui::GetContentRegionAvail().x - ui.px(28)) / kColumns);
  const float size = std::clamp(cell, ui.px(3), ui.px(13));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 origin{at.x + ui.px(14), at.y};
  ImGui::SetCursorScreenPos(origin);
  ImGui::InvisibleButton(("shared " + array.name).c_str(),
                         {size * kColumns, size * static_cast<float>(rows)});
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "shared " + array.name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (uint32_t w = 0; w < std::min(words, rows * kColumns); ++w) {
    const uint32_t offset = array.begin + 4 * w;
    const data::StepWord& word = answer.state.words[offset / 4];
    const ImVec2 corner{origin.x + size * static_cast<float>(w % kColumns),
                        origin.y + size * static_cast<float>(w / kColumns)};
    const ImVec2 end{corner.x + size - 1, corner.y + size - 1};
    if (word.writer != 0) {
      const ImU32 of_warp = color.series[(word.writer - 1u) / 32 % 5];
      list.AddRectFilled(corner, end, with_alpha(of_warp, 0.75f));
    } else {
      list.AddRect(corner, end, with_alpha(color.border, 0.8f));
    }
    if (word.reader != 0)
      list.AddCircleFilled({(corner.x + end.x) / 2, (corner.y + end.y) / 2}, size / 7, color.text);
    if (is_touched(answer, offset))
      list.AddRect(corner, {end.x + 1, end.y + 1}, color.accent, 0, 0, ui.px(2));
  }
  if (!hovered) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto column = static_cast<uint32_t>((mouse.x - origin.x) / size);
  const auto row = static_cast<uint32_t>((mouse.y - origin.y) / size);
  const uint32_t w = row * kColumns + column;
  if (column >= kColumns || w >= words) return;
  const uint32_t offset = array.begin + 4 * w;
  const data::StepWord& word = answer.state.words[offset / 4];
  const uint32_t width = data::bytes_of(array.element);
  tooltip(ui, fmt::format("{}[{}] = {}. Written last by {}, read last by {}. Bank {}.", array.name,
                          4 * w / width, word_text(answer, {&array, offset}),
                          thread_words(answer, word.writer), thread_words(answer, word.reader),
                          offset / 4 % kColumns));
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

void draw_variables(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen) {
  std::vector<ValueRow> rows;
  for (const lens::VariableInSight& v :
       lens::variables_in_sight(answer.block->variables, answer.block->walk, answer.state))
    rows.push_back(
        {{v.variable->name, v.variable->type, "", v.bytes, true}, v.changed, v.lanes, v.at, true});
  if (rows.empty()) return;
  section(ui, "Variables", "as assigned last");
  draw_values(ui, answer, rows, chosen);
}

void draw_registers(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen) {
  const std::vector<ValueRow> rows = rows_of(answer);
  if (rows.empty()) return;
  section(ui, "Registers", "what changed last first");
  draw_values(ui, answer, rows, chosen);
}

void draw_shared_memory(Ui& ui, const StepsAnswer& answer) {
  bool any = false;
  for (const data::StepArray& array : answer.block->walk.shared) {
    if (array.bytes == 0) continue;
    draw_array(ui, answer, array);
    any |= array.bytes > 256;
  }
  if (any)
    pane_text(
        ui, ui.fonts.small, ui.color().faint,
        "A row has the 32 banks. Coloured by the warp that wrote the word last; a dot: it has "
        "been read; framed: the last instruction touched it.");
}

void draw_printed(Ui& ui, const StepsAnswer& answer) {
  if (answer.state.printed.empty()) return;
  section(ui, "Printed so far");
  pane_text(ui, ui.fonts.code_small, ui.color().text, answer.state.printed);
}

}  // namespace warplab::app
