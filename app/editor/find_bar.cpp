#include "editor/find_bar.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

constexpr float kRowHeight = 40;
// More are not counted, nor replaced at once: "999+" says enough.
constexpr size_t kMostMatches = 20000;

struct Keys {
  bool enter = false, enter_back = false, escape = false, find = false, replace = false;
};

Keys keys_of(const Ui& ui) {
  Keys keys;
  for (const InputEvent& event : ui.input) {
    keys.enter |= event.is(key::kEnter) || event.is(key::kKeypadEnter) || event.is(key::kF3);
    keys.enter_back |= event.is(key::kEnter, key::kShift) || event.is(key::kF3, key::kShift);
    keys.escape |= event.is(key::kEscape);
    keys.find |= event.is('F', key::kControl);
    keys.replace |= event.is('H', key::kControl);
  }
  return keys;
}

// The field that was drawn last takes what is typed, from the next frame on.
// (SetKeyboardFocusHere() does so by way of ImGui's own Tab order, which is not used here; its
// rules depend on the version.)
void start_typing_here() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavNextActivateId = context.LastItemData.ID;
  context.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

// "3 of 12": which one is selected.
std::string count_text(const FindBar::Matches& matches, const CodeText& code) {
  if (matches.needle.empty()) return {};
  if (matches.all.empty()) return "nothing found";
  const std::string count = fmt::format("{}{}", matches.all.size(), matches.more ? "+" : "");
  const auto at = std::find(matches.all.begin(), matches.all.end(), code.selection());
  if (at == matches.all.end()) return fmt::format("{} found", count);
  return fmt::format("{} of {}", at - matches.all.begin() + 1, count);
}

bool option(Ui& ui, const char* id, const char* label, bool& on, const char* tip) {
  const bool pressed = segment(ui, id, label, on);
  if (pressed) on = !on;
  tooltip_for_item(ui, tip);
  ImGui::SameLine(0, ui.px(4));
  return pressed;
}

// From the start of what is selected, so that a word that grows stays where it was found.
bool find_as_typed(FindBar& bar, CodeText& code) {
  const auto found = code.find(bar.needle, code.selection().begin, false, bar.options);
  if (!found) return false;
  code.select(found->begin, found->end);
  return true;
}

void draw_find_row(Ui& ui, FindBar& bar, CodeText& code, const Keys& keys, FindBarNews& news) {
  const std::string count = count_text(find_matches(bar, code), code);
  const float count_width = text_width(ui.fonts.small, "nothing found") + ui.px(8);
  const float others = ui.px(4 * 28 + 2 * 42 + 30) + count_width;
  ImGui::SetNextItemWidth(std::max(ui.px(90), ImGui::GetContentRegionAvail().x - others));
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  const std::string typed = bar.needle;
  bool changed = ImGui::InputTextWithHint("##needle", "Find", &bar.needle);
  // With Escape a field of ImGui's goes back to what was in it before.
  if (keys.escape) bar.needle = typed, changed = false;
  if (ImGui::IsItemActive()) bar.is_opening = false;
  ImGui::PopAllowKeyboardFocus();
  if (bar.takes_focus == FindBar::Field::first) start_typing_here();
  note_item(ui, "needle").is_field = true;
  ImGui::SameLine(0, ui.px(6));
  changed |= option(ui, "case", "Aa", bar.options.match_case,
                    bar.options.match_case ? "Upper and lower case are told apart"
                                           : "Upper and lower case are the same");
  changed |= option(ui, "word", "ab", bar.options.whole_word,
                    bar.options.whole_word ? "Whole words only" : "Parts of words, too");
  if (changed) news.moved |= find_as_typed(bar, code);
  if ((keys.enter || keys.enter_back) && !bar.in_replacement) {
    news.moved |= find_next(bar, code, keys.enter_back);
    bar.takes_focus = FindBar::Field::first;  // Enter ends a field of ImGui's
    bar.is_opening = true;
  }
  const FindBar::Matches& matches = find_matches(bar, code);
  const bool any = !matches.all.empty();
  if (icon_button(ui, "previous match", Icon::chevron_up, "The previous one (Shift+Enter)", any))
    news.moved |= find_next(bar, code, true);
  ImGui::SameLine(0, 0);
  if (icon_button(ui, "next match", Icon::chevron_down, "The next one (Enter)", any))
    news.moved |= find_next(bar, code, false);
  ImGui::SameLine(0, ui.px(4));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (ui.px(28) - ui.fonts.small->FontSize) / 2);
  text_line(ui, ui.fonts.small, any || bar.needle.empty() ? ui.color().dim : ui.color().fail,
            count_text(matches, code), count_width);
}

void draw_replace_row(Ui& ui, FindBar& bar, CodeText& code, const Keys& keys, FindBarNews& news) {
  const std::string one = "Replace", all = "All";
  const float others = labelled_button_width(ui, one) + labelled_button_width(ui, all) + ui.px(24);
  ImGui::SetNextItemWidth(std::max(ui.px(90), ImGui::GetContentRegionAvail().x - others));
  ImGui::PushAllowKeyboardFocus(false);
  ImGui::InputTextWithHint("##replacement", "Replace with", &bar.replacement);
  ImGui::PopAllowKeyboardFocus();
  if (bar.takes_focus == FindBar::Field::replacement) start_typing_here();
  note_item(ui, "replacement").is_field = true;
  const bool enter = bar.in_replacement && keys.enter;
  bar.in_replacement = ImGui::IsItemActive();
  if (enter) bar.takes_focus = FindBar::Field::replacement;
  ImGui::SameLine(0, ui.px(6));
  // A button is a little taller than a field.
  const float lift = (ImGui::GetFontSize() + ui.px(14) - ImGui::GetFrameHeight()) / 2;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - lift);
  const FindBar::Matches& matches = find_matches(bar, code);
  const bool is_selected =
      std::find(matches.all.begin(), matches.all.end(), code.selection()) != matches.all.end();
  if (labelled_button(ui, "replace", Icon::check, one) || enter) {
    // The first press selects what the second one replaces.
    if (is_selected) code.replace_matches({code.selection()}, bar.replacement);
    news.moved |= find_next(bar, code, false) || is_selected;
  }
  tooltip_for_item(ui, "Replace this one and go to the next");
  ImGui::SameLine(0, ui.px(6));
  if (labelled_button(ui, "replace all", Icon::check, all)) {
    const std::vector<Range> every = find_matches(bar, code).all;
    if (!every.empty()) code.replace_matches(every, bar.replacement);
  }
  tooltip_for_item(ui, "Replace every one, as one step of undo");
}

void draw_go_to_row(Ui& ui, FindBar& bar, const CodeText& code, const Keys& keys,
                    FindBarNews& news) {
  ImGui::SetNextItemWidth(ui.px(140));
  ImGui::InputTextWithHint("##line", fmt::format("1 \u2026 {}", code.buffer().line_count()).c_str(),
                           &bar.line_wanted, ImGuiInputTextFlags_CharsDecimal);
  if (ImGui::IsItemActive()) bar.is_opening = false;
  if (bar.takes_focus == FindBar::Field::first) start_typing_here();
  note_item(ui, "line wanted").is_field = true;
  ImGui::SameLine(0, ui.px(8));
  text_line(ui, ui.fonts.small, ui.color().faint, "Enter: go to line");
  if (!keys.enter) return;
  int line = 0;
  std::from_chars(bar.line_wanted.data(), bar.line_wanted.data() + bar.line_wanted.size(), line);
  if (line > 0) news.go_to = line;
  news.closed = true;
}

}  // namespace

const FindBar::Matches& find_matches(FindBar& bar, const CodeText& code) {
  FindBar::Matches& matches = bar.matches;
  const uint64_t version = code.buffer().version();
  if (matches.version != version || matches.needle != bar.needle ||
      matches.options != bar.options) {
    matches = {version, bar.needle, bar.options,
               find_all_in(code.buffer(), bar.needle, bar.options, kMostMatches), false};
    matches.more = matches.all.size() == kMostMatches;
  }
  return matches;
}

void open_bar(FindBar& bar, const CodeText& code, FindBar::Kind kind, bool replaces) {
  bar.kind = kind;
  bar.replaces = replaces;
  bar.takes_focus = FindBar::Field::first;
  bar.in_replacement = false;
  bar.is_opening = true;
  const std::string chosen = code.selected_text();
  if (kind == FindBar::Kind::find && !chosen.empty() && chosen.find('\n') == std::string::npos)
    bar.needle = chosen;
  if (kind == FindBar::Kind::go_to_line) bar.line_wanted.clear();
}

bool find_next(FindBar& bar, CodeText& code, bool backward) {
  const Range selection = code.selection();
  const Position from = backward ? selection.begin : selection.end;
  const auto found = code.find(bar.needle, from, backward, bar.options);
  if (!found) return false;
  code.select(found->begin, found->end);
  return true;
}

FindBarNews draw_find_bar(Ui& ui, FindBar& bar, CodeText& code, bool text_is_focused) {
  FindBarNews news;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, row = std::round(ui.px(kRowHeight));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Keys keys = text_is_focused ? Keys{} : keys_of(ui);
  if (bar.kind == FindBar::Kind::find && keys.replace) {
    bar.replaces = true;
    bar.takes_focus = FindBar::Field::replacement;
  }
  if (bar.kind == FindBar::Kind::find && keys.find) bar.takes_focus = FindBar::Field::first;
  const bool has_second = bar.kind == FindBar::Kind::find && bar.replaces;
  const float height = has_second ? 2 * row : row;
  list.AddRectFilled(at, {at.x + width, at.y + height}, ui.color().panel);
  const auto first_item = static_cast<std::ptrdiff_t>(ui.items.size());
  const float inset = (row - ImGui::GetFrameHeight()) / 2;
  const float button = (row - ui.px(28)) / 2;
  const FindBar::Field focus = bar.takes_focus;
  ImGui::SetCursorScreenPos({at.x + ui.px(12), at.y + inset});
  if (bar.kind == FindBar::Kind::find) {
    draw_find_row(ui, bar, code, keys, news);
    ImGui::SetCursorScreenPos({at.x + width - ui.px(66), at.y + button});
    if (icon_button(ui, "more", Icon::swap, bar.replaces ? "Without replacing" : "Replace (Ctrl+H)",
                    true, bar.replaces))
      bar.replaces = !bar.replaces;
  } else {
    draw_go_to_row(ui, bar, code, keys, news);
  }
  ImGui::SetCursorScreenPos({at.x + width - ui.px(36), at.y + button});
  if (icon_button(ui, "close", Icon::close, "Close (Esc)") || keys.escape) news.closed = true;
  if (has_second) {
    ImGui::SetCursorScreenPos({at.x + ui.px(12), at.y + row + inset});
    draw_replace_row(ui, bar, code, keys, news);
    // Tab goes from what is looked for to what replaces it.
    const auto begin = ui.items.begin() + first_item;
    const auto field = std::find_if(begin, ui.items.end(), [](const Ui::PlacedItem& item) {
      return item.name == "replacement";
    });
    if (field != ui.items.end()) std::rotate(begin + 1, field, field + 1);
  }
  if (focus != FindBar::Field::none && !keys.enter && !keys.enter_back)
    bar.takes_focus = FindBar::Field::none;
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height}, ui.color().border);
  return news;
}

}  // namespace warplab::app
