#include "shell/lab_window.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "draw/widgets.hpp"
#include "shell/pane_bars.hpp"
#include "shell/perform.hpp"
#include "shell/status_line.hpp"
#include "shell/tab_strip.hpp"
#include "shell/top_bar.hpp"
#include "shell/window_keys.hpp"

namespace warplab::app {

LabWindowState::LabWindowState() = default;
LabWindowState::~LabWindowState() = default;

namespace {

// ---- panes --------------------------------------------------------------------------------------

struct PaneFrame {
  Pane which = Pane::top;
  const char* id = "";
  Rect rect;
  ImU32 ground = 0;
  ImGuiWindowFlags flags = 0;
};

// For a pane that is filled to its edges, or has something in it that scrolls by itself.
constexpr ImGuiWindowFlags kStandsStill =
    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

template <class Draw>
void pane(Ui& ui, LabWindowState& state, const PaneFrame& frame, Draw draw) {
  const auto& [which, id, rect, ground, flags] = frame;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{rect.at.x + rect.size.x, rect.at.y + rect.size.y};
  // The window is cleared to the panels' colour: every further layer costs time where a CPU draws.
  if (ground != ui.color().panel) list.AddRectFilled(rect.at, end, ground);
  ImGui::SetCursorScreenPos(rect.at);
  const bool takes_focus = state.focus_request == which && which != Pane::editor;
  if (takes_focus) ImGui::SetNextWindowFocus();
  ImGui::BeginChild(id, rect.size, false, flags);
  ui.pane = which;
  ui.pane_has_keyboard = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  note_scrolling(ui);
  draw();
  const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  ImGui::EndChild();
  if (takes_focus) state.focus_request.reset();
  if (!focused) return;
  state.focused = which;
  // Where the keyboard is; the editor shows it by its caret.
  if (which != Pane::editor)
    list.AddRect({rect.at.x + 1, rect.at.y + 1}, {end.x - 1, end.y - 1},
                 with_alpha(ui.color().link, 0.45f), 0, 0, std::max(1.0f, ui.px(1)));
}

// What the panes are to be like in this frame.
PaneWish wish_of(const LabWindowState& state, const Lab& lab) {
  const auto experiment = lab.experiment();
  PaneWish wish;
  // What is found out is the matter of an experiment: it has the middle, and its kernels, if it
  // has any, stand beside it.
  wish.is_experiment = experiment != nullptr;
  wish.has_kernels = !experiment || !experiment->rig.student_file.empty();
  wish.reads = reads(lab);
  wish.shows_code = state.shows_code && !wish.is_experiment;
  return wish;
}

// The panes and the bars between them.
void draw_panes(Ui& ui, LabWindowState& state, Lab& lab, const Rect& area) {
  const Palette& color = ui.color();
  Layout& layout = lab.settings().layout;
  const PanePlaces places = state.places = places_of(layout, wish_of(state, lab), area, ui.scale);
  draw_strip(ui, places.left_strip, Fold::statement);
  if (places.course.is_shown())
    pane(ui, state, {Pane::course, "course", places.course, color.panel, kStandsStill},
         [&] { draw_course_list(ui, state.course, lab, layout.course_folded); });
  if (places.statement.is_shown())
    pane(ui, state, {Pane::statement, "statement", places.statement, color.panel, kStandsStill},
         [&] { draw_statement(ui, state.statement, lab); });
  const auto draw_text = [&] {
    if (!places.text.is_shown()) state.editor.focused = false;
    else
      pane(ui, state, {Pane::editor, "editor", places.text, color.editor, kStandsStill},
           [&] { draw_editor(ui, state.editor, lab); });
    if (places.code.is_shown())
      pane(ui, state, {Pane::code, "code", places.code, color.panel, kStandsStill},
           [&] { draw_ptx(ui, state.ptx, state.tabs.lens, lab); });
  };
  const auto draw_tabs_pane = [&] {
    if (places.tabs.is_shown())
      pane(ui, state, {Pane::tabs, "tabs", places.tabs, color.panel, kStandsStill},
           [&] { draw_tabs(ui, state, lab, !places.tabs_in_middle); });
  };
  // Tab goes from left to right.
  if (places.tabs_in_middle) draw_tabs_pane();
  draw_text();
  // The walk that is shown says it anew in each frame.
  if (Work* work = lab.work()) work->executing_line = 0;
  if (!places.tabs_in_middle) draw_tabs_pane();
  draw_strip(ui, places.right_strip, Fold::tabs);
  draw_bars(ui, layout, places);
}

// ---- what is open -------------------------------------------------------------------------------

// Experiments have tabs of their own; back at an exercise the tab from before is shown.
void choose_tab(LabWindowState& state, const Lab& lab) {
  if (is_there(row_of(state.tab), lab)) return;
  const Tab before = std::exchange(state.other_tab, state.tab);
  state.tab = is_there(row_of(before), lab) ? before : first_there(lab).tab;
}

// An experiment begins with its questions, not with the text of its kernels. An exercise that is
// opened from there begins with its text again.
void greet(Ui& ui, LabWindowState& state, const Lab& lab) {
  const std::string slug = lab.entry() ? lab.entry()->slug : std::string();
  if (std::exchange(state.open, slug) == slug) return;
  if (!has_experiment(lab)) {
    if (std::exchange(state.is_greeted, false) && state.focused == Pane::tabs)
      ui.ask(FocusPane{Pane::editor});
    return;
  }
  if (!state.editor.focused && !state.editor.focus_request) return;
  state.editor.focus_request = false;
  state.is_greeted = true;
  ui.ask(FocusPane{Pane::tabs});
}

// A run is about its result: that is to be seen now, in the width that the statement had.
void show_result(LabWindowState& state, Lab& lab) {
  if (lab.work()->outcome->cancelled) return;
  lab.settings().reads.erase(lab.entry()->slug);
  if (!state.tab_is_fixed) state.tab = Tab::result;
}

// What has the keyboard first in a pane that is entered: the tab that is shown, the exercise that
// is open.
std::string preferred_item(const LabWindowState& state, const Lab& lab) {
  if (state.item_focus.enters == Pane::tabs) return row_of(state.tab).name;
  return lab.entry() ? lab.entry()->slug : "";
}

// The keyboard was given to somebody who does not have it yet.
bool is_handing_on(const LabWindowState& state) {
  const EditorState& editor = state.editor;
  return state.focus_request || state.item_focus.enters || editor.bar.is_opening ||
         editor.focus_request || editor.takes_over;
}

}  // namespace

bool reads(const Lab& lab) {
  const CourseEntry* const entry = lab.entry();
  if (!entry) return true;
  const auto& chosen = lab.settings().reads;
  if (const auto found = chosen.find(entry->slug); found != chosen.end()) return found->second;
  const Work* const work = lab.work();
  return !(work && work->outcome) && lab.progress_of(entry->slug) == Progress::untouched;
}

void set_reads(Lab& lab, bool reads) {
  if (const CourseEntry* const entry = lab.entry()) lab.settings().reads[entry->slug] = reads;
}

void draw_lab_window(Ui& ui, LabWindowState& state, Lab& lab) {
  const std::vector<Ui::PlacedItem> items = std::exchange(ui.items, {});
  ui.tooltip.clear();
  lab.tick();
  take_turn(ui, state.keys, is_handing_on(state), state.editor.focused);
  if (state.runs_seen != lab.runs_ended()) {
    state.runs_seen = lab.runs_ended();
    if (const Work* work = lab.work();
        work && work->outcome && lab.runner().slug() == lab.entry()->slug)
      show_result(state, lab);
  }
  for (const TabRow& row : tabs())
    if (row.keep) row.keep(state.tabs, lab, state.tab == row.tab);
  follow_selection(ui, state.tabs.lens, lab);
  state.tabs.lens.code_is_shown = state.places.code.is_shown();
  follow_code(state.ptx, state.tabs.lens, lab, state.places.code.is_shown());
  apply_tab_keys(ui, state, lab);  // before the window's: F9 is a breakpoint in Steps
  apply_global_keys(ui, state, lab);
  take_dropped_files(ui, state, lab);
  // After the keys, which may have opened something else.
  choose_tab(state, lab);
  greet(ui, state, lab);
  move_item_focus(ui, state.item_focus, items, state.focused, preferred_item(state, lab),
                  state.editor.focused);
  ui.focused_item = state.item_focus.is_shown ? state.item_focus.id : 0;

  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::Begin("Warp Lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  const float top = std::round(ui.px(kTopBarHeight)), bottom = std::round(ui.px(kStatusLineHeight));
  const ImVec2 at = viewport.Pos, size = viewport.Size;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + top}, ui.color().background);
  list.AddRectFilled({at.x, at.y + size.y - bottom}, {at.x + size.x, at.y + size.y},
                     ui.color().background);
  pane(ui, state, {Pane::top, "top bar", {at, {size.x, top}}, ui.color().panel, kStandsStill},
       [&] { draw_top_bar(ui, lab); });
  draw_panes(ui, state, lab, {{at.x, at.y + top}, {size.x, size.y - top - bottom}});
  ImGui::SetCursorScreenPos({at.x, at.y + size.y - bottom});
  ImGui::BeginChild("status line", {size.x, bottom}, false, ImGuiWindowFlags_NoScrollbar);
  draw_status_line(ui, state.status, lab);
  ImGui::EndChild();
  draw_dialogs(ui, state.dialogs, lab);
  ImGui::End();
  draw_item_focus(ui, state.item_focus);

  // Popups may ask too, so this comes last. What an action asks for waits for the next frame.
  const std::vector<Action> actions = std::exchange(ui.actions, {});
  for (const Action& action : actions) perform(ui, state, lab, action);
  if (!actions.empty()) ui.wake_within(0);
  ui.input.clear();
  // ImGui's own navigation is for the lists and menus that drop down; the rest is in
  // item_focus.cpp.
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace warplab::app
