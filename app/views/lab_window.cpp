#include "views/lab_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "views/course_list.hpp"
#include "views/status_line.hpp"
#include "views/top_bar.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

constexpr float kSplitter = 6;
constexpr Pane kPaneOrder[] = {Pane::top,    Pane::course, Pane::statement,
                               Pane::editor, Pane::tabs,   Pane::messages};

struct Rect {
  ImVec2 at, size;
};

// ---- keys that work everywhere ------------------------------------------------------------------

Pane neighbour(Pane pane, int direction) {
  const auto count = static_cast<int>(std::size(kPaneOrder));
  const auto here =
      static_cast<int>(std::find(std::begin(kPaneOrder), std::end(kPaneOrder), pane) - kPaneOrder);
  return kPaneOrder[(here + direction + count) % count];
}

// Returns whether the event was one of these.
bool apply_global_key(Ui& ui, LabWindowState& state, Lab& lab, const InputEvent& event) {
  using namespace key;
  const bool in_find_bar = state.editor.bar.kind != FindBar::Kind::none;
  if (event.is(kF5)) return ui.ask(RunNow{}), true;
  if (event.is(kF5, kShift)) return ui.ask(RunNow{3}), true;
  if (event.is('S', kControl)) return ui.ask(SaveFile{}), true;
  if (event.is(kF1)) return ui.ask(ShowShortcuts{}), true;
  if (event.is(kF2)) return ui.ask(WidenStatement{}), true;
  if (event.is(kF6)) return ui.ask(FocusPane{neighbour(state.focused, 1)}), true;
  if (event.is(kF6, kShift)) return ui.ask(FocusPane{neighbour(state.focused, -1)}), true;
  if (event.is(kF8)) return step_message(ui, state.messages, lab, 1), true;
  if (event.is(kF8, kShift)) return step_message(ui, state.messages, lab, -1), true;
  if (event.is('H', kControl | kShift)) return ui.ask(ShowHint{}), true;
  if (event.is('Q', kControl)) return ui.ask(Quit{}), true;
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

void apply_global_keys(Ui& ui, LabWindowState& state, Lab& lab) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return;
  std::erase_if(ui.input,
                [&](const InputEvent& event) { return apply_global_key(ui, state, lab, event); });
}

// Keys of the tab that is shown, where neither the text nor a field has the keyboard.
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
    if (has_use) row.take_file(state.tabs, lab, file);
    else
      lab.notice(Severity::note,
                 "A picture can be dropped on the tab Live, where an exercise draws from one.");
  }
}

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

void draw_tabs(Ui& ui, LabWindowState& state, Lab& lab) {
  ImGui::SetCursorPos({ui.px(8), ui.px(4)});
  const TabRow& first = first_there(lab);
  for (const TabRow& row : tabs()) {
    if (!is_there(row, lab)) continue;
    if (&row != &first) ImGui::SameLine(0, ui.px(2));
    if (segment(ui, row.name, row.name, state.tab == row.tab)) {
      state.tab = row.tab;
      state.tab_is_fixed = false;
    }
    tooltip_for_item(ui, fmt::format("Ctrl+{}", row.key));
  }
  const ImVec2 at = ImGui::GetWindowPos();
  const float top = std::round(ui.px(16) + ImGui::GetFontSize());
  ImGui::GetWindowDrawList()->AddRectFilled(
      {at.x, at.y + top}, {at.x + ImGui::GetWindowWidth(), at.y + top + 1}, ui.color().border);
  ImGui::SetCursorPos({0, top + 1});
  const TabRow& shown = row_of(state.tab);
  ImGui::BeginChild(shown.name, ImGui::GetContentRegionAvail(), false,
                    shown.wheel_zooms ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  note_scrolling(ui);
  shown.draw(ui, state.tabs, lab);
  ImGui::EndChild();
}

// Where each pane is, from the shares of the settings.
struct PanePlaces {
  Rect area, course, statement, text, tabs, messages;
  float bar = 0;                 // how wide what lies between them is
  bool has_course_bar = true;    // between the list and the statement
  bool has_text = true;          // there is an editor
  bool has_right_column = true;  // beside the middle
  bool tabs_in_middle = false;
};

PanePlaces places_of(const Ui& ui, const LabWindowState& state, const Lab& lab, const Rect& area) {
  const LayoutShares& shares = lab.settings().layout;
  PanePlaces places;
  places.area = area;
  const float bar = places.bar = std::round(ui.px(kSplitter));
  const float left = std::round(area.size.x * shares.left),
              right = std::round(area.size.x * shares.right);
  const float middle = std::max(area.size.x - left - right - 2 * bar, ui.px(120));
  const float messages = std::round(area.size.y * shares.messages);
  const float upper = area.size.y - messages - bar;
  const bool wide = state.statement.wide;
  // The list has the column to itself while the statement is elsewhere.
  const float course = wide ? area.size.y : std::round(area.size.y * shares.course);
  const float middle_x = area.at.x + left + bar, right_x = middle_x + middle + bar;
  const float lower_y = area.at.y + upper + bar;
  const Rect in_the_middle{{middle_x, area.at.y}, {middle, upper}};
  const Rect at_the_right{{right_x, area.at.y}, {right, upper}};

  places.has_course_bar = !wide;
  places.course = {area.at, {left, course}};
  places.statement =
      wide ? in_the_middle
           : Rect{{area.at.x, area.at.y + course + bar}, {left, area.size.y - course - bar}};
  // What is found out is the matter of an experiment: it has the middle, and its kernels, if it has
  // any, stand beside it, above the messages.
  const auto experiment = lab.experiment();
  const bool has_kernels = !experiment || !experiment->rig.student_file.empty();
  places.tabs_in_middle = experiment && !wide;
  places.has_text = !wide && has_kernels;
  places.has_right_column = has_kernels || !places.tabs_in_middle;
  places.text = places.tabs_in_middle ? at_the_right : in_the_middle;
  places.tabs = at_the_right;
  float lower_x = middle_x;
  if (places.tabs_in_middle && has_kernels) {
    places.tabs = {in_the_middle.at, {middle, area.size.y}};
    lower_x = right_x;
  } else if (places.tabs_in_middle) {
    places.tabs = {in_the_middle.at, {middle + bar + right, upper}};
  }
  places.messages = {{lower_x, lower_y}, {area.at.x + area.size.x - lower_x, messages}};
  return places;
}

void draw_bars(Ui& ui, LayoutShares& shares, const PanePlaces& places) {
  const float bar = places.bar, width = places.area.size.x, height = places.area.size.y;
  const ImVec2 from = places.area.at;
  const Rect& middle = places.tabs_in_middle ? places.tabs : places.text;
  const Rect& lower = places.messages;
  std::vector<Splitter> bars = {{.id = "left",
                                 .at = {from.x + places.course.size.x, from.y},
                                 .size = {bar, height},
                                 .extent = width,
                                 .share = &shares.left,
                                 .least = 0.15f,
                                 .most = std::max(0.85f - shares.right, 0.16f)},
                                {.id = "messages height",
                                 .at = {lower.at.x, lower.at.y - bar},
                                 .size = {lower.size.x, bar},
                                 .vertical = false,
                                 .extent = height,
                                 .sign = -1,
                                 .share = &shares.messages,
                                 .least = 0.07f,
                                 .most = 0.6f}};
  if (places.has_right_column)
    bars.push_back({.id = "right",
                    .at = {middle.at.x + middle.size.x, from.y},
                    .size = {bar, middle.size.y},
                    .extent = width,
                    .sign = -1,
                    .share = &shares.right,
                    .least = 0.15f,
                    .most = std::max(0.85f - shares.left, 0.16f)});
  if (places.has_course_bar)
    bars.push_back({.id = "course height",
                    .at = {from.x, from.y + places.course.size.y},
                    .size = {places.course.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .share = &shares.course,
                    .least = 0.1f,
                    .most = 0.8f});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Splitter& one : bars)
    list.AddRectFilled(one.at, {one.at.x + one.size.x, one.at.y + one.size.y},
                       ui.color().background);
  for (const Splitter& one : bars) splitter(ui, one);
}

// The panes and the bars between them.
void draw_panes(Ui& ui, LabWindowState& state, Lab& lab, const Rect& area) {
  const Palette& color = ui.color();
  const PanePlaces places = places_of(ui, state, lab, area);
  pane(ui, state, {Pane::course, "course", places.course, color.panel},
       [&] { draw_course_list(ui, lab); });
  pane(ui, state, {Pane::statement, "statement", places.statement, color.panel},
       [&] { draw_statement(ui, state.statement, lab); });
  const auto draw_text = [&] {
    if (!places.has_text) state.editor.focused = false;
    else
      pane(ui, state, {Pane::editor, "editor", places.text, color.editor, kStandsStill},
           [&] { draw_editor(ui, state.editor, lab); });
  };
  // Tab goes from left to right.
  if (!places.tabs_in_middle) draw_text();
  pane(ui, state, {Pane::tabs, "tabs", places.tabs, color.panel, kStandsStill},
       [&] { draw_tabs(ui, state, lab); });
  if (places.tabs_in_middle) draw_text();
  pane(ui, state, {Pane::messages, "messages", places.messages, color.panel},
       [&] { draw_messages(ui, state.messages, lab); });
  draw_bars(ui, lab.settings().layout, places);
}

// ---- what is open -------------------------------------------------------------------------------

// Experiments have tabs of their own; back at an exercise the tab from before is shown.
void choose_tab(LabWindowState& state, const Lab& lab) {
  if (is_there(row_of(state.tab), lab)) return;
  const Tab before = std::exchange(state.other_tab, state.tab);
  state.tab = is_there(row_of(before), lab) ? before : first_there(lab).tab;
}

// An experiment begins with its questions, not with the text of its kernels.
void greet(Ui& ui, LabWindowState& state, const Lab& lab) {
  const std::string slug = lab.entry() ? lab.entry()->slug : std::string();
  if (std::exchange(state.open, slug) == slug) return;
  if (!has_experiment(lab) || !(state.editor.focused || state.editor.focus_request)) return;
  state.editor.focus_request = false;
  ui.ask(FocusPane{Pane::tabs});
}

// ---- what was asked for -------------------------------------------------------------------------

// The tab that explains a verdict, so that nobody has to look for the reason.
void show_explanation(LabWindowState& state, const RunOutcome& outcome,
                      const exercise::Exercise& exercise) {
  state.messages.printed = false;
  if (state.tab_is_fixed || outcome.cancelled) return;
  const auto& mismatch = outcome.result.mismatch;
  const bool shows_mismatch = mismatch && std::any_of(exercise.views.begin(), exercise.views.end(),
                                                      [&](const exercise::View& view) {
                                                        return view.buffer == mismatch->buffer;
                                                      });
  state.tab = tab_for(explanation_of(outcome.result, shows_mismatch));
}

struct Performer {
  Ui& ui;
  LabWindowState& state;
  Lab& lab;

  void operator()(const OpenExercise& action) { lab.open(action.slug); }
  void operator()(const GoToLine& action) {
    if (Work* work = lab.work())
      go_to_line(state.editor, work->document.code(), action.line, action.column);
    state.statement.wide = false;
  }
  void operator()(const RunNow& action) { lab.run(action.other_schedules); }
  void operator()(const CancelRun&) { lab.cancel(); }
  void operator()(const SaveFile&) { lab.save(); }
  void operator()(const ShowHint&) { lab.show_next_hint(); }
  void operator()(const AskToReset&) { state.dialogs.ask_reset = true; }
  void operator()(const ResetToStarter&) { lab.reset_to_starter(); }
  void operator()(const OpenInEditor&) {
    if (!lab.work() || !ui.desktop) return;
    lab.save();
    report(ui.desktop->open_in_editor(lab.work()->document.files().target));
  }
  void operator()(const OpenLink& action) {
    if (!ui.desktop || !lab.entry()) return;
    const bool web =
        action.address.find("://") != std::string::npos || action.address.starts_with("mailto:");
    report(ui.desktop->open_link(web ? action.address
                                     : (lab.entry()->folder / action.address).string()));
  }
  void operator()(const RestoreAttempt& action) { lab.restore(action.id); }
  void operator()(const ShowVariant& action) { lab.show_variant(action.variant); }
  void operator()(const ShowTab& action) { state.tab = action.tab; }
  void operator()(const Select& action) {
    if (Work* work = lab.work()) work->selection = action.selection;
  }
  void operator()(const SelectLine& action) {
    Work* const work = lab.work();
    if (!work) return;
    work->selection = {};
    work->selection.line = line_of_run(action.line, work->marks.moved);
    work->selection.launch = action.launch;
  }
  void operator()(const FocusPane& action) {
    state.focused = action.pane;
    state.item_focus = {};
    if (action.pane == Pane::editor) state.editor.focus_request = true;
    else state.focus_request = state.item_focus.enters = action.pane;
  }
  void operator()(const ChangeFontSize& action) {
    Settings& settings = lab.settings();
    settings.font_size =
        action.by == 0 ? Settings{}.font_size
                       : std::clamp(settings.font_size + action.by, kSmallestFont, kLargestFont);
  }
  void operator()(const SetTheme& action) { lab.settings().theme = action.theme; }
  void operator()(const ResetLayout&) { lab.settings().layout = LayoutShares{}; }
  void operator()(const WidenStatement&) {
    state.statement.wide = !state.statement.wide;
    (*this)(FocusPane{state.statement.wide ? Pane::statement : Pane::editor});
  }
  void operator()(const ShowShortcuts&) { state.dialogs.show_shortcuts = true; }
  void operator()(const KeepMine&) { lab.keep_mine(); }
  void operator()(const TakeTheirs&) { lab.take_theirs(); }
  void operator()(const Quit&) {
    if (ui.desktop) ui.desktop->quit();
  }

 private:
  void report(const std::string& failure) {
    if (!failure.empty()) lab.notice(Severity::warning, failure);
  }
};

}  // namespace

void draw_lab_window(Ui& ui, LabWindowState& state, Lab& lab) {
  const std::vector<Ui::PlacedItem> items = std::exchange(ui.items, {});
  ui.tooltip.clear();
  lab.tick();
  if (state.runs_seen != lab.runs_ended()) {
    state.runs_seen = lab.runs_ended();
    if (const Work* work = lab.work();
        work && work->outcome && lab.runner().slug() == lab.entry()->slug)
      show_explanation(state, *work->outcome, *lab.exercise());
  }
  for (const TabRow& row : tabs())
    if (row.keep) row.keep(state.tabs, lab, state.tab == row.tab);
  follow_selection(ui, state.tabs.lens, lab);
  follow_code(state.tabs.ptx, state.tabs.lens, lab, state.tab == Tab::ptx);
  apply_global_keys(ui, state, lab);
  apply_tab_keys(ui, state, lab);
  take_dropped_files(ui, state, lab);
  // After the keys, which may have opened something else.
  choose_tab(state, lab);
  greet(ui, state, lab);
  move_item_focus(ui, state.item_focus, items, state.focused, lab.entry() ? lab.entry()->slug : "",
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
  draw_status_line(ui, lab);
  ImGui::EndChild();
  draw_dialogs(ui, state.dialogs, lab);
  ImGui::End();
  draw_item_focus(ui, state.item_focus);

  // Popups may ask too, so this comes last. What an action asks for waits for the next frame.
  const std::vector<Action> actions = std::exchange(ui.actions, {});
  for (const Action& action : actions) std::visit(Performer{ui, state, lab}, action);
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
