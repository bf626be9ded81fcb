#include "shell/dialogs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "draw/widgets.hpp"
#include "shell/tabs.hpp"

namespace warplab::app {
namespace {

constexpr const char* kReset = "Back to the starter?";
constexpr const char* kShortcuts = "Keys";
constexpr const char* kHistory = "History";

struct Shortcut {
  const char* keys;
  const char* what;
};
constexpr Shortcut kKeys[] = {
    {"F5", "Save and run"},
    {"Shift+F5", "Run, and in three other orders too"},
    {"Esc", "Cancel the run; back to the text"},
    {"Ctrl+S", "Save"},
    {"F8, Shift+F8", "Next, previous finding"},
    {"F6, Shift+F6", "Next, previous pane"},
    {"Tab, arrows, Enter", "Outside the text: go from item to item, and press it"},
    {"Alt+Z", "Wrap long lines of code, and back"},
    {"F9", "After a run that passed: the next exercise"},
    {"Alt+Page Up, Down", "Previous, next exercise"},
    {"F2", "The statement, or what came of the run"},
    {"F4", "Every run so far; compare two, restore one"},
    {"Ctrl+P", "What the compiler made of the text, and away"},
    {"Ctrl+B", "Fold the course and the statement away"},
    {"Ctrl+Alt+B", "Fold what came of runs away"},
    {"Ctrl+Shift+B", "The list of the course, and away"},
    {"Ctrl+Shift+H", "Next hint"},
    {"Ctrl++, Ctrl+-, Ctrl+0", "Text larger, smaller, ordinary"},
    {"F1", "This list"},
    {"Ctrl+Q", "Quit"},
};
// While the tab has the keyboard: after a click into it, or F6.
constexpr Shortcut kTabKeys[] = {
    {"Alt+Up, Alt+Down", "Result: the next picture, the previous one"},
    {"+, -, 0", "Result: larger, smaller, all of it"},
    {"Arrows, Enter", "Result: an element, and the thread that wrote it"},
    {"E", "Result: an earlier run beside the last one, and away"},
    {"W, B, I, A, L", "Memory: the next warp, block, iteration, access, line"},
    {"M", "Memory: the worst access of the line"},
    {"P, held", "Memory: the same place in the previous run"},
    {"F10, F11", "Steps: the next line, the next instruction; with Shift back"},
    {"F9", "Steps: a breakpoint on this line, with Shift for this thread"},
    {"C, B, R", "Steps: on to a breakpoint, a barrier, the caret; with Shift back"},
    {"W, L", "Steps: the next warp, lane"},
    {"Space, S, R", "Live: play or pause, one launch, begin again"},
    {"Arrows", "A chart: read its values, or draw them"},
};
// In the text, as in VS Code on Linux.
constexpr Shortcut kTextKeys[] = {
    {"Ctrl+Space", "List the names that fit; Tab or Enter takes one"},
    {"Ctrl+F, F3, Shift+F3", "Find, find the next, find the previous one"},
    {"Ctrl+H", "Replace"},
    {"Ctrl+G", "Go to a line"},
    {"Ctrl+D", "Select the word, then its next occurrence, too"},
    {"Ctrl+Shift+L", "Select all its occurrences"},
    {"Shift+Alt+arrows", "Select columns (also dragged with Shift+Alt)"},
    {"Alt+click", "One more caret"},
    {"Ctrl+/ or Ctrl+K", "Comment lines, or uncomment"},
    {"Tab, Shift+Tab", "Indent, outdent (also Ctrl+], Ctrl+[)"},
    {"Alt+Up, Alt+Down", "Move lines"},
    {"Ctrl+Shift+D", "Duplicate lines (also Ctrl+Shift+Alt+Down)"},
    {"Ctrl+Shift+K", "Delete lines"},
    {"Ctrl+L", "Select the line"},
    {"Ctrl+Enter", "A new line below, with Shift above"},
    {"Ctrl+Shift+\\", "Go to the bracket that belongs to this one"},
    {"Ctrl+Z, Ctrl+Y", "Undo, redo"},
    {"Ctrl+F9", "A breakpoint on the caret's line (or press its number)"},
};

bool begin_dialog(Ui& ui, const char* title, float width) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSize({std::min(ui.px(width), size.x - ui.px(16)), 0});
  // What is taller than the window scrolls.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x, size.y - ui.px(16)});
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(22), ui.px(18)});
  const bool open = ImGui::BeginPopupModal(
      title, nullptr,
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleVar();
  if (!open) return false;
  text_line(ui, ui.fonts.heading, ui.color().text, title);
  ImGui::Dummy({1, ui.px(6)});
  return true;
}

bool escape_pressed(const Ui& ui) {
  for (const InputEvent& event : ui.input)
    if (event.is(key::kEscape)) return true;
  return false;
}

void draw_reset(Ui& ui, const Lab& lab) {
  if (!begin_dialog(ui, kReset, 430)) return;
  text_wrapped(
      ui, ui.fonts.text, ui.color().text,
      fmt::format("{} becomes what the exercise gave you. The text that is there now goes to the "
                  "history, from which it can be restored.",
                  lab.exercise() ? lab.exercise()->student_file : "The file"));
  ImGui::Dummy({1, ui.px(10)});
  if (labelled_button(ui, "yes", Icon::reset, "Back to the starter", true)) {
    ui.ask(ResetToStarter{});
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (labelled_button(ui, "no", Icon::close, "Keep my text") || escape_pressed(ui))
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void draw_shortcut(Ui& ui, const std::string& keys, const std::string& what) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_line(ui, ui.fonts.code_small, ui.color().link, keys);
  note_item(ui, "keys " + keys, 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::TableNextColumn();
  text_wrapped(ui, ui.fonts.text, ui.color().text, what);
}

bool begin_keys(Ui& ui, const char* id, const char* title) {
  text_line(ui, ui.fonts.strong, ui.color().dim, title);
  if (!ImGui::BeginTable(id, 2)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ui.px(150));
  return true;
}

// One of the lists that stand side by side.
template <class Rows>
void draw_keys(Ui& ui, const char* id, const char* title, const Rows& rows) {
  if (!begin_keys(ui, id, title)) return;
  for (const Shortcut& row : rows) draw_shortcut(ui, row.keys, row.what);
  ImGui::EndTable();
}

// Each tab beside its own key: the keys do not follow the order in which the tabs stand.
void draw_keys_of_tabs(Ui& ui) {
  if (!begin_keys(ui, "keys of tabs", "To a tab")) return;
  for (const TabRow& row : tabs()) draw_shortcut(ui, key_of(row), title_of(row));
  ImGui::EndTable();
}

void draw_shortcuts(Ui& ui) {
  constexpr float kThreeColumns = 1300, kTwoColumns = 980;  // units
  const bool has_three = ImGui::GetIO().DisplaySize.x >= ui.px(kThreeColumns + 16);
  if (!begin_dialog(ui, kShortcuts, has_three ? kThreeColumns : kTwoColumns)) return;
  // Above the list: what has the keyboard is brought into sight, and the list begins at its top.
  const float top = ImGui::GetCursorPosY();
  const float width = labelled_button_width(ui, "Close");
  ImGui::SetCursorPos({ImGui::GetWindowContentRegionMax().x - width, ui.px(14)});
  if (labelled_button(ui, "close", Icon::close, "Close") || escape_pressed(ui))
    ImGui::CloseCurrentPopup();
  ImGui::SetCursorPosY(std::max(top, ImGui::GetCursorPosY()));
  if (ImGui::BeginTable("lists", has_three ? 3 : 2)) {
    ImGui::TableNextColumn();
    const auto gap = [&] { ImGui::Dummy({1, ui.px(10)}); };
    draw_keys(ui, "keys", "Everywhere", kKeys);
    if (!has_three) {
      gap();
      draw_keys_of_tabs(ui);
    }
    ImGui::TableNextColumn();
    draw_keys(ui, "text keys", "In the text, as in VS Code", kTextKeys);
    if (has_three) {
      ImGui::TableNextColumn();
      draw_keys_of_tabs(ui);
    }
    gap();
    draw_keys(ui, "tab keys", "In a tab that has the keyboard", kTabKeys);
    ImGui::EndTable();
  }
  ImGui::Dummy({1, ImGui::GetFontSize()});
  note_item(ui, "end of the keys", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::EndPopup();
}

// As wide as the window: two texts stand side by side in it.
void draw_history_dialog(Ui& ui, HistoryState& state, Lab& lab) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSize({size.x - ui.px(48), size.y - ui.px(48)});
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool open =
      ImGui::BeginPopupModal(kHistory, nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  if (!open) return;
  if (draw_history(ui, state, lab) || escape_pressed(ui)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace

void draw_dialogs(Ui& ui, DialogsState& state, Lab& lab) {
  if (std::exchange(state.ask_reset, false)) ImGui::OpenPopup(kReset);
  if (std::exchange(state.show_shortcuts, false)) ImGui::OpenPopup(kShortcuts);
  if (std::exchange(state.show_history, false)) ImGui::OpenPopup(kHistory);
  draw_reset(ui, lab);
  draw_shortcuts(ui);
  draw_history_dialog(ui, state.history, lab);
  draw_program_dialog(ui, state.program);
}

}  // namespace warplab::app
