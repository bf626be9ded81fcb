#include "views/dialogs.hpp"

#include <fmt/format.h>

#include "views/tabs.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

constexpr const char* kReset = "Back to the starter?";
constexpr const char* kShortcuts = "Keys";

struct Shortcut {
  const char* keys;
  const char* what;
};
constexpr Shortcut kKeys[] = {
    {"F5", "Save and run"},
    {"Shift+F5", "Run, and in three other orders too"},
    {"Esc", "Cancel the run"},
    {"Ctrl+S", "Save"},
    {"F8, Shift+F8", "Next, previous message"},
    {"F6, Shift+F6", "Next, previous pane"},
    {"Tab, arrows, Enter", "Outside the text: from item to item, press"},
    {"F9", "After a run that passed: the next exercise"},
    {"Alt+Page Up, Down", "Previous, next exercise"},
    {"F2", "Read the statement beside the code, and back"},
    {"Shift+F2", "Read it in the editor's place, and back"},
    {"Ctrl+B", "Fold the course and the statement away"},
    {"Ctrl+Alt+B", "Fold what came of runs away"},
    {"Ctrl+J", "Fold the messages away"},
    {"Ctrl+Shift+B", "Fold the list of the course away"},
    {"Ctrl+Shift+H", "Next hint"},
    {"Ctrl+F, F3", "Find, find next"},
    {"Ctrl+G", "Go to a line"},
    {"Ctrl+/ or Ctrl+K", "Comment lines, or uncomment"},
    {"Tab, Shift+Tab", "Indent, outdent"},
    {"Alt+Up, Alt+Down", "Move lines (in the output: the picture)"},
    {"Ctrl+Z, Ctrl+Y", "Undo, redo"},
    {"+, -, 0", "In the output: larger, smaller, all"},
    {"Space, S, R", "In Live: play or pause, one launch, begin again"},
    {"Arrows", "In a chart: read or draw values"},
    {"Ctrl++, Ctrl+-, Ctrl+0", "Text larger, smaller, ordinary"},
    {"F1", "This list"},
    {"Ctrl+Q", "Quit"},
};

bool begin_dialog(Ui& ui, const char* title, float width) {
  ImGui::SetNextWindowSize({ui.px(width), 0});
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, size.y * 0.45f}, ImGuiCond_Always, {0.5f, 0.5f});
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

void draw_shortcuts(Ui& ui) {
  if (!begin_dialog(ui, kShortcuts, 520)) return;
  if (ImGui::BeginTable("keys", 2)) {
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, ui.px(190));
    const auto draw = [&](const std::string& keys, const std::string& what) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      text_line(ui, ui.fonts.code_small, ui.color().link, keys);
      ImGui::TableNextColumn();
      text_line(ui, ui.fonts.text, ui.color().text, what);
    };
    for (const Shortcut& row : kKeys) draw(row.keys, row.what);
    draw(keys_of_tabs(), names_of_tabs());
    ImGui::EndTable();
  }
  ImGui::Dummy({1, ui.px(8)});
  if (labelled_button(ui, "close", Icon::close, "Close") || escape_pressed(ui))
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace

void draw_dialogs(Ui& ui, DialogsState& state, const Lab& lab) {
  if (state.ask_reset) ImGui::OpenPopup(kReset);
  if (state.show_shortcuts) ImGui::OpenPopup(kShortcuts);
  state = {};
  draw_reset(ui, lab);
  draw_shortcuts(ui);
}

}  // namespace warplab::app
