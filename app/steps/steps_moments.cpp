#include "steps/steps_moments.hpp"

#include <fmt/format.h>

#include "draw/item_rows.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {

std::optional<Moment> draw_moments(Ui& ui, const std::vector<Moment>& moments) {
  std::optional<Moment> pressed;
  if (moments.empty()) return pressed;
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "What went wrong");
  for (size_t i = 0; i < moments.size(); ++i) {
    const Moment& moment = moments[i];
    if (row_button(ui, fmt::format("moment {}", i), Icon::chevron_right, moment.title, i == 0))
      pressed = moment;
    tooltip_for_item(ui, moment.title + ". " + moment.text);
  }
  return pressed;
}

std::optional<Moment> draw_list_of_moments(Ui& ui, const std::vector<Moment>& moments) {
  std::optional<Moment> pressed;
  if (moments.empty()) return pressed;
  ImGui::SetCursorPosX(ui.px(14));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(10), ui.px(6)});
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ui.px(14));
  if (begin_choice(ui, "##moments", fmt::format("What went wrong ({})", moments.size()))) {
    for (size_t i = 0; i < moments.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(moments[i].title.c_str())) pressed = moments[i];
      note_item(ui, fmt::format("moment {}", i));
      tooltip_for_item(ui, moments[i].text);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  } else {
    note_item(ui, "moments");
    tooltip_for_item(ui, "The moments at which something went wrong: choose one to go there");
  }
  ImGui::PopStyleVar();
  return pressed;
}

std::optional<Moment> draw_orders(Ui& ui, const OrdersThread::Snapshot& now) {
  std::optional<Moment> pressed;
  if (!now.answer) {
    if (!now.error.empty()) marked_sentence(ui, Icon::warning, ui.color().warn, now.error);
    else pane_text(ui, ui.fonts.text, ui.color().dim, "Other orders of threads are being tried.");
    return pressed;
  }
  marked_sentence(ui, Icon::info, ui.color().info, lens::sentence(*now.answer));
  bool is_first = true;
  for (const Moment& moment : moments_of(*now.answer)) {
    const char* const id = is_first ? "orders first" : "orders second";
    if (row_button(ui, id, Icon::chevron_right, moment.title, is_first)) pressed = moment;
    tooltip_for_item(ui, moment.text);
    is_first = false;
  }
  return pressed;
}

}  // namespace warplab::app
