#include "time/gpus_asked.hpp"

#include <imgui.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

std::string text_of(const AnswerStanding& now, const StandingWords& words) {
  if (now.working) return (now.is_old ? std::string("Old, ") + words.anew + ": " : "") + now.doing;
  if (!now.cancelled) return words.at_rest;
  return now.has_answer ? std::string("Cancelled: ") + words.cancelled : "Cancelled";
}

}  // namespace

void draw_gpu_choice(Ui& ui, Lab& lab, const GpuModels& gpus, const model::Gpu& current,
                     const GpuChoice& choice) {
  ImGui::SetCursorPosX(ui.px(14));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(10), ui.px(6)});
  const float room = std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(60));
  ImGui::SetNextItemWidth(std::min(room, choice.most_width));
  if (begin_choice(ui, (std::string("##") + choice.name).c_str(), current.name)) {
    for (const model::Gpu& gpu : gpus.gpus) {
      if (ImGui::Selectable(gpu.name.c_str(), gpu.name == current.name))
        lab.settings().model_gpu = gpu.name;
      note_item(ui, "model of " + gpu.name);
    }
    ImGui::EndCombo();
  } else {
    note_item(ui, choice.name);
    tooltip_for_item(ui, choice.about);
  }
  ImGui::PopStyleVar();
}

StandingPressed draw_standing(Ui& ui, const AnswerStanding& now, const StandingWords& words) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = ui.px(14), width = ImGui::GetContentRegionAvail().x - 2 * left;
  const float height = ImGui::GetFontSize() + ui.px(11);
  const char* const label = now.working ? "Cancel" : words.again;
  const bool has_button = now.working || now.cancelled || now.failed;
  const float button = has_button ? text_width(ui.fonts.text, label) + ui.px(28) : 0;
  const bool warns = now.cancelled || (now.working && now.is_old);
  put_text_cut(list, small, {at.x + left, at.y + ui.px(4)},
               warns ? ui.color().warn : ui.color().dim, text_of(now, words), width - button);
  if (now.working) {
    const float y = at.y + ui.px(7) + small->FontSize, bar = width - button;
    const float done = bar * static_cast<float>(now.fraction);
    list.AddRectFilled({at.x + left, y}, {at.x + left + bar, y + ui.px(3)}, ui.color().raised);
    list.AddRectFilled({at.x + left, y}, {at.x + left + done, y + ui.px(3)}, ui.color().link);
    ui.wake_within(kWorkFrameTime);
  }
  auto pressed = StandingPressed::nothing;
  if (has_button) {
    ImGui::SetCursorScreenPos({at.x + left + width - button + ui.px(8), at.y});
    if (segment(ui, now.working ? words.cancel_name : words.again_name, label, false))
      pressed = now.working ? StandingPressed::cancel : StandingPressed::again;
  }
  ImGui::SetCursorScreenPos({at.x, at.y});
  ImGui::Dummy({1, height});
  return pressed;
}

}  // namespace warplab::app
