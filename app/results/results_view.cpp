#include "results/results_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <utility>

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

std::string source_text(const GateResult& gate) {
  if (gate.status == Status::not_checked) return "\u2013";
  if (gate.metric == verdict::kCompilesGate) return "compiler";
  return std::string(name_of(gate.source));  // the GPU is named above
}

std::string limit_text(const GateResult& gate) {
  if (!gate.limit) return {};
  // Beside a value, as the sentences of the gate write both.
  const verdict::Figures figures =
      verdict::figures_of(gate.value.value_or(*gate.limit), gate.limit, gate.limit_is_minimum);
  return (gate.limit_is_minimum ? "\u2265 " : "\u2264 ") + figures.limit;
}

// ResultColumns of numbers are right-aligned; x is their right end.
struct ResultColumns {
  float name = 0, yours = 0, ideal = 0, limit = 0, source = 0;
  bool has_source = true;  // there is room for it
};

struct GateTexts {
  bool has_value = false;
  std::string yours, ideal, limit;
};

GateTexts texts_of(const Ui& ui, const GateResult& gate) {
  GateTexts texts;
  texts.has_value = gate.value.has_value() && !exercise::is_built_in_gate(gate.metric);
  if (!texts.has_value) {
    // The word stands in the number's place, so that symbol and colour are not alone.
    texts.yours = look_of(ui, gate.status).word;
    return texts;
  }
  texts.yours = verdict::figures_of(*gate.value, gate.limit, gate.limit_is_minimum).value;
  if (gate.ideal) texts.ideal = verdict::amount_text(*gate.ideal);
  texts.limit = limit_text(gate);
  return texts;
}

// As wide as the widest number asks for; the names have the rest. Where that is little the source
// of the numbers is left out: nearly all of them are counted.
ResultColumns columns_of(const Ui& ui, const std::vector<GateResult>& gates, float left,
                         float width) {
  ImFont* head = ui.fonts.small_strong;
  float ideal = text_width(head, "Ideal"), limit = text_width(head, "Limit"),
        yours = text_width(head, "Yours");
  for (const GateResult& gate : gates) {
    if (!gate.applies) continue;
    const GateTexts texts = texts_of(ui, gate);
    ideal = std::max(ideal, text_width(ui.fonts.text, texts.ideal));
    limit = std::max(limit, text_width(ui.fonts.text, texts.limit));
    yours = std::max(yours, text_width(ui.fonts.strong, texts.yours));
  }
  const float gap = ui.px(14), enough = ui.px(150);
  ResultColumns columns;
  columns.name = left + ui.px(36);
  columns.source = left + width - ui.px(10);
  columns.limit = columns.source - ui.px(60);
  const float numbers = limit + ideal + yours + 3 * gap;
  columns.has_source = columns.limit - numbers - columns.name >= enough;
  if (!columns.has_source) columns.limit = columns.source;
  columns.ideal = columns.limit - limit - gap;
  columns.yours = columns.ideal - ideal - gap;
  return columns;
}

void right_text(ImDrawList& list, ImFont* font, float right, float y, ImU32 color,
                std::string_view text) {
  put_text(list, font, {right - text_width(font, text), y}, color, text);
}

void draw_head(Ui& ui, const ResultColumns& columns) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = ui.fonts.small_strong;
  const ImU32 color = ui.color().faint;
  const float y = at.y + ui.px(4);
  put_text(list, font, {columns.name, y}, color, "Gate");
  right_text(list, font, columns.yours, y, color, "Yours");
  right_text(list, font, columns.ideal, y, color, "Ideal");
  right_text(list, font, columns.limit, y, color, "Limit");
  if (columns.has_source) right_text(list, font, columns.source, y, color, "From");
  const float width = ImGui::GetContentRegionAvail().x, height = font->FontSize + ui.px(11);
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height}, ui.color().border);
  ImGui::Dummy({1, height});
}

// A gate that says nothing here: what it would have asked for, and why it was not measured. Quiet,
// below the rest.
void draw_left_out(Ui& ui, const GateResult& gate, bool says_why, int index) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float left = at.x + ui.px(36), room = at.x + width - ui.px(12) - left;
  ImFont* font = ui.fonts.text;
  ImFont* small = ui.fonts.small;
  const WrappedText why = says_why ? wrap_words(small, reason_of(gate), room) : WrappedText{};
  const std::string limit = limit_text(gate) + (gate.unit.empty() ? "" : " " + gate.unit);
  const float limit_width = text_width(font, limit);
  // Both on one line, or the limit below the name.
  const float names = text_width(font, gate.name) + ui.px(10) + limit_width <= room
                          ? font->FontSize
                          : 2 * font->FontSize + ui.px(2);
  const float height = ui.px(7) + names + (says_why ? why.height + ui.px(3) : 0) + ui.px(7);
  ImGui::PushID(index);
  ImGui::Selectable("##left out", false, 0, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "left out " + gate.name);
  ImGui::PopID();
  if (hovered) tooltip(ui, fmt::format("{} ({}): {}", gate.name, gate.metric, reason_of(gate)));
  const float y = at.y + ui.px(7), icon = ui.px(14);
  draw_icon(list, Icon::dash, {at.x + ui.px(13), y + (font->FontSize - icon) / 2}, icon,
            color.faint);
  put_text_cut(list, font, {left, y}, color.dim, gate.name, room);
  put_text(list, font, {left + room - limit_width, y + names - font->FontSize}, color.faint, limit);
  if (says_why) put_text(list, small, {left, y + names + ui.px(3)}, color.faint, why.text);
}

// Numbers that an author wants shown, and that decide nothing.
void draw_reported(Ui& ui, const std::vector<GateResult>& gates) {
  bool is_first = true;
  for (const GateResult& gate : gates) {
    if (!gate.reported || !gate.value) continue;
    if (std::exchange(is_first, false)) {
      ImGui::Dummy({1, ui.px(12)});
      ImGui::SetCursorPosX(ui.px(14));
      pane_title(ui, "Only reported");
    }
    ImGui::SetCursorPosX(ui.px(14));
    text_wrapped(ui, ui.fonts.text, ui.color().dim,
                 gate.name + ": " + printable_lines(text_of(gate)));
  }
}

void draw_all_left_out(Ui& ui, const std::vector<GateResult>& gates, int index) {
  const GateResult* before = nullptr;
  for (const GateResult& gate : gates) {
    if (gate.applies || (gate.reported && gate.value)) continue;
    if (!before) {
      ImGui::Dummy({1, ui.px(12)});
      ImGui::SetCursorPosX(ui.px(14));
      pane_title(ui, "Not measured here, and not counted");
    }
    // Several gates for one reason say it once, below the first of them.
    draw_left_out(ui, gate, !before || text_of(*before) != text_of(gate), index++);
    before = &gate;
  }
}

// What the gate asks for, and where a click leads.
std::string gate_tooltip(Ui& ui, const GateResult& gate) {
  std::string text = fmt::format("{} ({}), {}: {}.", gate.name, gate.metric, source_text(gate),
                                 look_of(ui, gate.status).word);
  if (const std::string meaning = meaning_of(gate); !meaning.empty()) text += "\n\n" + meaning;
  if (gate.line > 0) text += fmt::format("\n\nClick to go to line {}.", gate.line);
  return text;
}

// To where the line of the run is now; of what the compiler says, to its column.
void press_gate(Ui& ui, const GateResult& gate, const LineMarks& marks) {
  if (gate.metric == verdict::kCompilesGate)
    for (const Message& message : marks.messages)
      if (message.from == kFromCompiler && message.line > 0)
        return ui.ask(GoToLine{message.line, message.column});
  if (const int line = line_now(gate.line, marks.moved); line > 0) ui.ask(GoToLine{line, 0});
  else if (gate.metric == exercise::kCorrectGate && gate.status == Status::fail)
    ui.ask(ShowTab{Tab::output});
}

// A name that does not fit beside the numbers has a line of its own, above them.
bool is_stacked(const Ui& ui, const GateResult& gate, const ResultColumns& columns) {
  const float numbers = text_width(ui.fonts.strong, texts_of(ui, gate).yours) + ui.px(10);
  return columns.name + text_width(ui.fonts.strong, gate.name) > columns.yours - numbers;
}

// A gate's status and name, `room` wide at most, and its numbers, with their top at `numbers_y`.
void draw_figures(Ui& ui, const GateResult& gate, const ResultColumns& columns, ImVec2 at,
                  float room, float numbers_y) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  ImFont* small = ui.fonts.small;
  const StatusLook look = look_of(ui, gate.status);
  const float icon = ui.px(16);
  draw_icon(list, look.icon, {at.x + ui.px(12), at.y + (font->FontSize - icon) / 2}, icon,
            look.color);
  const GateTexts texts = texts_of(ui, gate);
  const float yours = columns.yours - text_width(ui.fonts.strong, texts.yours);
  put_text_cut(list, ui.fonts.strong, {columns.name, at.y}, color.text, gate.name, room);
  put_text(list, ui.fonts.strong, {yours, numbers_y}, look.color, texts.yours);
  right_text(list, font, columns.ideal, numbers_y, color.dim, texts.ideal);
  right_text(list, font, columns.limit, numbers_y, color.dim, texts.limit);
  if (columns.has_source)
    right_text(list, small, columns.source, numbers_y + (font->FontSize - small->FontSize) / 2,
               color.faint, source_text(gate));
}

// `before`: the gate in the row above. What holds for several gates is said once.
void draw_gate(Ui& ui, const GateResult& gate, const GateResult* before,
               const ResultColumns& columns, int index, const LineMarks& marks) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float room = at.x + width - ui.px(12) - columns.name;
  const bool explains =
      gate.status != Status::pass && gate.is_told() &&
      !(before && before->status == gate.status && text_of(*before) == text_of(gate));
  const WrappedText why =
      explains ? wrap_words(font, printable_lines(text_of(gate)), room) : WrappedText{};
  const std::string detail = gate.variant.empty() ? gate.unit
                             : gate.unit.empty()  ? gate.variant
                                                  : gate.unit + ", " + gate.variant;
  const bool stacked = is_stacked(ui, gate, columns);
  const float numbers = text_width(ui.fonts.strong, texts_of(ui, gate).yours) + ui.px(10);
  // Beside numbers that stand below the name, where there is room for it there.
  const float beside = columns.yours - numbers - columns.name;
  const bool is_beside = stacked && text_width(small, detail) <= beside;
  const float margin = ui.px(9), why_height = explains ? why.height + ui.px(5) : 0,
              numbers_height = stacked ? font->FontSize + ui.px(3) : 0,
              detail_height = detail.empty() || is_beside ? 0 : small->FontSize + ui.px(3);
  const float height =
      margin + font->FontSize + numbers_height + detail_height + why_height + margin;

  ImGui::PushID(index);
  if (ImGui::Selectable("##gate", false, 0, {width, height})) press_gate(ui, gate, marks);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "gate " + gate.name);
  ImGui::PopID();
  if (hovered) tooltip(ui, gate_tooltip(ui, gate));

  float y = at.y + margin;
  const float below = y + font->FontSize + ui.px(3);
  draw_figures(ui, gate, columns, {at.x, y}, room, stacked ? below : y);
  y += font->FontSize + numbers_height;
  put_text_cut(list, small, {columns.name, is_beside ? below : y + ui.px(3)}, color.faint, detail,
               room);
  y += detail_height;
  if (explains) put_text(list, font, {columns.name, y + ui.px(5)}, color.dim, why.text);
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height},
                     with_alpha(color.border, 0.6f));
}

void draw_summary(Ui& ui, const RunOutcome& outcome, bool stale) {
  const verdict::ExerciseResult& result = outcome.result;
  const GateCount count = count_gates(result.gates);
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  text_line(
      ui, ui.fonts.strong, ui.color().text,
      fmt::format("{} of {} gates pass{}, {}", count.hold, count.all, count.hold == 1 ? "es" : "",
                  result.has_score() ? fmt::format("score {:.0f} %", 100 * result.score)
                                     : std::string("no score")));
  std::string detail = fmt::format("{}, seed {}, {:.2f} s",
                                   result.compiler.empty() ? "not compiled" : result.compiler,
                                   result.seed, outcome.seconds);
  if (result.gpu) detail += ", " + result.gpu->name;
  if (stale) detail += "; the text has changed since";
  ImGui::SetCursorPosX(ui.px(14));
  text_line(ui, ui.fonts.small, stale ? ui.color().warn : ui.color().faint, detail,
            ImGui::GetContentRegionAvail().x - ui.px(10));
  ImGui::Dummy({1, ui.px(2)});
}

void draw_resources(Ui& ui, const verdict::ExerciseResult& result) {
  if (result.resources.empty()) return;
  ImGui::Dummy({1, ui.px(12)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Kernels");
  for (const auto& [kernel, used] : result.resources) {
    std::string text = fmt::format("{}: {} registers", kernel, used.registers);
    if (used.static_shared_bytes)
      text += fmt::format(", {} bytes of shared memory", count_text(used.static_shared_bytes));
    if (used.local_bytes)
      text += fmt::format(", {} bytes of local memory a thread", count_text(used.local_bytes));
    ImGui::SetCursorPosX(ui.px(14));
    text_line(ui, ui.fonts.text, used.local_bytes ? ui.color().warn : ui.color().dim, text,
              ImGui::GetContentRegionAvail().x - ui.px(10));
  }
}

// Several gates in one line. A press shows them one by one; then each is explained under the mouse.
struct GateLine {
  const char* id = "";
  Icon icon = Icon::check;
  ImU32 color = 0;
  std::string text, detail;  // detail: in small letters below it; may be empty
  std::string tip;
};

// Conditions are explained in a sentence each. What numbers count takes too many.
std::string tip_of_conditions(const std::vector<const GateResult*>& gates) {
  std::string tip;
  for (const GateResult* gate : gates) {
    const std::string meaning = meaning_of(*gate);
    tip += (tip.empty() ? "" : "\n") + gate->name + (meaning.empty() ? "" : ": " + meaning);
  }
  return tip;
}

void draw_gate_line(Ui& ui, const GateLine& line, bool& opens) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, left = at.x + ui.px(36);
  const float room = at.x + width - ui.px(34) - left, margin = ui.px(8);
  const WrappedText text = wrap_words(ui.fonts.text, line.text, room);
  const WrappedText detail =
      line.detail.empty() ? WrappedText{} : wrap_words(ui.fonts.small, line.detail, room);
  const float gap = line.detail.empty() ? 0 : ui.px(3);
  const float height = margin + text.height + gap + detail.height + margin;
  ImGui::PushID(line.id);
  if (ImGui::Selectable("##line", false, 0, {width, height})) opens = !opens;
  tooltip_for_item(ui, line.tip);
  note_item(ui, line.id);
  ImGui::PopID();
  const float icon = ui.px(16), y = at.y + margin;
  draw_icon(list, line.icon, {at.x + ui.px(12), y + (ui.fonts.text->FontSize - icon) / 2}, icon,
            line.color);
  put_text(list, ui.fonts.text, {left, y}, color.text, text.text);
  if (!line.detail.empty())
    put_text(list, ui.fonts.small, {left, y + text.height + gap}, color.dim, detail.text);
  draw_icon(list, opens ? Icon::chevron_up : Icon::chevron_down,
            {at.x + width - ui.px(28), y + (ui.fonts.text->FontSize - icon) / 2}, ui.px(14),
            color.faint);
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height},
                     with_alpha(color.border, 0.6f));
}

// The rows of gates, with a number of each for ImGui.
class GateRows {
 public:
  GateRows(Ui& ui, const ResultColumns& columns, const LineMarks& marks)
      : ui_(ui), columns_(columns), marks_(marks) {}
  void draw(const std::vector<const GateResult*>& gates) {
    const GateResult* before = nullptr;
    for (const GateResult* gate : gates) {
      draw_gate(ui_, *gate, before, columns_, index++, marks_);
      before = gate;
    }
  }
  int index = 0;

 private:
  Ui& ui_;
  const ResultColumns& columns_;
  const LineMarks& marks_;
};

void draw_unchecked(Ui& ui, ResultsState& state, const VerdictLevels& levels, GateRows& rows) {
  for (const VerdictLevels::Unchecked& unchecked : levels.unchecked) {
    if (unchecked.gates.size() == 1) {
      rows.draw(unchecked.gates);
      continue;
    }
    // Its place in memory is another one in each frame.
    ImGui::PushID(unchecked.reason.c_str());
    draw_gate_line(ui,
                   {"unchecked gates", Icon::dash, ui.color().faint, unchecked_sentence(unchecked),
                    unchecked.reason,
                    "Click to see them one by one, and to have each explained under the mouse."},
                   state.all_unchecked);
    ImGui::PopID();
    if (state.all_unchecked) rows.draw(unchecked.gates);
  }
}

void draw_levels(Ui& ui, ResultsState& state, const Work& work) {
  const std::vector<GateResult>& gates = work.outcome->result.gates;
  const VerdictLevels levels = levels_of(gates);
  const ResultColumns columns =
      columns_of(ui, gates, ImGui::GetCursorScreenPos().x, ImGui::GetContentRegionAvail().x);
  GateRows rows(ui, columns, work.marks);
  draw_head(ui, columns);
  rows.draw(levels.deciding);
  draw_unchecked(ui, state, levels, rows);
  if (!levels.deciding.empty() && !(levels.measured.empty() && levels.conditions.empty())) {
    ImGui::Dummy({1, ui.px(12)});
    ImGui::SetCursorPosX(ui.px(14));
    pane_title(ui, "Everything else passes");
    ImGui::Dummy({1, ui.px(4)});
  }
  rows.draw(levels.measured);
  if (levels.conditions.size() == 1) {
    rows.draw(levels.conditions);
  } else if (!levels.conditions.empty()) {
    draw_gate_line(ui,
                   {"conditions",
                    Icon::check,
                    ui.color().pass,
                    conditions_sentence(levels.conditions),
                    {},
                    tip_of_conditions(levels.conditions)},
                   state.all_conditions);
    if (state.all_conditions) rows.draw(levels.conditions);
  }
  draw_reported(ui, gates);
  draw_all_left_out(ui, gates, rows.index);
}

}  // namespace

void draw_results(Ui& ui, ResultsState& state, Lab& lab) {
  const Work* work = lab.work();
  if (!work || !work->outcome)
    return empty_pane(
        ui, Icon::check, "No results yet",
        "Press F5. What decides appears here first, with your number beside the ideal one, and a "
        "click leads to the line that decides it.");
  const RunOutcome& outcome = *work->outcome;
  if (has_passed(lab)) draw_passed_card(ui, state.card, lab);
  draw_summary(ui, outcome, work->marks.of_version != work->document.code().buffer().version());
  if (outcome.result.gates.empty()) {
    ImGui::SetCursorPosX(ui.px(14));
    text_wrapped(ui, ui.fonts.text, ui.color().dim,
                 verdict_sentence(outcome.result, outcome.cancelled));
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
  draw_levels(ui, state, *work);
  ImGui::PopStyleVar();
  draw_resources(ui, outcome.result);
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace warplab::app
