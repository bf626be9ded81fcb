#include "steps/steps_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/noted_register.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

using data::StepWalk;

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

}  // namespace

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

}  // namespace warplab::app
