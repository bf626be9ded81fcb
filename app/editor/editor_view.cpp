#include "editor/editor_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "draw/widgets.hpp"
#include "editor/editor_keys.hpp"

namespace warplab::app {
namespace {

constexpr float kHeaderHeight = 38;

// Typing that rests so long is looked at: longer than between two keys, shorter than one waits for
// an answer.
constexpr double kTypingRest = 0.6;
// While the compiler works it is asked this often whether it is done.
constexpr double kCheckPause = 0.03;

void show_selection(EditorState& state) { state.reveal_caret = state.center_caret = true; }

void close_bar(EditorState& state) {
  if (state.bar.kind == FindBar::Kind::none) return;
  state.bar.kind = FindBar::Kind::none;
  state.focus_request = true;
}

void follow_typing(Ui& ui, EditorState& state, Lab& lab, const Work& work) {
  const uint64_t version = work.document.code().buffer().version();
  if (state.seen_version != version) {
    state.seen_version = version;
    state.changed_at = ui.now;
    lab.drop_check();
  }
  if (work.compiled_version != version && !lab.runner().is_running()) {
    const double left = state.changed_at + kTypingRest - ui.now;
    if (left <= 0) lab.check_typing();
    else ui.wake_within(left);
  }
  if (lab.is_checking()) ui.wake_within(kCheckPause);
}

void apply_keys(Ui& ui, EditorState& state, CodeText& code, const Builtins& builtins) {
  if (!state.focused) return close_completions(state.completion);
  const float line_height = ui.fonts.code->FontSize * 1.45f;
  const int page =
      std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().y / line_height) - 2);
  for (const InputEvent& event : ui.input) {
    state.explains = false;
    if (take_completion_key(state.completion, code, event)) {
      state.reveal_caret = true;
      continue;
    }
    std::string clipboard;
    const bool pastes = event.is('V', key::kControl);
    if (pastes)
      if (const char* text = ImGui::GetClipboardText()) clipboard = text;
    const std::string before = clipboard;
    const KeyEffect effect = apply_key(event, code, clipboard, page, &state.wrap);
    if (!pastes && clipboard != before) ImGui::SetClipboardText(clipboard.c_str());
    state.last_key = ui.now;
    const bool erases = event.is(key::kBackspace) && state.completion.is_open;
    if (event.key == 0 || erases || effect == KeyEffect::complete)
      find_completions(state.completion, code, builtins, effect == KeyEffect::complete);
    else if (effect != KeyEffect::none) close_completions(state.completion);
    FindBar& bar = state.bar;
    switch (effect) {
      case KeyEffect::none:
      case KeyEffect::complete:
      case KeyEffect::copied: break;
      case KeyEffect::moved: state.reveal_caret = true; break;
      case KeyEffect::open_find: open_bar(bar, code, FindBar::Kind::find); break;
      case KeyEffect::open_replace: open_bar(bar, code, FindBar::Kind::find, true); break;
      case KeyEffect::open_go_to_line: open_bar(bar, code, FindBar::Kind::go_to_line); break;
      case KeyEffect::find_next:
      case KeyEffect::find_previous:
        if (find_next(bar, code, effect == KeyEffect::find_previous)) show_selection(state);
        break;
      case KeyEffect::close: close_bar(state); break;
    }
  }
}

void draw_header(Ui& ui, EditorState& state, Lab& lab, Work& work) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(ui.px(kHeaderHeight));
  const float buttons = ui.px(6 * 28 + 5 * 2 + 8);
  const float middle = at.y + height / 2;
  float x = at.x + ui.px(14);
  draw_icon(list, Icon::file, {x, middle - ui.px(8)}, ui.px(16), color.dim);
  x += ui.px(24);
  const std::string name = lab.exercise()->student_file;
  const float room = at.x + width - buttons - x;
  put_text_cut(list, ui.fonts.strong, {x, middle - ui.fonts.strong->FontSize / 2}, color.text, name,
               room);
  x += std::min(text_width(ui.fonts.strong, name), room) + ui.px(10);
  const std::string_view note = work.document.is_unsaved()        ? "not saved"
                                : !work.document.exists_on_disk() ? "starter"
                                                                  : "saved";
  if (work.document.is_unsaved()) {
    list.AddCircleFilled({x + ui.px(3), middle}, ui.px(3.5f), color.warn);
    x += ui.px(12);
  }
  const float left = at.x + width - buttons - x;
  if (left > ui.px(50))
    put_text_cut(list, ui.fonts.small, {x, middle - ui.fonts.small->FontSize / 2}, color.faint,
                 note, left);

  ImGui::SetCursorScreenPos({at.x + width - buttons, middle - ui.px(14)});
  if (icon_button(ui, "save", Icon::save, "Save (Ctrl+S)", work.document.is_unsaved()))
    ui.ask(SaveFile{});
  ImGui::SameLine(0, ui.px(2));
  const bool finding = state.bar.kind == FindBar::Kind::find;
  if (icon_button(ui, "find", Icon::search, "Find (Ctrl+F)", true, finding)) {
    if (finding) close_bar(state);
    else open_bar(state.bar, work.document.code(), FindBar::Kind::find);
  }
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "history", Icon::history, "Every run so far, and what has changed (F4)"))
    ui.ask(ShowHistory{});
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "code below", Icon::grid, "What the compiler made of it (Ctrl+P)"))
    ui.ask(ShowCode{});
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "external", Icon::external,
                  "Open in my editor (the file is followed from here)"))
    ui.ask(OpenInEditor{});
  ImGui::SameLine(0, ui.px(2));
  if (icon_button(ui, "reset", Icon::reset,
                  "Back to the starter (this text is kept in the history)"))
    ui.ask(AskToReset{});
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height}, color.border);
}

// Both the student and another program changed the file.
void draw_conflict(Ui& ui, const std::string& file) {
  const Palette& color = ui.color();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string text = fmt::format(
      "Another program wrote {} while there were changes here. Which text do you want to keep?",
      file);
  const float inner = width - ui.px(28 + 24);
  const WrappedText question = wrap_words(ui.fonts.text, text, inner);
  const float text_height = question.height;
  const float height =
      std::round(text_height + ui.px(12 + 8 + 12) + ImGui::GetFontSize() + ui.px(14));
  list.AddRectFilled(at, {at.x + width, at.y + height}, color.raised);
  draw_icon(list, Icon::warning, {at.x + ui.px(14), at.y + ui.px(12)}, ui.px(16), color.warn);
  put_text(list, ui.fonts.text, {at.x + ui.px(38), at.y + ui.px(12)}, color.text, question.text);
  ImGui::SetCursorScreenPos({at.x + ui.px(38), at.y + ui.px(12 + 8) + text_height});
  if (labelled_button(ui, "mine", Icon::check, "Keep mine", true)) ui.ask(KeepMine{});
  ImGui::SameLine();
  if (labelled_button(ui, "theirs", Icon::file, "Take the file's")) ui.ask(TakeTheirs{});
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

void draw_bar(Ui& ui, EditorState& state, CodeText& code) {
  const FindBarNews news = draw_find_bar(ui, state.bar, code, state.focused);
  if (news.moved) show_selection(state);
  if (news.go_to) go_to_line(state, code, *news.go_to, 0);
  if (news.closed) close_bar(state);
}

}  // namespace

void go_to_line(EditorState& state, CodeText& code, int line, int column) {
  Position at{line - 1, std::max(column - 1, 0)};
  if (column <= 0) {
    const std::string& text = code.buffer().line(code.buffer().clamp(at).line);
    at.column = static_cast<int>(std::min(text.find_first_not_of(" \t"), text.size()));
  }
  code.place(at);
  state.focus_request = state.reveal_caret = state.center_caret = true;
}

void draw_editor(Ui& ui, EditorState& state, Lab& lab) {
  Work* work = lab.work();
  if (!work) {
    state.focused = false;
    const CourseEntry* entry = lab.entry();
    if (!entry)
      empty_pane(ui, Icon::file, "No exercise is open", "Choose one from the list on the left.");
    else
      empty_pane(ui, Icon::error, "This exercise cannot be opened",
                 entry->error.empty() ? "Its student's file cannot be read." : entry->error);
    return;
  }
  if (state.slug != lab.entry()->slug) {
    const bool focus = state.focus_request || state.focused;
    state = EditorState{};
    state.slug = lab.entry()->slug;
    state.focus_request = focus;
    state.reveal_caret = true;
  }
  state.wraps = lab.settings().wrap_lines;
  CodeText& code = work->document.code();
  apply_keys(ui, state, code, lab.builtins());
  follow_typing(ui, state, lab, *work);
  draw_header(ui, state, lab, *work);
  if (work->document.has_conflict()) draw_conflict(ui, lab.exercise()->student_file);
  if (state.bar.kind != FindBar::Kind::none) draw_bar(ui, state, code);
  draw_editor_text(ui, state, *work, lab.builtins());
}

}  // namespace warplab::app
