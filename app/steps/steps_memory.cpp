#include "steps/steps_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

#include "data/element.hpp"
#include "draw/widgets.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

// Words of a shared array that are shown as cells with values, as many as of a buffer.
constexpr uint32_t kMostCells = data::kMostCellBytes / 4;
constexpr uint32_t kColumns = 32;   // banks
constexpr uint32_t kMostRows = 64;  // that are drawn of an array

// The elements that begin a stretch of memory and lie in one cell: one, or those of 4 bytes.
std::string unit_text(data::ElementType element, std::span<const uint8_t> bytes) {
  const uint32_t width = data::bytes_of(element);
  std::string text;
  for (size_t at = 0; at == 0 || at + width <= 4; at += width) {
    if (at + width > bytes.size()) break;
    text += (text.empty() ? "" : ", ") +
            data::value_text(element, reinterpret_cast<const std::byte*>(&bytes[at]));
  }
  return text;
}

std::string thread_words(const StepsAnswer& answer, uint16_t thread) {
  if (thread == 0) return "nobody";
  if (thread == data::kAnotherBlock) return "another block";
  return words::thread_text(thread_place(answer.block->walk, thread - 1u));
}

bool is_touched(const StepsAnswer& answer, data::TraceSpace space, uint64_t begin, uint32_t bytes) {
  for (const data::LoggedAccess& access : answer.state.accesses) {
    if (access.space != space) continue;
    for (uint32_t m = access.mask; m != 0; m &= m - 1) {
      const uint64_t at = access.addresses[static_cast<size_t>(std::countr_zero(m))];
      if (at < begin + bytes && at + access.bytes > begin) return true;
    }
  }
  return false;
}

struct MemoryCell {
  std::string text, tip;
  uint16_t writer = 0;  // as data::StepCells::writers
  bool is_touched = false;
};
struct CellRows {
  std::string item;
  size_t count = 0, wanted_columns = 0;  // 0: as many as fit
  std::function<MemoryCell(size_t)> cell;
  std::function<std::string(size_t)> label;  // of a row that begins with this cell; may be empty
};

void draw_memory_cell(Ui& ui, const MemoryCell& cell, ImVec2 corner, ImVec2 size) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  if (cell.writer == data::kAnotherBlock)
    list.AddRectFilled(corner, end, with_alpha(color.dim, 0.25f), ui.px(2));
  else if (cell.writer != 0)
    list.AddRectFilled(corner, end, with_alpha(color.series[(cell.writer - 1u) % 5], 0.4f),
                       ui.px(2));
  list.AddRect(corner, end, with_alpha(color.border, 0.9f), ui.px(2));
  if (cell.is_touched) list.AddRect(corner, end, color.accent, ui.px(2), 0, ui.px(2));
  put_text_cut(list, ui.fonts.code_small, {corner.x + ui.px(4), corner.y + ui.px(3)},
               cell.text == "?" ? color.faint : color.text, cell.text, size.x - ui.px(8));
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy(size);
  tooltip_for_item(ui, cell.tip);
}

// 16 cells in a row, or 8 or 4 where there is less room, or those of a row of the matrix.
void draw_cell_rows(Ui& ui, const CellRows& rows) {
  ImFont* font = ui.fonts.code_small;
  float label_width = 0;
  for (size_t k = 0; rows.label && k < rows.count; ++k)
    label_width = std::max(label_width, text_width(font, rows.label(k)) + ui.px(8));
  const float room = ImGui::GetContentRegionAvail().x - ui.px(28) - label_width;
  const float fitting = room / ui.px(46);
  size_t columns = fitting >= 16 ? 16 : fitting >= 8 ? 8 : 4;
  if (rows.wanted_columns > 1 && static_cast<float>(rows.wanted_columns) <= fitting)
    columns = rows.wanted_columns;
  const ImVec2 size{std::min(std::floor(room / static_cast<float>(columns)), ui.px(72)),
                    font->FontSize + ui.px(8)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = at.x + ui.px(14) + label_width;
  for (size_t k = 0; k < rows.count; ++k) {
    const ImVec2 corner{left + size.x * static_cast<float>(k % columns),
                        at.y + size.y * static_cast<float>(k / columns)};
    if (rows.label && k % columns == 0)
      put_text(*ImGui::GetWindowDrawList(), font, {at.x + ui.px(14), corner.y + ui.px(3)},
               ui.color().faint, rows.label(k));
    draw_memory_cell(ui, rows.cell(k), corner, {size.x - ui.px(2), size.y - ui.px(2)});
  }
  const auto lines = static_cast<float>((rows.count + columns - 1) / columns);
  const ImVec2 end{left + room, at.y + size.y * lines};
  ImGui::SetCursorScreenPos({at.x, end.y});
  ImGui::Dummy({1, ui.px(2)});
  note_item(ui, rows.item, 0, at, end);
}

// --- shared memory

void draw_shared_cells(Ui& ui, const StepsAnswer& answer, const data::StepArray& array) {
  section(ui, array.name, "shared");
  const uint32_t width = data::bytes_of(array.element), unit = std::max(width, 4u);
  CellRows rows;
  rows.item = "shared " + array.name;
  rows.count = (array.bytes + unit - 1) / unit;
  rows.cell = [&](size_t k) {
    const auto at = static_cast<uint32_t>(k) * unit, offset = array.begin + at;
    const data::StepWord& word = answer.state.words[offset / 4];
    MemoryCell cell;
    cell.writer = word.writer;
    cell.is_touched = is_touched(answer, data::TraceSpace::shared, offset, unit);
    cell.text = word.writer == 0
                    ? "?"
                    : unit_text(array.element, {&answer.state.shared[offset], array.bytes - at});
    cell.tip = fmt::format("{}[{}] = {}. Written last by {}, read last by {}.", array.name,
                           at / width, cell.text, thread_words(answer, word.writer),
                           thread_words(answer, word.reader));
    return cell;
  };
  draw_cell_rows(ui, rows);
}

// Of many words: a cell without its value each, in the colour of the warp that wrote it last.
void draw_words(Ui& ui, const StepsAnswer& answer, const data::StepArray& array) {
  const Palette& color = ui.color();
  const uint32_t words = (array.bytes + 3) / 4;
  const uint32_t rows = std::min((words + kColumns - 1) / kColumns, kMostRows);
  section(ui, array.name,
          fmt::format("{} words{}", count_text(words),
                      rows * kColumns < words ? fmt::format(", the first {}", rows * kColumns)
                                              : std::string()));
  const float cell = std::floor((ImGui::GetContentRegionAvail().x - ui.px(28)) / kColumns);
  // Many rows leave room for what stands below them.
  const float size = std::clamp(cell, ui.px(3), ui.px(rows > 8 ? 9 : 13));
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
    if (is_touched(answer, data::TraceSpace::shared, offset, 4))
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
  tooltip(ui,
          fmt::format("{}[{}] = {}. Written last by {}, read last by {}. Bank {}.", array.name,
                      4 * w / width,
                      unit_text(array.element, {&answer.state.shared[offset], array.bytes - 4 * w}),
                      thread_words(answer, word.writer), thread_words(answer, word.reader),
                      offset / 4 % kColumns));
}

void draw_shared_memory(Ui& ui, const StepsAnswer& answer) {
  bool any = false;
  for (const data::StepArray& array : answer.block->walk.shared) {
    if (array.bytes == 0) continue;
    const bool has_values = (array.bytes + 3) / 4 <= kMostCells;
    if (has_values) draw_shared_cells(ui, answer, array);
    else draw_words(ui, answer, array);
    any |= !has_values;
  }
  if (any)
    pane_text(
        ui, ui.fonts.small, ui.color().faint,
        "A row has the 32 banks. Coloured by the warp that wrote the word last; a dot: it has "
        "been read; framed: the last instruction touched it.");
}

// --- global memory

void draw_stretch(Ui& ui, const StepsAnswer& answer, const data::StepCells& cells) {
  const data::LoggedBuffer& logged = answer.block->walk.buffers[cells.buffer];
  const data::Buffer& buffer = answer.block->buffers[static_cast<size_t>(logged.buffer)];
  const uint32_t width = data::bytes_of(buffer.element), unit = std::max(width, 4u);
  const bool is_whole = cells.bytes.size() == logged.bytes;
  const auto element_at = [&](size_t k) {
    return data::element_text(buffer, (cells.first + k * unit) / width);
  };
  section(ui, is_whole ? buffer.name : "Around " + element_at(0), "global");
  // Nobody has written it: no launch before this one, and no other block that is seen.
  const bool is_new = !buffer.initialized && answer.block->choice.launch == 0;
  CellRows rows;
  rows.item = "global " + buffer.name;
  rows.count = cells.bytes.size() / unit;
  if (is_whole && buffer.shape.size() > 1 && unit == width)
    rows.wanted_columns = buffer.shape.back();
  if (rows.count > 4)
    rows.label = [&](size_t k) { return element_at(k).substr(buffer.name.size()); };
  rows.cell = [&](size_t k) {
    MemoryCell cell;
    cell.writer = cells.writers[k * unit / 4];
    cell.is_touched =
        is_touched(answer, data::TraceSpace::global, logged.begin + cells.first + k * unit, unit);
    cell.text = cell.writer == 0 && is_new
                    ? "?"
                    : unit_text(buffer.element, std::span(cells.bytes).subspan(k * unit));
    cell.tip = fmt::format(
        "{} = {}{}", element_at(k), cell.text,
        cell.writer == 0 ? std::string(". This block has not written it.")
                         : fmt::format(". Written last by {}.", thread_words(answer, cell.writer)));
    return cell;
  };
  draw_cell_rows(ui, rows);
}

}  // namespace

void draw_memory(Ui& ui, const StepsAnswer& answer) {
  draw_shared_memory(ui, answer);
  // What the kernel writes first; inputs stay as they are.
  const auto is_input = [&](const data::StepCells& cells) {
    const data::LoggedBuffer& logged = answer.block->walk.buffers[cells.buffer];
    return answer.block->buffers[static_cast<size_t>(logged.buffer)].read_only;
  };
  for (const bool inputs : {false, true})
    for (const data::StepCells& cells : answer.state.cells)
      if (is_input(cells) == inputs) draw_stretch(ui, answer, cells);
  const bool has_values =
      !answer.state.cells.empty() ||
      std::ranges::any_of(answer.block->walk.shared, [](const data::StepArray& array) {
        return array.bytes > 0 && (array.bytes + 3) / 4 <= kMostCells;
      });
  if (has_values)
    pane_text(ui, ui.fonts.small, ui.color().faint,
              "A cell has the colour of the thread that wrote it last; framed: the last "
              "instruction touched it.");
}

}  // namespace warplab::app
