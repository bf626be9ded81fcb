#include "course/statement_view.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Units. What the buttons above the text stand on, once it has been scrolled below them.
constexpr float kBand = 38;

void draw_hints(Ui& ui, StatementState& state, const std::filesystem::path& folder,
                const Work& work, float width) {
  const StatementText& statement = work.statement;
  if (statement.hints.empty()) return;
  const Palette& color = ui.color();
  ImGui::Dummy({1, ui.px(18)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 line = ImGui::GetCursorScreenPos();
  list.AddRectFilled(line, {line.x + width, line.y + 1}, color.border);
  ImGui::Dummy({1, ui.px(12)});
  // The foot opens once the text has scrolled, and takes room that the hint had.
  constexpr int kFramesToSettle = 4;
  if (work.hints_shown > state.hints_seen) state.hint_frames = kFramesToSettle;
  state.hints_seen = work.hints_shown;
  const int count = static_cast<int>(statement.hints.size());
  if (static_cast<int>(state.hints.size()) < count) state.hints.resize(statement.hints.size());
  for (int i = 0; i < work.hints_shown && i < count; ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (i == work.hints_shown - 1 && state.hint_frames > 0)
      ImGui::SetScrollFromPosY(at.y - ImGui::GetWindowPos().y - ui.px(kBand + 8), 0);
    draw_icon(list, Icon::hint, at, ui.px(16), color.warn);
    ImGui::SetCursorScreenPos({at.x + ui.px(26), at.y});
    text_line(ui, ui.fonts.strong, color.text, fmt::format("Hint {}", i + 1));
    note_item(ui, fmt::format("hint {}", i + 1), 0, ImGui::GetItemRectMin(),
              ImGui::GetItemRectMax());
    ImGui::SetCursorScreenPos({at.x + ui.px(26), ImGui::GetCursorScreenPos().y + ui.px(2)});
    const std::string& hint = statement.hints[static_cast<size_t>(i)];
    ImGui::PushID(i);
    draw_markdown(ui, state.hints[static_cast<size_t>(i)],
                  {hint, work.statement_version, hint, folder, statement.glossary.get()},
                  width - ui.px(26));
    ImGui::PopID();
    ImGui::Dummy({1, ui.px(8)});
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y});
  }
  if (state.hint_frames > 0) {
    --state.hint_frames;
    ui.wake_within(0);
  }
  if (work.hints_shown >= count)
    text_line(ui, ui.fonts.small, color.faint, "That was the last hint.");
}

// In the corner of what is visible, wherever the text was scrolled to: the way to what came of the
// run. Text does not go on behind it: once it is scrolled it stands on a band with the title.
void draw_reading_button(Ui& ui, const std::string& title) {
  const ImVec2 at = ImGui::GetWindowPos();
  const float size = ui.px(28);
  const float right = ImGui::GetWindowWidth() - size - ui.px(8) - ImGui::GetStyle().ScrollbarSize;
  const ImVec2 corner{at.x + right, at.y + ui.px(6)};
  if (ImGui::GetScrollY() > 0) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float end = at.x + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
    const float below = at.y + std::round(ui.px(kBand));
    ImFont* font = ui.fonts.small_strong;
    list.AddRectFilled(at, {end, below}, ui.color().panel);
    list.AddRectFilled({at.x, below - 1}, {end, below}, ui.color().border);
    put_text_cut(list, font, {at.x + ui.px(16), corner.y + (size - font->FontSize) / 2},
                 ui.color().dim, title, corner.x - ui.px(8) - at.x - ui.px(16));
  }
  ImGui::SetCursorScreenPos(corner);
  if (icon_button(ui, "wide", Icon::book, "Read it wide, or see what came of the run (F2)"))
    ui.ask(ReadStatement{});
}

// Whether what is to be done has been scrolled out of sight, or is not there yet. The first section
// of an exercise says it.
bool task_is_away(const Ui& ui, const StatementState& state, float scroll, float height) {
  const auto& headings = state.text.layout.headings;
  const auto is_section = [](const LaidHeading& heading) { return heading.level == 2; };
  const auto begin = std::find_if(headings.begin(), headings.end(), is_section);
  if (begin == headings.end()) return false;
  const auto end = std::find_if(begin + 1, headings.end(), is_section);
  const float top = begin->y, bottom = end == headings.end() ? state.text.layout.height : end->y;
  const float seen = std::min(bottom, scroll + height) - std::max(top, scroll);
  return seen < std::min(bottom - top, ui.px(120)) * 0.8f;
}

// The foot of the pane: what is to be done and the next hint, however far the theory was scrolled.
struct Foot {
  bool has_task = false, has_hint = false;
  float line = 0, text = 0;  // heights
  float height() const { return line + text; }
};

Foot foot_of(const Ui& ui, const StatementState& state, const Lab& lab, const Work& work,
             ImVec2 pane) {
  Foot foot;
  foot.has_hint = work.hints_shown < static_cast<int>(work.statement.hints.size());
  foot.has_task = !lab.experiment() && !work.statement.task.markdown.empty() &&
                  task_is_away(ui, state, state.scroll, pane.y);
  if (!foot.has_hint && !foot.has_task) return foot;
  foot.line = std::round(ImGui::GetFontSize() + ui.px(14 + 10));
  if (!foot.has_task || lab.settings().layout.task_folded) return foot;
  // A third of the pane is the task's at most; what is longer scrolls.
  foot.text = std::round(std::min(state.task.layout.height + ui.px(10), pane.y * 0.34f));
  return foot;
}

void draw_task(Ui& ui, StatementState& state, const CourseEntry& entry, const Work& work,
               float height) {
  ImGui::BeginChild("task", {0, height});
  ImGui::SetCursorPos({ui.px(16), 0});
  draw_markdown(ui, state.task,
                {entry.slug, work.statement_version, work.statement.task.markdown, entry.folder,
                 work.statement.glossary.get()},
                ImGui::GetContentRegionAvail().x - ui.px(16));
  ImGui::EndChild();
}

void draw_foot(Ui& ui, StatementState& state, Lab& lab, const Work& work, const Foot& foot) {
  if (foot.height() <= 0) return;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.AddRectFilled(at, {at.x + width, at.y + foot.height()}, color.background);
  list.AddRectFilled(at, {at.x + width, at.y + 1}, color.border);
  float right = at.x + width - ui.px(8);
  if (foot.has_hint) {
    const int count = static_cast<int>(work.statement.hints.size());
    const std::string label = fmt::format("Hint {} of {}", work.hints_shown + 1, count);
    right -= labelled_button_width(ui, label);
    ImGui::SetCursorScreenPos({right, at.y + ui.px(5)});
    if (labelled_button(ui, "hint", Icon::hint, label)) ui.ask(ShowHint{});
    tooltip_for_item(ui, "Show the next hint (Ctrl+Shift+H)");
  }
  if (foot.has_task) {
    bool& folded = lab.settings().layout.task_folded;
    const ImVec2 size{right - at.x - ui.px(8), foot.line};
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton("task line", size)) folded = !folded;
    const bool hovered = ImGui::IsItemHovered();
    note_item(ui, "task line");
    tooltip_for_item(ui, folded ? "Keep what is to be done in sight" : "Fold it away");
    const float icon = ui.px(14);
    draw_icon(list, folded ? Icon::chevron_right : Icon::chevron_down,
              {at.x + ui.px(12), at.y + (foot.line - icon) / 2}, icon, color.dim);
    put_text_cut(list, ui.fonts.strong,
                 {at.x + ui.px(32), at.y + (foot.line - ui.fonts.strong->FontSize) / 2},
                 hovered ? color.text : color.dim, work.statement.task.title,
                 size.x - ui.px(32 + 8));
  }
  if (foot.text <= 0) return;
  ImGui::SetCursorScreenPos({at.x, at.y + foot.line});
  draw_task(ui, state, *lab.entry(), work, foot.text);
}

// What is behind the task stands folded, one line each: whoever has done it opens what they want to
// know. Of an experiment all of it is, until its answer was seen: it would give that away.
void draw_sections(Ui& ui, StatementState& state, const CourseEntry& entry, const Work& work,
                   size_t first, float width) {
  const std::vector<StatementSection>& sections = work.statement.sections;
  if (state.sections.size() != sections.size()) {
    state.sections.resize(sections.size());
    // Whoever asks for a step of the pictures that move sees all of them.
    for (StatementState::Section& section : state.sections) section.is_open = ui.motion_step > 0;
  }
  for (size_t i = first; i < sections.size(); ++i) {
    StatementState::Section& section = state.sections[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ui.fonts.strong->FontSize + ui.px(16), icon = ui.px(14);
    const std::string name = "section " + sections[i].title;
    if (ImGui::InvisibleButton(name.c_str(), {width, height})) section.is_open = !section.is_open;
    const bool hovered = ImGui::IsItemHovered();
    note_item(ui, name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + 1}, with_alpha(ui.color().border, 0.7f));
    draw_icon(list, section.is_open ? Icon::chevron_down : Icon::chevron_right,
              {at.x, at.y + (height - icon) / 2}, icon, ui.color().dim);
    put_text_cut(list, ui.fonts.strong,
                 {at.x + ui.px(22), at.y + (height - ui.fonts.strong->FontSize) / 2},
                 hovered || section.is_open ? ui.color().text : ui.color().dim, sections[i].title,
                 width - ui.px(22));
    if (!section.is_open) continue;
    ImGui::Dummy({1, ui.px(2)});
    draw_markdown(ui, section.text,
                  {entry.slug, work.statement_version, sections[i].markdown, entry.folder,
                   work.statement.glossary.get()},
                  width);
    ImGui::Dummy({1, ui.px(10)});
  }
}

// A field for what the statement asks to be written down before the first run. It stays as it is
// left.
void draw_field(Ui& ui, Settings& settings, const CourseEntry& entry, const Work& work,
                float width) {
  const std::string& begins = work.statement.to_write;
  if (begins.empty()) return;
  const auto written = settings.written.try_emplace(entry.slug, begins).first;
  std::string& text = written->second;
  text_line(ui, ui.fonts.small_strong, ui.color().dim, "Write it down here");
  ImGui::Dummy({1, ui.px(2)});
  const auto lines = static_cast<float>(std::ranges::count(begins, '\n') + 1);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ui.color().raised);
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  const std::string before = text;
  ImGui::InputTextMultiline("##written", &text,
                            {width, ImGui::GetTextLineHeight() * lines + ui.px(14)});
  // Escape leaves the field, and takes nothing back.
  const bool escapes =
      std::ranges::any_of(ui.input, [](const InputEvent& event) { return event.is(key::kEscape); });
  if (escapes) text = before;
  ImGui::PopAllowKeyboardFocus();
  ImGui::PopStyleColor();
  note_item(ui, "written").is_field = true;
  ImGui::Dummy({1, ui.px(8)});
  if (text == begins) settings.written.erase(written);
}

void draw_text(Ui& ui, StatementState& state, Lab& lab, const Work& work) {
  const CourseEntry& entry = *lab.entry();
  const auto first = static_cast<std::ptrdiff_t>(ui.items.size());
  // Lines longer than this are hard to follow, however wide the pane is.
  const float room = ImGui::GetContentRegionAvail().x - 2 * ui.px(16);
  const float width = std::min(room, ui.px(780));
  const float padding = ui.px(16) + (room - width) / 2;
  ImGui::SetCursorPos({padding, ui.px(10)});
  ImGui::BeginGroup();
  draw_markdown(ui, state.text,
                {entry.slug, work.statement_version,
                 entry.experiment ? work.statement.intro : work.statement.lead, entry.folder,
                 work.statement.glossary.get()},
                width);
  draw_field(ui, lab.settings(), entry, work, width);
  draw_sections(ui, state, entry, work, entry.experiment ? 0 : 1, width);
  draw_hints(ui, state, entry.folder, work, width);
  ImGui::EndGroup();
  ImGui::Dummy({1, ui.px(16)});
  const auto buttons = static_cast<std::ptrdiff_t>(ui.items.size());
  draw_reading_button(ui, entry.title);
  state.scroll = ImGui::GetScrollY();
  // They lie above the text and come before it.
  std::rotate(ui.items.begin() + first, ui.items.begin() + buttons, ui.items.end());
}

}  // namespace

void draw_statement(Ui& ui, StatementState& state, Lab& lab) {
  const CourseEntry* entry = lab.entry();
  const Work* work = lab.work();
  if (!entry) return empty_pane(ui, Icon::file, "Nothing is open", "Choose an exercise above.");
  if (!entry->exercise) {
    ImGui::SetCursorPos({ui.px(16), ui.px(16)});
    ImGui::BeginGroup();
    text_wrapped(ui, ui.fonts.strong, ui.color().fail, entry->file + " cannot be read");
    text_wrapped(ui, ui.fonts.text, ui.color().text, entry->error);
    text_wrapped(ui, ui.fonts.text, ui.color().dim, "It is read again as soon as it is saved.");
    ImGui::EndGroup();
    return;
  }
  if (!work)
    return empty_pane(ui, Icon::error, "This exercise cannot be opened",
                      "The line at the bottom says why.");
  const bool is_new = state.slug != entry->slug;
  if (is_new) {
    state = StatementState{};
    state.slug = entry->slug;
    state.hints_seen = work->hints_shown;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Foot foot = foot_of(ui, state, lab, *work, room);
  ImGui::BeginChild("statement text", {room.x, room.y - foot.height()});
  note_scrolling(ui);
  if (is_new) ImGui::SetScrollY(0);
  draw_text(ui, state, lab, *work);
  ImGui::EndChild();
  ImGui::SetCursorPos({0, room.y - foot.height()});
  draw_foot(ui, state, lab, *work, foot);
}

}  // namespace warplab::app
