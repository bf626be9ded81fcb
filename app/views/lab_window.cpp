#include "views/lab_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "views/status_line.hpp"
#include "views/top_bar.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

constexpr Pane kPaneOrder[] = {Pane::top,    Pane::course, Pane::statement,
                               Pane::editor, Pane::tabs,   Pane::messages};

// ---- keys that work everywhere ------------------------------------------------------------------

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
  if (event.is(kF2, kShift)) return ui.ask(ReadStatement{true}), true;
  if (event.is(kF6)) return ui.ask(FocusPane{neighbour(state.places, state.focused, 1)}), true;
  if (event.is(kF6, kShift))
    return ui.ask(FocusPane{neighbour(state.places, state.focused, -1)}), true;
  if (event.is('B', kControl)) return ui.ask(FoldPane{Fold::statement}), true;
  if (event.is('B', kControl | kAlt)) return ui.ask(FoldPane{Fold::tabs}), true;
  if (event.is('B', kControl | kShift)) return ui.ask(FoldPane{Fold::course}), true;
  if (event.is('J', kControl)) return ui.ask(FoldPane{Fold::messages}), true;
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
  if (event.is(kF8)) return step_message(ui, state.messages, lab, 1), true;
  if (event.is(kF8, kShift)) return step_message(ui, state.messages, lab, -1), true;
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

// The names of tabs that do not fit are in a menu behind those that do; the one that is shown is
// always among these. `room`: pixels for all of them.
struct TabStrip {
  std::vector<const TabRow*> shown, in_menu;
};

TabStrip strip_of(const Ui& ui, const LabWindowState& state, const Lab& lab, float room) {
  TabStrip strip;
  float width = 0;
  const float gap = ui.px(2), menu = ui.px(28) + gap;
  for (const TabRow& row : tabs()) {
    if (!is_there(row, lab)) continue;
    strip.shown.push_back(&row);
    width += segment_width(ui, row.name) + gap;
  }
  while (width > room - (strip.in_menu.empty() ? 0 : menu) && strip.shown.size() > 1) {
    // From the end, but never the one that is shown.
    auto last = std::prev(strip.shown.end());
    if ((*last)->tab == state.tab) --last;
    width -= segment_width(ui, (*last)->name) + gap;
    strip.in_menu.insert(strip.in_menu.begin(), *last);
    strip.shown.erase(last);
  }
  return strip;
}

void draw_menu_of_tabs(Ui& ui, const TabStrip& strip) {
  if (icon_button(ui, "more tabs", Icon::chevron_down, "Further tabs"))
    ImGui::OpenPopup("further tabs");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  if (ImGui::BeginPopup("further tabs")) {
    for (const TabRow* row : strip.in_menu) {
      if (ImGui::MenuItem(row->name, fmt::format("Ctrl+{}", row->key).c_str()))
        ui.ask(ShowTab{row->tab});
      note_item(ui, std::string("menu ") + row->name);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

// `folds`: the pane can be folded away.
void draw_tabs(Ui& ui, LabWindowState& state, Lab& lab, bool folds) {
  ImGui::SetCursorPos({ui.px(8), ui.px(4)});
  const float width = ImGui::GetWindowWidth(), button = ui.px(28);
  const float room = width - ui.px(8) - ui.px(6) - (folds ? button + ui.px(2) : 0);
  const TabStrip strip = strip_of(ui, state, lab, room);
  for (const TabRow* row : strip.shown) {
    if (row != strip.shown.front()) ImGui::SameLine(0, ui.px(2));
    if (segment(ui, row->name, row->name, state.tab == row->tab)) {
      state.tab = row->tab;
      state.tab_is_fixed = false;
    }
    tooltip_for_item(ui, fmt::format("Ctrl+{}", row->key));
  }
  if (!strip.in_menu.empty()) {
    ImGui::SameLine(0, ui.px(2));
    draw_menu_of_tabs(ui, strip);
  }
  if (folds) {
    ImGui::SetCursorPos({width - ui.px(6) - button, ui.px(4)});
    if (icon_button(ui, "fold right", Icon::chevron_right, "Fold this pane away (Ctrl+Alt+B)"))
      ui.ask(FoldPane{Fold::tabs});
  }
  const ImVec2 at = ImGui::GetWindowPos();
  const float top = std::round(ui.px(16) + ImGui::GetFontSize());
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + top}, {at.x + width, at.y + top + 1},
                                            ui.color().border);
  ImGui::SetCursorPos({0, top + 1});
  const TabRow& shown = row_of(state.tab);
  ImGui::BeginChild(shown.name, ImGui::GetContentRegionAvail(), false,
                    shown.wheel_zooms ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  note_scrolling(ui);
  shown.draw(ui, state.tabs, lab);
  ImGui::EndChild();
}

// What the panes are to be like in this frame.
PaneWish wish_of(Ui& ui, const LabWindowState& state, const Lab& lab) {
  const auto experiment = lab.experiment();
  PaneWish wish;
  // What is found out is the matter of an experiment: it has the middle, and its kernels, if it
  // has any, stand beside it.
  wish.is_experiment = experiment != nullptr;
  wish.has_kernels = !experiment || !experiment->rig.student_file.empty();
  wish.reading = state.statement.reading;
  wish.side = state.side;
  wish.messages = [&](float width) {
    return wanted_messages_height(ui, state.messages, lab, width);
  };
  return wish;
}

void draw_bars(Ui& ui, Layout& layout, const PanePlaces& places) {
  const float bar = places.bar, width = places.area.size.x, height = places.area.size.y;
  const ImVec2 from = places.area.at;
  const Rect &middle = places.middle(), &lower = places.messages;
  float& left = places.is_narrow ? layout.beside : layout.left;
  float& right = places.is_narrow ? layout.beside : layout.right;
  const float others = places.is_narrow ? 0.25f : 0.15f;
  std::vector<Splitter> bars;
  if (places.has_left_bar)
    bars.push_back({.id = "left",
                    .at = {middle.at.x - bar, from.y},
                    .size = {bar, height},
                    .extent = width,
                    .share = &left,
                    .least = 0.15f,
                    .most = std::max(1 - others - (places.is_narrow ? 0 : right), 0.16f)});
  if (places.has_messages_bar)
    bars.push_back({.id = "messages height",
                    .at = {lower.at.x, lower.at.y - bar},
                    .size = {lower.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .sign = -1,
                    .share = &layout.messages,
                    .least = 0.07f,
                    .most = 0.6f});
  if (places.has_right_bar)
    bars.push_back({.id = "right",
                    .at = {middle.at.x + middle.size.x, from.y},
                    .size = {bar, middle.size.y},
                    .extent = width,
                    .sign = -1,
                    .share = &right,
                    .least = 0.15f,
                    .most = std::max(1 - others - (places.is_narrow ? 0 : left), 0.16f)});
  if (places.has_course_bar)
    bars.push_back({.id = "course height",
                    .at = {from.x, from.y + places.course.size.y},
                    .size = {places.course.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .share = &layout.course,
                    .least = 0.1f,
                    .most = 0.8f});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Splitter& one : bars)
    list.AddRectFilled(one.at, {one.at.x + one.size.x, one.at.y + one.size.y},
                       ui.color().background);
  // Where a pane is folded to a line, a hair line parts it from what is beside it.
  if (!places.has_messages_bar && lower.is_shown())
    list.AddRectFilled({lower.at.x, lower.at.y - 1}, {lower.at.x + lower.size.x, lower.at.y},
                       ui.color().border);
  if (places.course_is_a_line && places.statement.is_shown())
    list.AddRectFilled({from.x, places.statement.at.y - 1},
                       {from.x + places.statement.size.x, places.statement.at.y},
                       ui.color().border);
  for (const Splitter& one : bars) splitter(ui, one);
}

// Where a column is folded away: a press anywhere on the strip brings it back.
void draw_strip(Ui& ui, const Rect& strip, Fold which) {
  if (!strip.is_shown()) return;
  const bool is_left = which == Fold::statement;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{strip.at.x + strip.size.x, strip.at.y + strip.size.y};
  const char* name = is_left ? "unfold left" : "unfold right";
  ImGui::SetCursorScreenPos(strip.at);
  ui.pane = is_left ? Pane::course : Pane::tabs;
  const bool pressed = ImGui::InvisibleButton(name, strip.size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, name);
  tooltip_for_item(ui, is_left ? "Show the course and the statement (Ctrl+B)"
                               : "Show what came of runs (Ctrl+Alt+B)");
  list.AddRectFilled(strip.at, end, hovered ? color.raised : color.background);
  const float icon = ui.px(14);
  draw_icon(list, is_left ? Icon::chevron_right : Icon::chevron_left,
            {strip.at.x + (strip.size.x - icon) / 2, strip.at.y + ui.px(12)}, icon,
            hovered ? color.text : color.dim);
  if (pressed) ui.ask(FoldPane{which});
}

// The panes and the bars between them.
void draw_panes(Ui& ui, LabWindowState& state, Lab& lab, const Rect& area) {
  const Palette& color = ui.color();
  Layout& layout = lab.settings().layout;
  const PanePlaces places = state.places =
      places_of(layout, wish_of(ui, state, lab), area, ui.scale);
  draw_strip(ui, places.left_strip, Fold::statement);
  if (places.course.is_shown())
    pane(ui, state, {Pane::course, "course", places.course, color.panel, kStandsStill},
         [&] { draw_course_list(ui, state.course, lab, places.course_is_a_line); });
  if (places.statement.is_shown())
    pane(ui, state, {Pane::statement, "statement", places.statement, color.panel, kStandsStill},
         [&] { draw_statement(ui, state.statement, lab); });
  const auto draw_text = [&] {
    if (!places.text.is_shown()) state.editor.focused = false;
    else
      pane(ui, state, {Pane::editor, "editor", places.text, color.editor, kStandsStill},
           [&] { draw_editor(ui, state.editor, lab); });
  };
  const auto draw_tabs_pane = [&] {
    if (places.tabs.is_shown())
      pane(ui, state, {Pane::tabs, "tabs", places.tabs, color.panel, kStandsStill},
           [&] { draw_tabs(ui, state, lab, !places.tabs_in_middle); });
  };
  // Tab goes from left to right.
  if (places.tabs_in_middle) draw_tabs_pane();
  draw_text();
  if (!places.tabs_in_middle) draw_tabs_pane();
  draw_strip(ui, places.right_strip, Fold::tabs);
  pane(ui, state, {Pane::messages, "messages", places.messages, color.panel, kStandsStill},
       [&] { draw_messages(ui, state.messages, lab, places.messages_are_a_line); });
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
  // Where one pane stands beside the text: nothing came of it yet, and it wants to be read.
  if (const Work* work = lab.work(); work && !work->outcome && !state.tab_is_fixed)
    state.side = Side::statement;
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

// ---- what was asked for -------------------------------------------------------------------------

// The tab that explains a verdict, so that nobody has to look for the reason.
void show_explanation(LabWindowState& state, const RunOutcome& outcome,
                      const exercise::Exercise& exercise) {
  state.messages.printed = false;
  if (outcome.cancelled) return;
  state.side = Side::tabs;
  // What came of the run is to be seen now.
  if (state.statement.reading == Reading::beside_code || state.places.is_narrow)
    state.statement.reading = Reading::in_column;
  if (state.tab_is_fixed) return;
  const auto& mismatch = outcome.result.mismatch;
  const bool shows_mismatch = mismatch && std::any_of(exercise.views.begin(), exercise.views.end(),
                                                      [&](const exercise::View& view) {
                                                        return view.buffer == mismatch->buffer;
                                                      });
  state.tab = tab_for(explanation_of(outcome.result, shows_mismatch));
}

// The keyboard was given to somebody who does not have it yet.
bool is_handing_on(const LabWindowState& state) {
  const EditorState& editor = state.editor;
  return state.focus_request || state.item_focus.enters || editor.bar.is_opening ||
         editor.focus_request || editor.takes_over;
}

struct Performer {
  Ui& ui;
  LabWindowState& state;
  Lab& lab;

  void operator()(const OpenExercise& action) { lab.open(action.slug); }
  void operator()(const GoToLine& action) {
    if (Work* work = lab.work())
      go_to_line(state.editor, work->document.code(), action.line, action.column);
    // The line is to be seen.
    if (state.statement.reading == Reading::over_code) state.statement.reading = Reading::in_column;
  }
  void operator()(const RunNow& action) { lab.run(action.other_schedules); }
  void operator()(const CancelRun&) { lab.cancel(); }
  void operator()(const SaveFile&) { lab.save(); }
  void operator()(const ShowHint&) {
    // Where the statement was hidden since this exercise was opened, it begins with this hint.
    StatementState& statement = state.statement;
    if (const Work* work = lab.work(); work && statement.slug != lab.entry()->slug) {
      const Reading reading = statement.reading;
      statement = {};
      statement.slug = lab.entry()->slug;
      statement.hints_seen = work->hints_shown;
      statement.reading = reading;
    }
    lab.show_next_hint();
    show_side(Side::statement);
  }
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
  void operator()(const ShowEarlier& action) { lab.show_earlier(action.id, action.title); }
  void operator()(const ShowNewestEarlier&) {
    if (const Attempt* attempt = lab.newest_earlier())
      lab.show_earlier(attempt->id, attempt_time(*attempt));
    else lab.notice(Severity::note, "There is no earlier run of another text.");
  }
  void operator()(const HideEarlier&) { lab.hide_earlier(); }
  void operator()(const ShowVariant& action) { lab.show_variant(action.variant); }
  void operator()(const ShowTab& action) {
    state.tab = action.tab;
    if (!lab.experiment()) show_side(Side::tabs);
  }
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
  void operator()(const ToggleBreakpoint& action) {
    if (Work* work = lab.work()) toggle_line(work->breakpoints, action.line);
  }
  void operator()(const FocusPane& action) {
    if (action.pane == Pane::statement || action.pane == Pane::course) show_side(Side::statement);
    // The kernels of an experiment stand where else the tabs do.
    if (action.pane == (lab.experiment() ? Pane::editor : Pane::tabs)) show_side(Side::tabs);
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
  void operator()(const ResetLayout&) { lab.settings().layout = Layout{}; }
  void operator()(const ReadStatement& action) {
    Reading& reading = state.statement.reading;
    const Reading wanted = action.over_code ? Reading::over_code : Reading::beside_code;
    // Beside the code the keyboard stays where it is: what is read is typed after.
    if (reading == Reading::in_column && action.over_code)
      state.focused = Pane::statement,
      state.focus_request = state.item_focus.enters = Pane::statement;
    else if (reading == Reading::over_code) (*this)(FocusPane{Pane::editor});
    reading = reading == Reading::in_column ? wanted : Reading::in_column;
  }
  void operator()(const WrapLines&) {
    lab.settings().wrap_lines = !lab.settings().wrap_lines;
    state.editor.reveal_caret = true;
  }
  void operator()(const FoldPane& action) {
    Layout& layout = lab.settings().layout;
    switch (action.which) {
      case Fold::statement: return fold(Side::statement, layout.left_folded);
      case Fold::tabs: return fold(Side::tabs, layout.right_folded);
      case Fold::messages: layout.messages_folded = !layout.messages_folded; return;
      case Fold::course: layout.course_folded = !layout.course_folded; return;
    }
  }
  void operator()(const ShowShortcuts&) { state.dialogs.show_shortcuts = true; }
  void operator()(const KeepMine&) { lab.keep_mine(); }
  void operator()(const TakeTheirs&) { lab.take_theirs(); }
  void operator()(const Quit&) {
    if (ui.desktop) ui.desktop->quit();
  }

 private:
  // Whoever asks for what stands in a column gets to see it.
  void show_side(Side side) {
    state.side = side;
    Layout& layout = lab.settings().layout;
    (side == Side::statement ? layout.left_folded : layout.right_folded) = false;
    Reading& reading = state.statement.reading;
    const bool is_hidden = reading == Reading::beside_code || state.places.is_narrow;
    if (side == Side::tabs && is_hidden) reading = Reading::in_column;
  }
  // Away where it is there, and else back.
  void fold(Side side, bool& folded) {
    const PanePlaces& places = state.places;
    const Rect& strip = side == Side::statement ? places.left_strip : places.right_strip;
    if (strip.is_shown()) {
      if (places.is_narrow || side == Side::tabs) state.statement.reading = Reading::in_column;
      return show_side(side);
    }
    if (side == Side::statement) state.statement.reading = Reading::in_column;
    folded = true;
    // The keyboard does not stay in what is not there any more.
    if (state.focused != Pane::editor && !state.editor.focused) (*this)(FocusPane{Pane::editor});
  }
  void report(const std::string& failure) {
    if (!failure.empty()) lab.notice(Severity::warning, failure);
  }
};

}  // namespace

void draw_lab_window(Ui& ui, LabWindowState& state, Lab& lab) {
  const std::vector<Ui::PlacedItem> items = std::exchange(ui.items, {});
  ui.tooltip.clear();
  lab.tick();
  take_turn(ui, state.keys, is_handing_on(state), state.editor.focused);
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
  apply_tab_keys(ui, state, lab);  // before the window's: F9 is a breakpoint in Steps
  apply_global_keys(ui, state, lab);
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
