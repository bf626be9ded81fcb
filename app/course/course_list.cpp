#include "course/course_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

struct Mark {
  Icon icon;
  ImU32 color;
  const char* tip;
};

Mark mark_of_experiment(const Ui& ui, ExperimentStatus status) {
  switch (status) {
    case ExperimentStatus::not_predicted: break;
    case ExperimentStatus::predicted:
      return {Icon::half, ui.color().link, "experiment: predicted, the answer is still to be seen"};
    case ExperimentStatus::seen: return {Icon::check, ui.color().pass, "experiment: seen"};
    case ExperimentStatus::seen_without:
      return {Icon::dash, ui.color().dim, "experiment: seen without a prediction"};
  }
  return {Icon::chart, ui.color().faint, "experiment: not predicted yet"};
}

Mark mark_of(const Ui& ui, const Lab& lab, const CourseEntry& entry) {
  if (!entry.exercise) return {Icon::error, ui.color().fail, "cannot be read"};
  if (entry.experiment) return mark_of_experiment(ui, lab.predictions().status(*entry.experiment));
  switch (lab.progress_of(entry.slug)) {
    case Progress::passed: return {Icon::check, ui.color().pass, "passed"};
    case Progress::tried: return {Icon::half, ui.color().warn, "tried, not passed yet"};
    case Progress::untouched: break;
  }
  return {Icon::circle, ui.color().faint, "not run yet"};
}

// Whoever goes on by a key sees where in the course that is; what is in sight stays where it is.
void bring_into_sight(CourseListState& state, const CourseEntry& entry) {
  const bool appears = ImGui::IsWindowAppearing();
  if (state.shown == entry.slug && !appears) return;
  state.shown = entry.slug;
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  const bool is_in_sight = ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= bottom;
  if (appears || !is_in_sight) ImGui::SetScrollHereY(0.5f);
}

void draw_entry(Ui& ui, CourseListState& state, const Lab& lab, const CourseEntry& entry) {
  const Palette& color = ui.color();
  const float height = ImGui::GetFontSize() + ui.px(12);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool open = lab.entry() == &entry;
  ImGui::PushID(entry.slug.c_str());
  const bool clicked = ImGui::Selectable("##entry", open, 0, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, entry.slug);
  if (open) bring_into_sight(state, entry);
  ImGui::PopID();
  if (clicked) ui.ask(OpenExercise{entry.slug});

  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (open) list.AddRectFilled(at, {at.x + ui.px(3), at.y + height}, color.link);
  const Mark mark = mark_of(ui, lab, entry);
  const float icon = ui.px(15), text_y = at.y + (height - ui.fonts.text->FontSize) / 2;
  float x = at.x + ui.px(14);
  draw_icon(list, mark.icon, {x, at.y + (height - icon) / 2}, icon, mark.color);
  x += icon + ui.px(10);
  const std::string number = fmt::format("{:02}", entry.order);
  put_text(list, ui.fonts.small, {x, at.y + (height - ui.fonts.small->FontSize) / 2}, color.faint,
           number);
  x += text_width(ui.fonts.small, "00") + ui.px(9);
  const bool running = lab.runner().is_running() && lab.runner().slug() == entry.slug;
  const std::string note = running ? "running" : "";
  const float note_width = running ? text_width(ui.fonts.small, note) + ui.px(8) : 0;
  const bool cut = put_text_cut(list, open ? ui.fonts.strong : ui.fonts.text, {x, text_y},
                                open || hovered ? color.text : color.dim, entry.title,
                                at.x + width - x - note_width - ui.px(10));
  if (running)
    put_text(list, ui.fonts.small,
             {at.x + width - note_width - ui.px(2), at.y + (height - ui.fonts.small->FontSize) / 2},
             color.link, note);
  if (hovered) {
    std::string tip = cut ? entry.title + ": " : std::string();
    tip += entry.exercise ? mark.tip : entry.error;
    tooltip(ui, tip);
  }
}

// How much of the course is passed.
void draw_progress(Ui& ui, const Lab& lab) {
  const auto& entries = lab.course().entries();
  // Experiments are not passed: they are seen.
  const auto exercises =
      std::count_if(entries.begin(), entries.end(),
                    [](const CourseEntry& entry) { return entry.file == "exercise.toml"; });
  const auto passed = std::count_if(entries.begin(), entries.end(), [&](const CourseEntry& entry) {
    return !entry.experiment && lab.progress_of(entry.slug) == Progress::passed;
  });
  ImGui::SetCursorPos({ui.px(14), ui.px(11)});
  pane_title(ui, "Course", fmt::format("{} of {} passed", passed, exercises));
  const ImVec2 at = ImGui::GetWindowPos();
  const float width = ImGui::GetWindowWidth(), bar = at.y + ui.px(33);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (exercises > 0) {
    const float part = static_cast<float>(passed) / static_cast<float>(exercises);
    const float x0 = at.x + ui.px(14), x1 = at.x + width - ui.px(14);
    list.AddRectFilled({x0, bar}, {x1, bar + ui.px(3)}, ui.color().raised, ui.px(2));
    if (passed)
      list.AddRectFilled({x0, bar}, {x0 + (x1 - x0) * part, bar + ui.px(3)}, ui.color().pass,
                         ui.px(2));
  }
}

// The list opens over the statement, until one is chosen, and the whole column folds to a strip.
void draw_handles(Ui& ui, bool as_line) {
  const float button = ui.px(28);
  if (as_line) {
    ImGui::SetCursorPos({0, 0});
    const ImVec2 line{ImGui::GetWindowWidth() - 2 * button - ui.px(8), ui.px(36)};
    if (ImGui::InvisibleButton("course line", line)) ui.ask(FoldPane{Fold::course});
    note_item(ui, "course line");
    tooltip_for_item(ui, "Show the list of the course (Ctrl+Shift+B)");
  }
  ImGui::SetCursorPos({ImGui::GetWindowWidth() - 2 * button - ui.px(6), ui.px(3)});
  if (icon_button(ui, "fold course", as_line ? Icon::chevron_down : Icon::chevron_up,
                  as_line ? "Show the list of the course (Ctrl+Shift+B)"
                          : "Fold the list of the course away (Ctrl+Shift+B)"))
    ui.ask(FoldPane{Fold::course});
  ImGui::SameLine(0, 0);
  if (icon_button(ui, "fold left", Icon::chevron_left, "Fold this column away (Ctrl+B)"))
    ui.ask(FoldPane{Fold::statement});
}

// Exercises are passed, experiments seen.
bool is_done(const Lab& lab, const CourseEntry& entry) {
  if (!entry.exercise) return false;
  if (!entry.experiment) return lab.progress_of(entry.slug) == Progress::passed;
  const ExperimentStatus status = lab.predictions().status(*entry.experiment);
  return status == ExperimentStatus::seen || status == ExperimentStatus::seen_without;
}

struct Module {
  std::string name;
  std::vector<const CourseEntry*> entries;
};
std::vector<Module> modules_of(const std::vector<CourseEntry>& entries) {
  std::vector<Module> modules;
  for (const CourseEntry& entry : entries) {
    if (modules.empty() || modules.back().name != entry.module)
      modules.push_back({entry.module, {}});
    modules.back().entries.push_back(&entry);
  }
  return modules;
}

// Its title, which folds it: one that is done is folded, unless what is open is in it. Returns
// whether its entries are shown.
bool draw_module(Ui& ui, CourseListState& state, const Lab& lab, const Module& module) {
  const auto done = std::ranges::count_if(
      module.entries, [&](const CourseEntry* entry) { return is_done(lab, *entry); });
  const bool has_open = std::ranges::find(module.entries, lab.entry()) != module.entries.end();
  const auto chosen = state.is_folded.find(module.name);
  const bool is_folded = chosen != state.is_folded.end()
                             ? chosen->second
                             : done == std::ssize(module.entries) && !has_open;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = ui.fonts.small_strong;
  const float width = ImGui::GetContentRegionAvail().x, height = font->FontSize + ui.px(13);
  const std::string item = "module " + module.name,
                    note = fmt::format("{} of {}", done, module.entries.size());
  if (ImGui::InvisibleButton(item.c_str(), {width, height}))
    state.is_folded[module.name] = !is_folded;
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, item);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = hovered ? ui.color().text : ui.color().faint;
  const float icon = ui.px(12), y = at.y + ui.px(8), right = text_width(ui.fonts.small, note);
  draw_icon(list, is_folded ? Icon::chevron_right : Icon::chevron_down,
            {at.x + ui.px(12), y + (font->FontSize - icon) / 2}, icon, ink);
  put_text_cut(list, font, {at.x + ui.px(29), y}, ink, module.name, width - right - ui.px(29 + 22));
  put_text(list, ui.fonts.small, {at.x + width - right - ui.px(12), y}, ui.color().faint, note);
  return !is_folded;
}

void draw_entries(Ui& ui, CourseListState& state, const Lab& lab) {
  const auto& entries = lab.course().entries();
  ImGui::SetCursorPos({0, ui.px(42)});
  ImGui::BeginChild("entries", ImGui::GetContentRegionAvail());
  note_scrolling(ui);
  if (entries.empty())
    empty_pane(
        ui, Icon::file, "No exercises",
        lab.course().error().empty()
            ? fmt::format("{} holds no exercise. A folder that is added appears here at once.",
                          lab.course().folder().string())
            : lab.course().error());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // What is gone to by a key is in sight, whatever was folded.
  if (const CourseEntry* const open = lab.entry(); open && state.shown != open->slug)
    state.is_folded.erase(open->module);
  for (const Module& module : modules_of(entries)) {
    if (!module.name.empty() && !draw_module(ui, state, lab, module)) continue;
    for (const CourseEntry* const entry : module.entries) draw_entry(ui, state, lab, *entry);
  }
  ImGui::Dummy({1, ui.px(8)});
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void draw_course_list(Ui& ui, CourseListState& state, const Lab& lab, bool as_line) {
  draw_progress(ui, lab);
  if (!as_line) draw_entries(ui, state, lab);
  draw_handles(ui, as_line);
}

}  // namespace warplab::app
