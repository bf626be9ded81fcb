#include "results/gate_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/printable.hpp"
#include "draw/widgets.hpp"
#include "exercise/exercise.hpp"
#include "results/gate_words.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::app {
namespace {

using verdict::GateResult;
using verdict::Status;

std::string limit_text(const GateResult& gate) {
  if (!gate.limit) return {};
  // Beside a value, as the sentences of the gate write both.
  const verdict::Figures figures =
      verdict::figures_of(gate.value.value_or(*gate.limit), gate.limit, gate.limit_is_minimum);
  return (gate.limit_is_minimum ? "\u2265 " : "\u2264 ") + figures.limit;
}

std::string value_text_of(const GateResult& gate) {
  if (!gate.value || exercise::is_built_in_gate(gate.metric)) return {};
  return verdict::figures_of(*gate.value, gate.limit, gate.limit_is_minimum).value;
}

// What came of it and what it asks for, with all its numbers, and where a click leads.
std::string tip_of(const Ui& ui, const GateResult& gate) {
  std::string text = fmt::format("{} ({}): {}.", gate.name, gate.metric,
                                 gate.applies ? look_of(ui, gate.status).word : "does not count");
  if ((gate.status != Status::pass || !gate.applies) && gate.is_told())
    text += "\n\n" + printable_lines(text_of(gate));
  const auto say = [&](const std::string& more) {
    if (!more.empty()) text += "\n\n" + more;
  };
  say(gate.variant);
  if (gate.ideal && gate.value)
    say(fmt::format("Ideal: {} {}", verdict::amount_text(*gate.ideal), gate.unit));
  say(meaning_of(gate));
  if (gate.line > 0) say(fmt::format("Click to go to line {}.", gate.line));
  return text;
}

// To where the line of the run is now; of what the compiler says, to its column.
void press(Ui& ui, const GateResult& gate, const LineMarks& marks) {
  if (gate.metric == verdict::kCompilesGate)
    for (const Message& message : marks.messages)
      if (message.from == kFromCompiler && message.line > 0)
        return ui.ask(GoToLine{message.line, message.column});
  if (const int line = line_now(gate.line, marks.moved); line > 0) ui.ask(GoToLine{line, 0});
}

void draw_row(Ui& ui, const GateResult& gate, const LineMarks& marks, int index) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string value = value_text_of(gate), limit = limit_text(gate);
  const std::string numbers = value.empty() ? limit : value + (limit.empty() ? "" : "  " + limit);
  const float left = at.x + ui.px(36), right = at.x + width - ui.px(14);
  const float numbers_width = text_width(font, numbers);
  const float room = right - left - (numbers.empty() ? 0 : numbers_width + ui.px(12));
  // A name that does not fit beside its numbers has a line of its own, above them.
  const bool is_stacked = text_width(font, gate.name) > room;
  const float line = font->FontSize, margin = ui.px(5);
  const float height = 2 * margin + line + (is_stacked ? line + ui.px(2) : 0);
  ImGui::PushID(index);
  if (ImGui::Selectable("##gate", false, 0, {width, height})) press(ui, gate, marks);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, (gate.applies ? "gate " : "left out ") + gate.name);
  ImGui::PopID();
  if (hovered) tooltip(ui, tip_of(ui, gate));
  const StatusLook look = look_of(ui, gate.status);
  const float y = at.y + margin, icon = ui.px(15);
  draw_icon(list, gate.applies ? look.icon : Icon::dash, {at.x + ui.px(13), y + (line - icon) / 2},
            icon, gate.applies ? look.color : color.faint);
  put_text_cut(list, font, {left, y}, gate.applies ? color.text : color.dim, gate.name,
               is_stacked ? right - left : room);
  put_text(list, font, {right - numbers_width, is_stacked ? y + line + ui.px(2) : y},
           gate.applies && gate.status == Status::fail ? look.color : color.dim, numbers);
}

// A profile whose gates all hold is one row, and a press shows them one by one. Whether it is open.
bool draw_profile(Ui& ui, const verdict::Kept& kept, const LineMarks& marks, int index) {
  bool* const is_open =
      ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(kept.name.c_str()), false);
  GateResult all;
  all.name = kept.name;
  all.metric = kept.says;
  all.status = Status::pass;
  draw_row(ui, all, marks, index);
  if (ImGui::IsItemClicked()) *is_open = !*is_open;
  return *is_open;
}

// Numbers that an author wants shown, and that decide nothing.
void draw_reported(Ui& ui, const GateResult& gate) {
  ImGui::Dummy({1, ui.px(4)});
  ImGui::SetCursorPosX(ui.px(36));
  text_wrapped(ui, ui.fonts.text, ui.color().dim,
               gate.name + ": " + printable_lines(text_of(gate)));
}

}  // namespace

void draw_gate_rows(Ui& ui, const Work& work) {
  const verdict::ExerciseResult& result = work.outcome->result;
  const std::vector<GateResult>& gates = result.gates;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
  int index = 0;
  std::map<std::string, bool> open;  // profiles that hold
  for (const verdict::Kept& kept : result.keeps)
    if (verdict::status_of_profile(result, kept.name) == Status::pass) open[kept.name] = false;
  std::set<std::string> drawn;
  for (const GateResult& gate : gates) {
    if (!gate.applies) continue;
    const auto folded = open.find(gate.profile);
    if (folded != open.end() && drawn.insert(gate.profile).second) {
      const auto kept = std::ranges::find(result.keeps, gate.profile, &verdict::Kept::name);
      folded->second = draw_profile(ui, *kept, work.marks, index++);
    }
    if (folded == open.end() || folded->second) draw_row(ui, gate, work.marks, index++);
  }
  // Those that say nothing here are below the rest.
  for (const GateResult& gate : gates)
    if (!gate.applies && !(gate.reported && gate.value)) draw_row(ui, gate, work.marks, index++);
  for (const GateResult& gate : gates)
    if (gate.reported && gate.value) draw_reported(ui, gate);
  ImGui::PopStyleVar();
}

}  // namespace warplab::app
