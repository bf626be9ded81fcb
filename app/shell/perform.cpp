#include "shell/perform.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace warplab::app {
namespace {

struct Performer {
  Ui& ui;
  LabWindowState& state;
  Lab& lab;

  void operator()(const OpenExercise& action) {
    lab.open(action.slug);
    lab.settings().layout.course_folded = true;  // one has been chosen
  }
  void operator()(const GoToLine& action) {
    if (Work* work = lab.work())
      go_to_line(state.editor, work->document.code(), action.line, action.column);
  }
  void operator()(const RunNow& action) { lab.run(action.other_schedules); }
  void operator()(const CancelRun&) { lab.cancel(); }
  void operator()(const SaveFile&) { lab.save(); }
  void operator()(const ShowHint&) {
    lab.show_next_hint();
    // A run that failed has it in its card, which is in sight.
    const Work* const work = lab.work();
    if (work && work->outcome && state.places.tabs.is_shown() && state.tab == Tab::result) return;
    // Where the statement was hidden since this exercise was opened, it begins with this hint.
    StatementState& statement = state.statement;
    if (work && statement.slug != lab.entry()->slug) {
      statement = {};
      statement.slug = lab.entry()->slug;
      statement.hints_seen = work->hints_shown - 1;
    }
    show_statement();
  }
  void operator()(const AskToReset&) { state.dialogs.ask_reset = true; }
  void operator()(const ResetToStarter&) { lab.reset_to_starter(); }
  void operator()(const OpenInEditor&) {
    if (!lab.work() || !ui.desktop) return;
    lab.save();
    report(ui.desktop->open_in_editor(lab.work()->document.files().target));
  }
  void operator()(const OpenProgram& action) {
    ProgramDialogState& program = state.dialogs.program;
    program.open = true;
    program.run = !action.file.empty();
    if (program.run) program.file = action.file;
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
    if (!lab.experiment()) show_tabs();
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
    if (action.pane == Pane::statement || action.pane == Pane::course) show_statement();
    // The kernels of an experiment stand where else the tabs do.
    if (action.pane == (lab.experiment() ? Pane::editor : Pane::tabs)) show_tabs();
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
  // The keyboard stays where it is: what is read is typed after.
  void operator()(const ReadStatement&) {
    if (reads(lab)) show_tabs();
    else show_statement(), set_reads(lab, true);
  }
  void operator()(const ShowCode&) {
    state.shows_code = !state.shows_code;
    if (!state.shows_code && state.focused == Pane::code) (*this)(FocusPane{Pane::editor});
  }
  void operator()(const ShowHistory&) { state.dialogs.show_history = true; }
  void operator()(const WrapLines&) {
    lab.settings().wrap_lines = !lab.settings().wrap_lines;
    state.editor.reveal_caret = true;
  }
  void operator()(const FoldPane& action) {
    Layout& layout = lab.settings().layout;
    switch (action.which) {
      case Fold::statement:
        return state.places.left_strip.is_shown() ? show_statement() : fold(layout.left_folded);
      case Fold::tabs:
        return state.places.right_strip.is_shown() ? show_tabs() : fold(layout.right_folded);
      case Fold::course:
        if (state.places.left_strip.is_shown()) show_statement();
        layout.course_folded = !layout.course_folded;
        // The list has the keyboard once it is there, so that it is walked through at once.
        if (!layout.course_folded) ui.ask(FocusPane{Pane::course});
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
  void show_statement() {
    lab.settings().layout.left_folded = false;
    if (state.places.is_narrow) set_reads(lab, true);
  }
  void show_tabs() {
    lab.settings().layout.right_folded = false;
    if (reads(lab)) set_reads(lab, false);
  }
  void fold(bool& folded) {
    folded = true;
    // The keyboard does not stay in what is not there any more.
    if (state.focused != Pane::editor && !state.editor.focused) (*this)(FocusPane{Pane::editor});
  }
  void report(const std::string& failure) {
    if (!failure.empty()) lab.notice(Severity::warning, failure);
  }
};

}  // namespace

void perform(Ui& ui, LabWindowState& state, Lab& lab, const Action& action) {
  std::visit(Performer{ui, state, lab}, action);
}

}  // namespace warplab::app
