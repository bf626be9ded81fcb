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

void perform(Ui& ui, LabWindowState& state, Lab& lab, const Action& action) {
  std::visit(Performer{ui, state, lab}, action);
}

}  // namespace warplab::app
