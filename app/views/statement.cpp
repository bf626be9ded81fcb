#include "views/statement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "views/widgets.hpp"

namespace warplab::app {
namespace {

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
  const int count = static_cast<int>(statement.hints.size());
  if (static_cast<int>(state.hints.size()) < count) state.hints.resize(statement.hints.size());
  for (int i = 0; i < work.hints_shown && i < count; ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (i >= state.hints_seen) ImGui::SetScrollHereY(0.25f);
    draw_icon(list, Icon::hint, at, ui.px(16), color.warn);
    ImGui::SetCursorScreenPos({at.x + ui.px(26), at.y});
    text_line(ui, ui.fonts.strong, color.text, fmt::format("Hint {}", i + 1));
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
  state.hints_seen = work.hints_shown;
  if (work.hints_shown >= count)
    return text_line(ui, ui.fonts.small, color.faint, "That was the last hint.");
  const std::string label = work.hints_shown == 0
                                ? fmt::format("Show a hint ({} in all)", count)
                                : fmt::format("Show hint {} of {}", work.hints_shown + 1, count);
  if (labelled_button(ui, "hint", Icon::hint, label)) ui.ask(ShowHint{});
}

// In the corner of what is visible, wherever the text was scrolled to.
void draw_wide_button(Ui& ui, const StatementState& state) {
  const ImVec2 at = ImGui::GetWindowPos();
  const float right = ImGui::GetWindowWidth() - ui.px(36) - ImGui::GetStyle().ScrollbarSize;
  const ImVec2 corner{at.x + right, at.y + ui.px(8)};
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + ui.px(28), corner.y + ui.px(28)},
                                            with_alpha(ui.color().panel, 0.9f), ui.px(5));
  ImGui::SetCursorScreenPos(corner);
  if (icon_button(ui, "wide", state.wide ? Icon::close : Icon::fit,
                  state.wide ? "Back beside the editor (F2)" : "Read it wide (F2)"))
    ui.ask(WidenStatement{});
}

}  // namespace

void draw_statement(Ui& ui, StatementState& state, const Lab& lab) {
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
    return empty_pane(ui, Icon::error, "This exercise cannot be opened", "The messages say why.");
  if (state.slug != entry->slug) {
    const bool wide = state.wide;
    state = StatementState{};
    state.slug = entry->slug;
    state.hints_seen = work->hints_shown;
    state.wide = wide;
    ImGui::SetScrollY(0);
  }
  const auto first = static_cast<std::ptrdiff_t>(ui.items.size());
  // Lines longer than this are hard to follow, however wide the pane is.
  const float room = ImGui::GetContentRegionAvail().x - 2 * ui.px(16);
  const float width = std::min(room, ui.px(780));
  const float padding = ui.px(16) + (room - width) / 2;
  // The title starts below the button, unless there is room beside it.
  ImGui::SetCursorPos({padding, padding > ui.px(44) ? ui.px(14) : ui.px(34)});
  ImGui::BeginGroup();
  draw_markdown(ui, state.text,
                {entry->slug, work->statement_version, work->statement.markdown, entry->folder,
                 work->statement.glossary.get()},
                width);
  draw_hints(ui, state, entry->folder, *work, width);
  ImGui::EndGroup();
  ImGui::Dummy({1, ui.px(16)});
  draw_wide_button(ui, state);
  // It lies above the text and comes before it.
  if (std::ssize(ui.items) > first)
    std::rotate(ui.items.begin() + first, ui.items.end() - 1, ui.items.end());
}

}  // namespace warplab::app
