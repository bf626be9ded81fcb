#include "draw/item_focus.hpp"

#include <imgui_internal.h>

#include <algorithm>

namespace warplab::app {
namespace {

using Item = Ui::PlacedItem;
using Items = std::vector<Item>;

constexpr float kScrollLines = 3;

const Item* find(const Items& items, ImGuiID id) {
  const auto at =
      std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.id == id; });
  return id == 0 || at == items.end() ? nullptr : &*at;
}

// Only what can be pressed now: of a question that is open, its buttons alone.
Items reachable(const Items& items) {
  const ImGuiWindow* modal = ImGui::GetTopMostPopupModal();
  Items chosen;
  for (const Item& item : items)
    if (item.id && (!modal || item.window == modal)) chosen.push_back(item);
  return chosen;
}

void take(Ui& ui, ItemFocus& focus, const Item& item) {
  focus.id = item.id;
  focus.is_shown = true;
  if (item.is_text) {  // the editor's own keys begin
    focus.is_shown = false;
    return ui.ask(FocusPane{Pane::editor});
  }
  ImGui::FocusWindow(item.window);
  ImGui::ScrollToRect(item.window, ImRect(item.min, item.max), ImGuiScrollFlags_KeepVisibleEdgeY);
}

void step(Ui& ui, ItemFocus& focus, const Items& items, int direction, std::optional<Pane> within) {
  Items candidates;
  for (const Item& item : items)
    if (!within || (item.pane == *within && !item.takes_arrows && !item.is_text))
      candidates.push_back(item);
  if (candidates.empty()) return;
  const Item* here = find(candidates, focus.id);
  const int count = static_cast<int>(candidates.size());
  int index = here            ? static_cast<int>(here - candidates.data()) + direction
              : direction > 0 ? 0
                              : count - 1;
  if (within) index = std::clamp(index, 0, count - 1);
  else index = (index + count) % count;
  take(ui, focus, candidates[static_cast<size_t>(index)]);
}

// A question or list that lies above the panes, or else the pane.
void scroll(const Ui& ui, Pane pane, int key) {
  ImGuiWindow* modal = ImGui::GetTopMostPopupModal();
  ImGuiWindow* window = modal ? modal : ui.scrolling[static_cast<size_t>(pane)];
  if (!window) return;
  const float page = window->InnerRect.GetHeight() * 0.9f, line = ui.px(24) * kScrollLines;
  float to = window->Scroll.y;
  if (key == key::kPageDown) to += page;
  if (key == key::kPageUp) to -= page;
  if (key == key::kDown) to += line;
  if (key == key::kUp) to -= line;
  if (key == key::kHome) to = 0;
  if (key == key::kEnd) to = window->ScrollMax.y;
  ImGui::SetScrollY(window, std::clamp(to, 0.0f, window->ScrollMax.y));
}

// Returns whether the event was for an item or its pane.
bool apply(Ui& ui, ItemFocus& focus, const Items& items, Pane pane, const InputEvent& event) {
  using namespace key;
  const Item* here = find(items, focus.id);
  if (event.is(kTab) || event.is(kTab, kShift)) {
    step(ui, focus, items, event.modifiers ? -1 : 1, std::nullopt);
    return true;
  }
  if (event.modifiers) return false;
  if (event.is(kPageUp) || event.is(kPageDown) || event.is(kHome) || event.is(kEnd)) {
    scroll(ui, pane, event.key);
    return true;
  }
  if (event.key >= kRight && event.key <= kUp) {
    if (here && here->takes_arrows) {
      const float x = event.is(kRight) ? 1.0f : event.is(kLeft) ? -1.0f : 0.0f;
      const float y = event.is(kDown) ? 1.0f : event.is(kUp) ? -1.0f : 0.0f;
      ui.nudge = {here->id, x, y};
      return true;
    }
    // A text is read, a list is walked through.
    const bool reads = ImGui::GetTopMostPopupModal() ? items.size() == 1 : pane == Pane::statement;
    if (reads && (event.is(kUp) || event.is(kDown))) scroll(ui, pane, event.key);
    else
      step(ui, focus, items, event.is(kRight) || event.is(kDown) ? 1 : -1,
           here ? here->pane : pane);
    return true;
  }
  if (here && (event.is(kEnter) || event.is(kKeypadEnter) || event.is(' '))) {
    ui.activated = here->id;
    // As ImGui::ActivateItem() does, whose name depends on the version.
    ImGuiContext& context = *ImGui::GetCurrentContext();
    context.NavNextActivateId = here->id;
    context.NavNextActivateFlags =
        here->is_field ? ImGuiActivateFlags_PreferInput : ImGuiActivateFlags_None;
    return true;
  }
  return false;
}

}  // namespace

void move_item_focus(Ui& ui, ItemFocus& focus, const Items& all, Pane pane,
                     std::string_view preferred, bool in_text) {
  ui.activated = 0;
  ui.nudge = {};
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const Items items = reachable(all);
  const bool in_modal = ImGui::GetTopMostPopupModal() != nullptr;
  // Lists and menus that drop down have ImGui's own keys.
  if (!in_modal &&
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return;
  if (ImGui::IsMouseClicked(0)) {
    focus.is_shown = false;
    focus.id = 0;
    for (const Item& item : items)
      if (context.IO.MousePos.x >= item.min.x && context.IO.MousePos.x < item.max.x &&
          context.IO.MousePos.y >= item.min.y && context.IO.MousePos.y < item.max.y)
        focus.id = item.id;
  }
  if (focus.enters) {
    const Item* chosen = nullptr;
    for (const Item& item : items) {
      if (item.pane != *focus.enters || item.is_text || item.takes_arrows) continue;
      // What is out of sight is not gone to unasked.
      const bool is_visible = item.window->InnerRect.Overlaps(ImRect(item.min, item.max));
      if (item.name == preferred || (!chosen && is_visible)) chosen = &item;
    }
    focus.enters.reset();
    if (chosen) return take(ui, focus, *chosen);
  }
  if (in_modal && !items.empty() && !find(items, focus.id)) take(ui, focus, items.front());
  if (in_text && !in_modal) {
    focus.is_shown = false;
    focus.id = 0;
    return;
  }
  // A field that is typed into keeps its keys but for Tab, which leaves it.
  const bool typing = context.IO.WantTextInput;
  if (typing && find(items, context.ActiveId)) focus.id = context.ActiveId;
  std::erase_if(ui.input, [&](const InputEvent& event) {
    if (typing && event.key != key::kTab) return false;
    if (typing) ImGui::ClearActiveID();
    return apply(ui, focus, items, pane, event);
  });
}

void draw_item_focus(Ui& ui, const ItemFocus& focus) {
  const Item* here = find(ui.items, focus.id);
  if (!here || !focus.is_shown) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImRect clip = here->window->OuterRectClipped;
  list.PushClipRect(clip.Min, clip.Max);
  const float thickness = std::max(2.0f, ui.px(2));
  const ImVec2 a{std::max(here->min.x, clip.Min.x) + thickness / 2,
                 std::max(here->min.y, clip.Min.y) + thickness / 2};
  const ImVec2 b{std::min(here->max.x, clip.Max.x) - thickness / 2,
                 std::min(here->max.y, clip.Max.y) - thickness / 2};
  if (a.x < b.x && a.y < b.y) list.AddRect(a, b, ui.color().link, ui.px(4), 0, thickness);
  list.PopClipRect();
}

}  // namespace warplab::app
