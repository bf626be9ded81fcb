#include "draw/widgets.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace warplab::app {
namespace {

const char* begin_of(std::string_view text) { return text.data(); }
const char* end_of(std::string_view text) { return text.data() + text.size(); }

constexpr float kTooltipWidth = 440;

// A button's frame; returns whether it was pressed. The content is drawn by the caller.
bool frame_button(Ui& ui, const char* id, ImVec2 size, ImU32 color, ImU32 hover, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id, size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, id);
  ImGui::EndDisabled();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 fill = hovered && enabled ? hover : color;
  // GetColorU32 fades what stands in a disabled part.
  if (fill & IM_COL32_A_MASK)
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(fill), ui.px(5));
  return pressed;
}

}  // namespace

Ui::PlacedItem& note_item(Ui& ui, std::string_view name) {
  return note_item(ui, name, ImGui::GetItemID(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

Ui::PlacedItem& note_item(Ui& ui, std::string_view name, ImGuiID id, ImVec2 min, ImVec2 max) {
  // Something can have two names, but Tab stops there once.
  const bool known = !ui.items.empty() && ui.items.back().id == id;
  const bool disabled =
      (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
  ui.items.push_back({std::string(name), min, max, known || disabled ? 0 : id,
                      ImGui::GetCurrentWindow(), ui.pane});
  return ui.items.back();
}

void note_scrolling(Ui& ui) {
  ui.scrolling[static_cast<size_t>(ui.pane)] = ImGui::GetCurrentWindow();
}

float text_width(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, begin_of(text), end_of(text)).x;
}

void put_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
  if (!text.empty()) list.AddText(font, font->FontSize, at, color, begin_of(text), end_of(text));
}

bool put_text_cut(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 color, std::string_view text,
                  float width) {
  if (text_width(font, text) <= width) {
    put_text(list, font, at, color, text);
    return false;
  }
  constexpr std::string_view kEllipsis = "\u2026";
  const float room = width - text_width(font, kEllipsis);
  const char* rest = begin_of(text);
  float used = 0;
  if (room > 0)
    used = font->CalcTextSizeA(font->FontSize, room, 0, begin_of(text), end_of(text), &rest).x;
  put_text(list, font, at, color, text.substr(0, static_cast<size_t>(rest - text.data())));
  put_text(list, font, {at.x + used, at.y}, color, kEllipsis);
  return true;
}

void text_line(Ui& ui, ImFont* font, ImU32 color, std::string_view text, float width) {
  if (width <= 0) width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool cut = put_text_cut(*ImGui::GetWindowDrawList(), font, at, color, text, width);
  ImGui::Dummy({std::min(width, text_width(font, text)), font->FontSize});
  if (cut) tooltip_for_item(ui, text);
}

namespace {

// The space at `at` belongs to a number: "3.0 %", "4 194 304".
bool is_in_number(std::string_view text, size_t at) {
  const auto is_digit = [&](size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  if (text.substr(at).starts_with(" %")) return true;
  return at > 0 && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2) && is_digit(at + 3) &&
         !is_digit(at + 4);
}

}  // namespace

WrappedText wrap_words(ImFont* font, std::string_view text, float width) {
  WrappedText wrapped;
  int lines = 1;
  float x = 0;
  const auto new_line = [&] {
    while (wrapped.text.ends_with(' ')) wrapped.text.pop_back();
    wrapped.text += '\n';
    ++lines;
    x = 0;
  };
  while (!text.empty()) {
    if (text.front() == '\n') {
      text.remove_prefix(1);
      new_line();
      continue;
    }
    // A word with the space behind it, which may hang over the edge.
    size_t end_of_word = text.find_first_of(" \n");
    while (end_of_word < text.size() && is_in_number(text, end_of_word))
      end_of_word = text.find_first_of(" \n", end_of_word + 1);
    std::string_view word = text.substr(0, std::min(end_of_word, text.size()));
    text.remove_prefix(word.size());
    if (x > 0 && x + text_width(font, word) > width) new_line();
    // What is longer than a line is broken where it must be.
    while (text_width(font, word) > width) {
      const char* end = word.data();
      font->CalcTextSizeA(font->FontSize, width, 0, begin_of(word), end_of(word), &end);
      const size_t fits = std::max<size_t>(static_cast<size_t>(end - word.data()), 1);
      if (fits >= word.size()) break;
      wrapped.text += word.substr(0, fits);
      word.remove_prefix(fits);
      new_line();
    }
    wrapped.text += word;
    x += text_width(font, word);
    if (!text.empty() && text.front() == ' ') {
      text.remove_prefix(1);
      wrapped.text += ' ';
      x += text_width(font, " ");
    }
  }
  wrapped.height = static_cast<float>(lines) * font->FontSize;
  return wrapped;
}

void text_wrapped(Ui& ui, ImFont* font, ImU32 color, std::string_view text) {
  const float width = std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40));
  const WrappedText wrapped = wrap_words(font, text, width);
  put_text(*ImGui::GetWindowDrawList(), font, ImGui::GetCursorScreenPos(), color, wrapped.text);
  ImGui::Dummy({width, wrapped.height});
}

void pane_text(Ui& ui, ImFont* font, ImU32 color, std::string_view text) {
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, font, color, text);
}

void marked_sentence(Ui& ui, Icon icon, ImU32 color, std::string_view text) {
  ImGui::SetCursorPosX(ui.px(14));
  draw_icon(*ImGui::GetWindowDrawList(), icon, ImGui::GetCursorScreenPos(), ui.px(16), color);
  ImGui::SetCursorPosX(ui.px(40));
  text_wrapped(ui, ui.fonts.text, ui.color().text, text);
}

namespace {

void show_tooltip(Ui& ui, std::string_view text) {
  ui.tooltip = text;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(7)});
  ImGui::BeginTooltip();
  const WrappedText wrapped = wrap_words(ImGui::GetFont(), text, ui.px(kTooltipWidth));
  ImGui::TextUnformatted(wrapped.text.data(), wrapped.text.data() + wrapped.text.size());
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

// Above what it is about, so that the next row stays in sight; below where there is no room.
void show_tooltip_beside(Ui& ui, std::string_view text, float top, float bottom) {
  const ImVec2 size = tooltip_size(ui, text);
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const float gap = ui.px(4), right = screen.Pos.x + screen.Size.x - size.x - gap;
  const float x = std::max(std::min(ImGui::GetIO().MousePos.x + gap, right), screen.Pos.x);
  const float above = top - gap - size.y;
  ImGui::SetNextWindowPos({x, above >= screen.Pos.y ? above : bottom + gap});
  show_tooltip(ui, text);
}

}  // namespace

void tooltip(Ui& ui, std::string_view text) {
  const float mouse = ImGui::GetIO().MousePos.y;
  show_tooltip_beside(ui, text, mouse - ui.px(8), mouse + ui.px(16));
}

std::string with_key(const Ui& ui, std::string_view text, std::string_view key) {
  const bool is_letter = !key.empty() && key.find('F') == std::string_view::npos;
  if (key.empty() || (is_letter && !ui.pane_has_keyboard)) return std::string(text);
  return fmt::format("{} ({})", text, key);
}

ImVec2 tooltip_size(const Ui& ui, std::string_view text) {
  const WrappedText wrapped = wrap_words(ImGui::GetFont(), text, ui.px(kTooltipWidth));
  const ImVec2 size =
      ImGui::CalcTextSize(wrapped.text.data(), wrapped.text.data() + wrapped.text.size());
  return {size.x + ui.px(20), size.y + ui.px(14)};
}

void tooltip_at(Ui& ui, ImVec2 at, std::string_view text) {
  ImGui::SetNextWindowPos(at);
  show_tooltip(ui, text);
}

void tooltip_for_item(Ui& ui, std::string_view text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  show_tooltip_beside(ui, text, ImGui::GetItemRectMin().y, ImGui::GetItemRectMax().y);
}

bool icon_button(Ui& ui, const char* id, Icon icon, std::string_view tip, bool enabled,
                 bool pressed) {
  const float size = ui.px(28), inner = ui.px(16);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImU32 base = pressed ? ui.color().raised : with_alpha(ui.color().raised, 0);
  const bool clicked = frame_button(ui, id, {size, size}, base, ui.color().raised_hover, enabled);
  const float inset = (size - inner) / 2;
  const ImU32 color = !enabled                 ? with_alpha(ui.color().faint, 0.5f)
                      : ImGui::IsItemHovered() ? ui.color().text
                                               : ui.color().dim;
  draw_icon(*ImGui::GetWindowDrawList(), icon, {at.x + inset, at.y + inset}, inner, color);
  tooltip_for_item(ui, tip);
  return clicked;
}

float labelled_button_width(const Ui& ui, std::string_view label) {
  return text_width(ui.fonts.text, label) + ui.px(12 + 14 + 8 + 14);
}

bool labelled_button(Ui& ui, const char* id, Icon icon, std::string_view label, bool primary,
                     float width) {
  const Palette& color = ui.color();
  const float icon_size = ui.px(14), gap = ui.px(8);
  if (width <= 0) width = labelled_button_width(ui, label);
  const ImVec2 size{width, ImGui::GetFontSize() + ui.px(14)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = frame_button(ui, id, size, primary ? color.accent : color.raised,
                                    primary ? color.accent_hover : color.raised_hover, true);
  ui.items.back().label = label;
  const float content = icon_size + gap + text_width(ui.fonts.text, label);
  const float x = at.x + std::max((width - content) / 2, ui.px(8));
  const ImU32 ink = ImGui::GetColorU32(primary ? color.on_accent : color.text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!primary && !color.dark)
    list.AddRect(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_Border), ui.px(5));
  draw_icon(list, icon, {x, at.y + (size.y - icon_size) / 2}, icon_size, ink);
  put_text_cut(list, ui.fonts.text,
               {x + icon_size + gap, at.y + (size.y - ui.fonts.text->FontSize) / 2}, ink, label,
               at.x + width - x - icon_size - gap);
  return clicked;
}

bool check_box(Ui& ui, const char* id, std::string_view label, bool* value) {
  const Palette& color = ui.color();
  const float box = ui.px(16), height = ImGui::GetFontSize() + ui.px(14);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = box + ui.px(8) + text_width(ui.fonts.text, label) + ui.px(4);
  const bool clicked = frame_button(ui, id, {width, height}, 0, 0, true);
  if (clicked) *value = !*value;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner{at.x, at.y + (height - box) / 2};
  const ImVec2 other{corner.x + box, corner.y + box};
  if (*value) {
    list.AddRectFilled(corner, other, color.accent, ui.px(4));
    draw_icon(list, Icon::check, {corner.x + ui.px(2), corner.y + ui.px(2)}, box - ui.px(4),
              color.on_accent);
  } else {
    list.AddRect(corner, other, ImGui::IsItemHovered() ? color.dim : color.faint, ui.px(4), 0,
                 std::max(1.0f, ui.px(1.2f)));
  }
  put_text(list, ui.fonts.text,
           {at.x + box + ui.px(8), at.y + (height - ui.fonts.text->FontSize) / 2}, color.text,
           label);
  return clicked;
}

bool begin_choice(const Ui& ui, const char* id, const std::string& current) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
  const bool is_open = ImGui::BeginCombo(id, current.c_str(), ImGuiComboFlags_HeightLargest);
  ImGui::PopStyleVar();
  return is_open;
}

float segment_width(const Ui& ui, std::string_view label) {
  return text_width(ui.fonts.text, label) + ui.px(20);
}

bool segment(Ui& ui, const char* id, std::string_view label, bool chosen) {
  const Palette& color = ui.color();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{segment_width(ui, label), ImGui::GetFontSize() + ui.px(9)};
  const bool clicked = frame_button(
      ui, id, size, chosen ? color.raised : with_alpha(color.raised, 0), color.raised_hover, true);
  note_item(ui, label);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  put_text(list, ui.fonts.text, {at.x + ui.px(10), at.y + (size.y - ui.fonts.text->FontSize) / 2},
           chosen ? color.text : color.dim, label);
  if (chosen)
    list.AddRectFilled({at.x + ui.px(8), at.y + size.y - ui.px(2)},
                       {at.x + size.x - ui.px(8), at.y + size.y}, color.link, ui.px(1));
  return clicked;
}

StatusLook look_of(const Ui& ui, verdict::Status status) {
  switch (status) {
    case verdict::Status::pass: return {Icon::check, ui.color().pass, "passed"};
    case verdict::Status::fail: return {Icon::cross, ui.color().fail, "failed"};
    case verdict::Status::not_checked: break;
  }
  return {Icon::dash, ui.color().faint, "not checked"};
}

void empty_pane(Ui& ui, Icon icon, std::string_view title, std::string_view text) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = ui.px(34), width = std::min(room.x - ui.px(32), ui.px(340));
  const WrappedText wrapped = wrap_words(ui.fonts.text, text, width);
  const float height = size + ui.px(14) + ui.fonts.strong->FontSize + ui.px(8) + wrapped.height;
  float y = at.y + std::max(ui.px(12), (room.y - height) * 0.42f);
  const float middle = at.x + room.x / 2;
  draw_icon(list, icon, {middle - size / 2, y}, size, with_alpha(ui.color().faint, 0.7f));
  y += size + ui.px(14);
  const float title_width = std::min(text_width(ui.fonts.strong, title), room.x);
  put_text_cut(list, ui.fonts.strong, {middle - title_width / 2, y}, ui.color().dim, title, room.x);
  y += ui.fonts.strong->FontSize + ui.px(8);
  if (width <= 0) return;
  put_text(list, ui.fonts.text, {middle - text_width(ui.fonts.text, wrapped.text) / 2, y},
           ui.color().faint, wrapped.text);
}

bool splitter(Ui& ui, const Splitter& bar) {
  const ImVec2 at = bar.at, size = bar.size;
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(bar.id, size);
  note_item(ui, bar.id).takes_arrows = true;
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  if (hovered || active)
    ImGui::SetMouseCursor(bar.vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered || active) {
    const float thickness = ui.px(2);
    const ImVec2 middle{at.x + size.x / 2, at.y + size.y / 2};
    const ImU32 color = active ? ui.color().accent_hover : ui.color().accent;
    if (bar.vertical)
      list.AddRectFilled({middle.x - thickness / 2, at.y},
                         {middle.x + thickness / 2, at.y + size.y}, color);
    else
      list.AddRectFilled({at.x, middle.y - thickness / 2},
                         {at.x + size.x, middle.y + thickness / 2}, color);
  }
  if (bar.extent <= 0) return false;
  float moved = 0;
  if (active) moved = bar.vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
  if (ui.nudge.id == ImGui::GetItemID())
    moved += ui.px(24) * (bar.vertical ? ui.nudge.x : ui.nudge.y);
  if (moved == 0) return false;
  *bar.share = std::clamp(*bar.share + bar.sign * moved / bar.extent, bar.least, bar.most);
  return true;
}

void pane_title(Ui& ui, std::string_view title, std::string_view detail) {
  text_line(ui, ui.fonts.small_strong, ui.color().dim, title,
            text_width(ui.fonts.small_strong, title) + 1);
  if (detail.empty()) return;
  ImGui::SameLine(0, ui.px(8));
  text_line(ui, ui.fonts.small, ui.color().faint, detail);
}

void section(Ui& ui, std::string_view title, std::string_view detail) {
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, title, detail);
  ImGui::Dummy({1, ui.px(2)});
}

}  // namespace warplab::app
