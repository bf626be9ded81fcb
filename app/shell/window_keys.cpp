#include "shell/window_keys.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warplab::app {
namespace {

constexpr Pane kPaneOrder[] = {Pane::top,    Pane::course, Pane::statement,
                               Pane::editor, Pane::code,   Pane::tabs};

// The next pane that is not folded away.
Pane neighbour(const PanePlaces& places, Pane pane, int direction) {
  const auto count = static_cast<int>(std::size(kPaneOrder));
  auto here =
      static_cast<int>(std::find(std::begin(kPaneOrder), std::end(kPaneOrder), pane) - kPaneOrder);
  for (int i = 0; i < count; ++i) {
    here = (here + direction + count) % count;
    if (places.is_shown(kPaneOrder[here])) return kPaneOrder[here];
  }
  return pane;
}

bool apply_layout_key(Ui& ui, const LabWindowState& state, const InputEvent& event) {
  using namespace key;
  if (event.is(kF2)) return ui.ask(ReadStatement{}), true;
  if (event.is(kF4)) return ui.ask(ShowHistory{}), true;
  if (event.is('P', kControl)) return ui.ask(ShowCode{}), true;
  if (event.is(kF6)) return ui.ask(FocusPane{neighbour(state.places, state.focused, 1)}), true;
  if (event.is(kF6, kShift))
    return ui.ask(FocusPane{neighbour(state.places, state.focused, -1)}), true;
  if (event.is('B', kControl)) return ui.ask(FoldPane{Fold::statement}), true;
  if (event.is('B', kControl | kAlt)) return ui.ask(FoldPane{Fold::tabs}), true;
  if (event.is('B', kControl | kShift)) return ui.ask(FoldPane{Fold::course}), true;
  if (event.is('Z', kAlt)) return ui.ask(WrapLines{}), true;
  return false;
}

// Returns whether the event was one of these.
bool apply_global_key(Ui& ui, LabWindowState& state, Lab& lab, const InputEvent& event) {
  using namespace key;
  const bool in_find_bar = state.editor.bar.kind != FindBar::Kind::none;
  if (event.is(kF5)) return ui.ask(RunNow{}), true;
  if (event.is(kF5, kShift)) return ui.ask(RunNow{3}), true;
  if (event.is('S', kControl)) return ui.ask(SaveFile{}), true;
  if (event.is(kF1)) return ui.ask(ShowShortcuts{}), true;
  if (apply_layout_key(ui, state, event)) return true;
  if (event.is(kF8)) return step_message(ui, state.tabs.result, lab, 1), true;
  if (event.is(kF8, kShift)) return step_message(ui, state.tabs.result, lab, -1), true;
  if (event.is('H', kControl | kShift)) return ui.ask(ShowHint{}), true;
  if (event.is('Q', kControl)) return ui.ask(Quit{}), true;
  if (const Work* work = lab.work(); work && event.is(kF9, kControl))
    return ui.ask(ToggleBreakpoint{work->document.code().caret().line + 1}), true;
  if (event.is(kF9) && has_passed(lab)) {
    if (const CourseEntry* next = lab.standing().next) ui.ask(OpenExercise{next->slug});
    return true;
  }
  if (event.is(kPageUp, kAlt) || event.is(kPageDown, kAlt))
    return lab.open_neighbour(event.key == kPageUp ? -1 : 1), true;
  for (const TabRow& row : tabs())
    if (is_there(row, lab) && event.is(row.key, kControl)) return ui.ask(ShowTab{row.tab}), true;
  // The plus is where the layout has it, with or without shift.
  const unsigned without_shift = event.modifiers & ~kShift;
  if (without_shift == kControl &&
      (event.key == '=' || event.key == '+' || event.key == kKeypadAdd))
    return ui.ask(ChangeFontSize{1}), true;
  if (without_shift == kControl && (event.key == '-' || event.key == kKeypadSubtract))
    return ui.ask(ChangeFontSize{-1}), true;
  if (event.is('0', kControl)) return ui.ask(ChangeFontSize{0}), true;
  // Escape closes a search before it cancels a run.
  if (event.is(kEscape) && lab.runner().is_running() && !in_find_bar)
    return ui.ask(CancelRun{}), true;
  // From anywhere else it leads back to the text.
  if (event.is(kEscape) && !state.editor.focused && !in_find_bar && !ImGui::GetIO().WantTextInput)
    return ui.ask(FocusPane{Pane::editor}), true;
  return false;
}

}  // namespace

void apply_global_keys(Ui& ui, LabWindowState& state, Lab& lab) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return;
  std::erase_if(ui.input,
                [&](const InputEvent& event) { return apply_global_key(ui, state, lab, event); });
}

void apply_tab_keys(Ui& ui, LabWindowState& state, const Lab& lab) {
  const TabRow& row = row_of(state.tab);
  if (!row.take_key || !is_there(row, lab) || state.focused != Pane::tabs || state.editor.focused)
    return;
  if (ImGui::GetIO().WantTextInput ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return;
  std::erase_if(ui.input, [&](const InputEvent& event) { return row.take_key(state.tabs, event); });
}

void take_dropped_files(Ui& ui, LabWindowState& state, Lab& lab) {
  const TabRow& row = row_of(state.tab);
  const bool has_use = row.take_file && is_there(row, lab);
  for (const std::filesystem::path& file : std::exchange(ui.dropped_files, {})) {
    if (file.extension() == ".cu") ui.ask(OpenProgram{file.string()});
    else if (has_use) row.take_file(state.tabs, lab, file);
    else
      lab.notice(Severity::note,
                 "A picture can be dropped on the tab Live, where an exercise draws from one.");
  }
}

}  // namespace warplab::app
