#include "shell/program_dialog.hpp"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

constexpr const char* kTitle = "A whole program";

void start(ProgramDialogState& state) {
  if (!state.runs)
    state.runs = std::make_unique<ProgramRuns>(
        [grader = state.grader] {
          return std::unique_ptr<ProgramRuns::Machine>(make_program_machine(grader));
        },
        ProgramRuns::Manner{true, "The program could not be run"});
  state.runs->ask({state.file});
}

// A text that scrolls, with a heading.
void text_box(Ui& ui, const char* title, const std::string& text, float height) {
  text_line(ui, ui.fonts.strong, ui.color().dim, title);
  ImGui::BeginChild(title, {0, height}, true, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(ui.fonts.code_small);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopFont();
  ImGui::EndChild();
  note_item(ui, title, 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void draw_answer(Ui& ui, const ProgramRuns& runs) {
  const ProgramRuns::Snapshot now = runs.snapshot();
  if (now.working) ui.wake_within(0.1);
  if (!now.error.empty()) return text_wrapped(ui, ui.fonts.text, ui.color().text, now.error);
  if (!now.answer || now.is_old)
    return text_wrapped(ui, ui.fonts.text, ui.color().dim, "It is compiled and run.");
  const float room = ImGui::GetContentRegionAvail().y - ui.px(60);
  text_box(ui, "What it prints", now.answer->output, room * 0.4f);
  const char* const meanwhile = now.answer->has_ended ? "" : "It runs.";
  text_box(ui, "What is found in it", now.answer->report.empty() ? meanwhile : now.answer->report,
           room * 0.6f);
}

}  // namespace

void draw_program_dialog(Ui& ui, ProgramDialogState& state) {
  if (std::exchange(state.open, false)) ImGui::OpenPopup(kTitle);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSize({size.x - ui.px(48), size.y - ui.px(48)});
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(
          kTitle, nullptr,
          ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize))
    return;
  text_line(ui, ui.fonts.heading, ui.color().text, kTitle);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ui.px(260));
  const bool entered = ImGui::InputTextWithHint("##file", "a .cu file", &state.file,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  note_item(ui, "program file").is_field = true;
  ImGui::SameLine();
  const bool pressed = labelled_button(ui, "run program", Icon::play, "Run", true);
  ImGui::SameLine();
  const bool closed = labelled_button(ui, "close program", Icon::close, "Close");
  if ((entered || pressed || std::exchange(state.run, false)) && !state.file.empty()) start(state);
  if (state.runs) draw_answer(ui, *state.runs);
  const bool escaped =
      std::ranges::any_of(ui.input, [](const InputEvent& event) { return event.is(key::kEscape); });
  if (closed || escaped) {
    if (state.runs) state.runs->cancel();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace warplab::app
