#include "views/editor.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>

#include "views/editor_keys.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

constexpr float kHeaderHeight = 38, kBarHeight = 40;

void find_next(EditorState& state, CodeText& code, bool backward) {
  const Range selection = code.selection();
  const Position from = backward ? selection.begin : selection.end;
  const auto found = code.find(state.needle, from, backward, state.match_case);
  state.not_found = !found && !state.needle.empty();
  if (!found) return;
  code.select(found->begin, found->end);
  state.reveal_caret = state.center_caret = true;
}

void open_bar(EditorState& state, const CodeText& code, EditorState::Bar bar) {
  state.bar = bar;
  state.bar_focus = true;
  state.not_found = false;
  const std::string chosen = code.selected_text();
  if (bar == EditorState::Bar::find && !chosen.empty() && chosen.find('\n') == std::string::npos)
    state.needle = chosen;
  if (bar == EditorState::Bar::go_to_line) state.line_wanted.clear();
}

void close_bar(EditorState& state) {
  if (state.bar == EditorState::Bar::none) return;
  state.bar = EditorState::Bar::none;
  state.focus_request = true;
}

void apply_keys(Ui& ui, EditorState& state, CodeText& code) {
  if (!state.focused) return;
  const float line_height = ui.fonts.code->FontSize * 1.45f;
  const int page =
      std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().y / line_height) - 2);
  for (const InputEvent& event : ui.input) {
    std::string clipboard;
    const bool pastes = event.is('V', key::kControl);
    if (pastes)
      if (const char* text = ImGui::GetClipboardText()) clipboard = text;
    const std::string before = clipboard;
    const KeyEffect effect = apply_key(event, code, clipboard, page);
    if (!pastes && clipboard != before) ImGui::SetClipboardText(clipboard.c_str());
    state.last_key = ui.now;
    switch (effect) {
      case KeyEffect::none:
      case KeyEffect::copied: break;
      case KeyEffect::moved: state.reveal_caret = true; break;
      case KeyEffect::open_find: open_bar(state, code, EditorState::Bar::find); break;
      case KeyEffect::open_go_to_line: open_bar(state, code, EditorState::Bar::go_to_line); break;
      case KeyEffect::find_next: find_next(state, code, false); break;
      case KeyEffect::find_previous: find_next(state, code, true); break;
      case KeyEffect::close: close_bar(state); break;
    }
  }
}

void draw_header(Ui& ui, EditorState& state, Lab& lab, Work& work) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(ui.px(kHeaderHeight));
  const float buttons = ui.px(4 * 28 + 3 * 2 + 8);
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
  const bool finding = state.bar == EditorState::Bar::find;
  if (icon_button(ui, "find", Icon::search, "Find (Ctrl+F)", true, finding)) {
    if (finding) close_bar(state);
    else open_bar(state, work.document.code(), EditorState::Bar::find);
  }
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
      "Another program wrote {} while there were changes here. Which text stays?", file);
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

// The field that was drawn last takes what is typed, from the next frame on.
// (SetKeyboardFocusHere() does so by way of ImGui's own Tab order, which is not used here; its
// rules depend on the version.)
void start_typing_here() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavNextActivateId = context.LastItemData.ID;
  context.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

void draw_find_fields(Ui& ui, EditorState& state, CodeText& code, bool enter, bool enter_back) {
  ImGui::SetNextItemWidth(std::max(ui.px(90), ImGui::GetContentRegionAvail().x - ui.px(220)));
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  const bool changed = ImGui::InputTextWithHint("##needle", "Find", &state.needle);
  ImGui::PopAllowKeyboardFocus();
  if (state.bar_focus) start_typing_here();
  note_item(ui, "needle").is_field = true;
  if (changed) {
    state.not_found = false;
    const Position from = code.selection().begin;
    if (const auto found = code.find(state.needle, from, false, state.match_case)) {
      code.select(found->begin, found->end);
      state.reveal_caret = state.center_caret = true;
    } else {
      state.not_found = !state.needle.empty();
    }
  }
  if (enter || enter_back) {
    find_next(state, code, enter_back);
    state.bar_focus = true;
  }
  ImGui::SameLine(0, ui.px(6));
  if (segment(ui, "case", "Aa", state.match_case)) state.match_case = !state.match_case;
  tooltip_for_item(ui, state.match_case ? "Upper and lower case are told apart"
                                        : "Upper and lower case are the same");
  ImGui::SameLine(0, ui.px(6));
  text_line(ui, ui.fonts.small, state.not_found ? ui.color().fail : ui.color().faint,
            state.not_found ? "nothing found" : "Enter: next", ui.px(92));
}

void draw_go_to_field(Ui& ui, EditorState& state, CodeText& code, bool enter) {
  ImGui::SetNextItemWidth(ui.px(140));
  ImGui::InputTextWithHint("##line", fmt::format("1 \u2026 {}", code.buffer().line_count()).c_str(),
                           &state.line_wanted, ImGuiInputTextFlags_CharsDecimal);
  if (state.bar_focus) start_typing_here();
  note_item(ui, "line wanted").is_field = true;
  ImGui::SameLine(0, ui.px(8));
  text_line(ui, ui.fonts.small, ui.color().faint, "Enter: go to line");
  if (!enter) return;
  int line = 0;
  std::from_chars(state.line_wanted.data(), state.line_wanted.data() + state.line_wanted.size(),
                  line);
  if (line > 0) go_to_line(state, code, line, 0);
  close_bar(state);
}

void draw_bar(Ui& ui, EditorState& state, CodeText& code) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(ui.px(kBarHeight));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, ui.color().panel);
  bool enter = false, enter_back = false, escape = false;
  if (!state.focused) {
    for (const InputEvent& event : ui.input) {
      enter |= event.is(key::kEnter) || event.is(key::kKeypadEnter) || event.is(key::kF3);
      enter_back |= event.is(key::kEnter, key::kShift) || event.is(key::kF3, key::kShift);
      escape |= event.is(key::kEscape);
    }
  }
  ImGui::SetCursorScreenPos({at.x + ui.px(12), at.y + (height - ImGui::GetFrameHeight()) / 2});
  const bool focus = state.bar_focus;
  if (state.bar == EditorState::Bar::find) draw_find_fields(ui, state, code, enter, enter_back);
  else draw_go_to_field(ui, state, code, enter);
  if (focus && !enter && !enter_back) state.bar_focus = false;
  ImGui::SetCursorScreenPos({at.x + width - ui.px(36), at.y + (height - ui.px(28)) / 2});
  if (icon_button(ui, "close", Icon::close, "Close (Esc)") || escape) close_bar(state);
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height}, ui.color().border);
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
                 entry->error.empty() ? "Its student's file cannot be read; the messages say why."
                                      : entry->error);
    return;
  }
  if (state.slug != lab.entry()->slug) {
    const bool focus = state.focus_request || state.focused;
    state = EditorState{};
    state.slug = lab.entry()->slug;
    state.focus_request = focus;
    state.reveal_caret = true;
  }
  CodeText& code = work->document.code();
  apply_keys(ui, state, code);
  draw_header(ui, state, lab, *work);
  if (work->document.has_conflict()) draw_conflict(ui, lab.exercise()->student_file);
  if (state.bar != EditorState::Bar::none) draw_bar(ui, state, code);
  draw_editor_text(ui, state, *work);
}

}  // namespace warplab::app
