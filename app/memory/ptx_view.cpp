#include "memory/ptx_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Grounds that stay apart from one another and below the text; in both themes the text's colours
// are read on them.
constexpr float kTint = 0.22f, kStrongTint = 0.5f;

// The place of a line among those that are linked; none: it is not.
std::optional<size_t> place_of(const std::vector<int>& lines, int line) {
  const auto at = std::ranges::lower_bound(lines, line);
  if (at == lines.end() || *at != line) return std::nullopt;
  return static_cast<size_t>(at - lines.begin());
}

const LensLook* look_of(const LensAnswer& answer, const std::string& kernel) {
  for (const auto& look : answer.looks)
    if (look->look.log.kernel == kernel && look->only_line == 0) return look.get();
  return nullptr;
}

// The kernel of the selected line, else the one that was chosen, else the first.
void choose_kernel(PtxState& state, const LensAnswer& answer, const Selection& selection) {
  if (state.seen_line != selection.line && selection.line > 0)
    if (const auto view = view_of(answer, selection)) state.kernel = view->look->look.log.kernel;
  if (look_of(answer, state.kernel) == nullptr && !answer.looks.empty())
    state.kernel = answer.looks.front()->look.log.kernel;
}

void make_rows(PtxState& state, const std::shared_ptr<const LensAnswer>& answer,
               const std::string& file) {
  const bool same = state.answer == answer && state.of_machine_code == state.machine_code &&
                    state.of_kernel == state.kernel;
  if (same) return;
  state.answer = answer;
  state.of_machine_code = state.machine_code;
  state.of_kernel = state.kernel;
  state.row = -1;
  state.rows.clear();
  if (state.machine_code) {
    if (answer->machine_code) state.rows = machine_rows(*answer->machine_code, state.kernel, file);
  } else if (answer->compiled) {
    state.rows =
        ptx_rows(answer->compiled->ptx, state.kernel, file, look_of(*answer, state.kernel));
  }
}

void draw_kernels(Ui& ui, PtxState& state, const LensAnswer& answer) {
  ImGui::SetCursorPosX(ui.px(8));
  if (segment(ui, "ptx text", "PTX", !state.machine_code)) state.machine_code = false;
  ImGui::SameLine(0, ui.px(2));
  if (segment(ui, "machine code", "Machine code", state.machine_code)) state.machine_code = true;
  tooltip_for_item(ui,
                   "SASS: what the GPU itself executes, for compute capability 9.0 unless you "
                   "chose another one");
  std::vector<std::string> names;
  for (const auto& look : answer.looks)
    if (std::ranges::find(names, look->look.log.kernel) == names.end())
      names.push_back(look->look.log.kernel);
  if (names.size() < 2) return;
  ImGui::SetCursorPosX(ui.px(8));
  for (const std::string& name : names) {
    if (&name != &names.front()) ImGui::SameLine(0, ui.px(2));
    if (ImGui::GetCursorPosX() + text_width(ui.fonts.text, name) + ui.px(22) >
        ImGui::GetWindowWidth()) {
      ImGui::NewLine();
      ImGui::SetCursorPosX(ui.px(8));
    }
    if (segment(ui, ("kernel " + name).c_str(), name, name == state.kernel)) state.kernel = name;
  }
}

// What the chosen row's words mean, one sentence each.
void draw_explanation(Ui& ui, const PtxState& state) {
  std::string text = state.machine_code
                         ? "A click on a line shows where it comes from."
                         : "Words are explained under the mouse, those of a chosen line here.";
  if (!state.machine_code && state.row >= 0 && state.row < std::ssize(state.rows)) {
    std::string all;
    for (const PlacedWord& placed : words_of(state.rows[static_cast<size_t>(state.row)].text))
      all +=
          fmt::format("{}{}: {}", all.empty() ? "" : " ", placed.word->word, placed.word->sentence);
    if (!all.empty()) text = all;
  }
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.small, ui.color().dim, text);
  note_item(ui, "words of the line", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::Dummy({1, ui.px(4)});
}

struct PtxColumns {
  float line = 0, count = 0, cost = 0, text = 0;  // where each begins
  float end = 0;
};

PtxColumns columns_of(const Ui& ui, const PtxState& state) {
  const float digit = ui.fonts.code_small->GetCharAdvance('0');
  PtxColumns columns;
  columns.line = ui.px(8);
  columns.count = columns.line + 5 * digit;
  columns.cost = columns.count + (state.machine_code ? 0 : 8 * digit);
  columns.text = columns.cost + (state.machine_code ? 0 : 7 * digit) + ui.px(6);
  size_t longest = 0;
  for (const CodeRow& row : state.rows) longest = std::max(longest, row.text.size());
  columns.end = columns.text + digit * static_cast<float>(longest + 2);
  return columns;
}

void right_text(const Ui& ui, float x, float width, float y, ImU32 color, const std::string& text) {
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.code_small,
           {x + width - text_width(ui.fonts.code_small, text), y}, color, text);
}

// "32" for whole numbers, "8.5" for others: what one execution costs.
std::string each_text(uint64_t units, uint64_t times) {
  const double each = static_cast<double>(units) / static_cast<double>(times);
  return each == std::floor(each) ? fmt::format("{:.0f}", each) : fmt::format("{:.1f}", each);
}

void draw_words(Ui& ui, const CodeRow& row, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* const font = ui.fonts.code_small;
  const float digit = font->GetCharAdvance('0');
  put_text(list, font, at, row.is_instruction ? ui.color().text : ui.color().faint, row.text);
  for (const PlacedWord& placed : words_of(row.text)) {
    const ImVec2 min{at.x + digit * static_cast<float>(placed.begin), at.y};
    const ImVec2 max{min.x + digit * static_cast<float>(placed.size), at.y + font->FontSize};
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max)) continue;
    list.AddLine({min.x, max.y}, max, ui.color().link);
    tooltip(ui, fmt::format("{}: {}\nPTX ISA, {}", placed.word->word, placed.word->sentence,
                            placed.word->section));
  }
}

void draw_row(Ui& ui, const PtxState& state, const std::vector<int>& linked, size_t index,
              int selected) {
  const CodeRow& row = state.rows[index];
  const PtxColumns columns = columns_of(ui, state);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.fonts.code_small->FontSize + ui.px(4);
  const float width = std::max(columns.end, ImGui::GetWindowWidth() + ImGui::GetScrollX());
  const float y = at.y + ui.px(2);
  if (const auto place = place_of(linked, row.line)) {
    const ImU32 color = link_color(ui.color(), *place);
    list.AddRectFilled(at, {at.x + width, at.y + height},
                       with_alpha(color, row.line == selected ? kStrongTint : kTint));
    list.AddRectFilled(at, {at.x + ui.px(4), at.y + height}, color);
    right_text(ui, at.x + columns.line, columns.count - columns.line - ui.px(8), y, ui.color().dim,
               std::to_string(row.line));
  }
  if (static_cast<int>(index) == state.row)
    list.AddRect(at, {at.x + std::min(width, columns.end), at.y + height}, ui.color().link);
  if (!state.machine_code && row.is_instruction) {
    right_text(ui, at.x + columns.count, columns.cost - columns.count - ui.px(8), y,
               row.warps > 0 ? ui.color().dim : ui.color().faint,
               row.warps > 0 ? std::to_string(row.warps) : "-");
    if (row.accesses > 0)
      right_text(ui, at.x + columns.cost, columns.text - columns.cost - ui.px(10), y,
                 row.units > row.ideal ? ui.color().fail : ui.color().pass,
                 each_text(row.units, row.accesses));
  }
  draw_words(ui, row, {at.x + columns.text, y});
}

void choose_row(Ui& ui, PtxState& state, Lab& lab, int row) {
  state.row = std::clamp(row, 0, static_cast<int>(state.rows.size()) - 1);
  const int line = state.rows[static_cast<size_t>(state.row)].line;
  if (line <= 0 || line == lab.work()->selection.line) return;
  Selection selection;
  selection.line = line;
  state.seen_line = line;  // it is in sight
  ui.ask(Select{selection});
}

void draw_head(Ui& ui, const PtxState& state) {
  const PtxColumns columns = columns_of(ui, state);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  put_text(list, ui.fonts.small_strong, {at.x + columns.line, at.y}, ui.color().faint, "line");
  if (!state.machine_code) {
    put_text(list, ui.fonts.small_strong, {at.x + columns.count, at.y}, ui.color().faint, "warps");
    put_text(list, ui.fonts.small_strong, {at.x + columns.cost, at.y}, ui.color().faint, "each");
  }
  ImGui::Dummy({columns.text, ui.fonts.small_strong->FontSize + ui.px(3)});
  if (!state.machine_code)
    tooltip_for_item(ui,
                     "How often the warps that were looked at executed it, and the sectors or "
                     "passes over banks that one execution costs");
}

void draw_rows(Ui& ui, PtxState& state, Lab& lab, const std::vector<int>& linked) {
  draw_head(ui, state);
  ImGui::BeginChild("code rows", ImGui::GetContentRegionAvail(), false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  note_scrolling(ui);
  const float height = ui.fonts.code_small->FontSize + ui.px(4);
  const auto count = static_cast<float>(state.rows.size());
  const ImVec2 size{std::max(columns_of(ui, state).end, ImGui::GetContentRegionAvail().x),
                    std::max(count * height, ui.px(20))};
  const ImVec2 from = ImGui::GetCursorPos(), at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("code", size);
  Ui::PlacedItem& item = note_item(ui, "code");
  item.takes_arrows = true;
  const bool nudged = item.id && ui.nudge.id == item.id && ui.nudge.y != 0;
  if (ImGui::IsItemClicked())
    choose_row(ui, state, lab, static_cast<int>((ImGui::GetIO().MousePos.y - at.y) / height));
  const float view = ImGui::GetWindowHeight();
  const auto reveal = [&](float y) {
    if (y < ImGui::GetScrollY() || y + height > ImGui::GetScrollY() + view)
      ImGui::SetScrollY(std::max(y - view / 3, 0.0f));
  };
  if (nudged) {
    choose_row(ui, state, lab, state.row + static_cast<int>(ui.nudge.y));
    reveal(height * static_cast<float>(state.row));
  }
  const int selected = lab.work()->selection.line;
  if (state.seen_line != selected) {
    state.seen_line = selected;
    const auto first = std::ranges::find(state.rows, selected, &CodeRow::line);
    if (selected > 0 && first != state.rows.end())
      reveal(height * static_cast<float>(first - state.rows.begin()));
  }
  const auto begin = static_cast<size_t>(std::max(0.0f, ImGui::GetScrollY() / height));
  for (size_t i = begin; i < state.rows.size(); ++i) {
    const float y = from.y + height * static_cast<float>(i);
    if (y > ImGui::GetScrollY() + view) break;
    ImGui::SetCursorPos({from.x, y});
    draw_row(ui, state, linked, i, selected);
  }
  ImGui::EndChild();
}

void draw_trouble(Ui& ui, const PtxState& state, const LensThread::Snapshot& now,
                  const LensAnswer* answer) {
  if (now.working) {
    ui.wake_within(kWorkFrameTime);
    return pane_text(ui, ui.fonts.text, ui.color().dim, now.doing);
  }
  if (!now.error.empty()) return marked_sentence(ui, Icon::error, ui.color().fail, now.error);
  if (answer && state.machine_code && !answer->why_no_machine_code.empty())
    return marked_sentence(ui, Icon::info, ui.color().info, answer->why_no_machine_code);
  pane_text(ui, ui.fonts.text, ui.color().dim, "There is no code of this kernel to be seen.");
}

}  // namespace

void follow_code(PtxState& state, const LensState& lens, Lab& lab, bool is_shown) {
  Work* const work = lab.work();
  if (!work) return;
  const bool is_known = is_shown && state.answer && lens.outcome == work->outcome &&
                        work->outcome && state.answer->source == work->outcome->source;
  if (!is_known) {
    work->linked_lines.clear();
    state.caret_line = -1;
    return;
  }
  work->linked_lines = linked_lines(state.rows);
  const int caret = work->document.code().caret().line;
  const int before = std::exchange(state.caret_line, caret);
  if (before < 0 || before == caret) return;
  const int line = line_of_run(caret + 1, work->marks.moved);
  if (line <= 0 || line == work->selection.line) return;
  work->selection = {};
  work->selection.line = line;
}

void draw_ptx(Ui& ui, PtxState& state, LensState& lens, Lab& lab) {
  if (!ask_for_code(lens, lab, state.machine_code))
    return empty_pane(ui, Icon::file, "No code to look at yet",
                      "Press F5. What the compiler makes of your kernel appears here, beside the "
                      "lines that it comes from.");
  const LensThread::Snapshot now = lens.thread->snapshot();
  const bool is_of_run = now.answer && now.answer->source == lens.outcome->source;
  ImGui::SetCursorPos({0, ui.px(8)});
  if (!is_of_run) return draw_trouble(ui, state, now, nullptr);
  choose_kernel(state, *now.answer, lab.work()->selection);
  draw_kernels(ui, state, *now.answer);
  make_rows(state, now.answer, lab.exercise()->student_file);
  ImGui::Dummy({1, ui.px(4)});
  if (now.working) ui.wake_within(kWorkFrameTime);
  if (state.rows.empty()) return draw_trouble(ui, state, now, now.answer.get());
  draw_explanation(ui, state);
  draw_rows(ui, state, lab, linked_lines(state.rows));
}

}  // namespace warplab::app
