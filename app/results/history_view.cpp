#include "results/history_view.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"
#include "exercise/exercise.hpp"

namespace warplab::app {
namespace {

std::string time_text(std::chrono::system_clock::time_point time) {
  const auto now = std::chrono::system_clock::now();
  const std::tm local = fmt::localtime(std::chrono::system_clock::to_time_t(time));
  const std::tm today = fmt::localtime(std::chrono::system_clock::to_time_t(now));
  if (local.tm_year == today.tm_year && local.tm_yday == today.tm_yday)
    return fmt::format("{:%H:%M:%S}", local);
  return fmt::format("{:%d %b %H:%M}", local);
}

// "263.5 us on NVIDIA H200": where several were timed, each with its name.
std::string times_text(const Attempt& attempt) {
  std::string text;
  for (const TimeNumber& time : attempt.times) {
    if (!text.empty()) text += ", ";
    if (attempt.times.size() > 1 && !time.what.empty()) text += time.what + " ";
    text += microseconds_text(time.median_us);
    if (!time.stands) text += " (unstable)";
  }
  return text.empty() ? text : text + " on " + attempt.gpu;
}

// The time and the measured gates in short: "coalesced loads 8".
std::string numbers_text(const Attempt& attempt) {
  std::string text = times_text(attempt);
  for (const GateNumber& gate : attempt.gates) {
    if (!gate.value || gate.unit.empty() || (!attempt.times.empty() && gate.unit == "us")) continue;
    if (!text.empty()) text += ", ";
    const bool whole = *gate.value == std::floor(*gate.value);
    text += gate.name + " " +
            (whole ? verdict::amount_text(*gate.value) : fmt::format("{:.4g}", *gate.value));
  }
  return text;
}

bool is_chosen(const HistoryState& state, const std::string& id) {
  return std::find(state.chosen.begin(), state.chosen.end(), id) != state.chosen.end();
}

void choose(HistoryState& state, const std::string& id) {
  if (const auto at = std::find(state.chosen.begin(), state.chosen.end(), id);
      at != state.chosen.end()) {
    state.chosen.erase(at);
    return;
  }
  state.chosen.push_back(id);
  if (state.chosen.size() > 2) state.chosen.erase(state.chosen.begin());
}

const Attempt* find(const std::vector<Attempt>& attempts, const std::string& id) {
  const auto at =
      std::find_if(attempts.begin(), attempts.end(), [&](const Attempt& a) { return a.id == id; });
  return at == attempts.end() ? nullptr : &*at;
}

void compare(HistoryState& state, Lab& lab, const std::vector<Attempt>& attempts) {
  struct Side {
    std::string text, name, id;
  };
  std::vector<Side> sides;
  for (const std::string& id : state.chosen) {
    const Attempt* attempt = find(attempts, id);
    auto text = lab.history().source(state.slug, id);
    if (!attempt || !text) continue;
    const std::string times = times_text(*attempt);
    sides.push_back(
        {std::move(*text), time_text(attempt->time) + (times.empty() ? "" : ": " + times), id});
  }
  if (sides.size() == 1)
    sides.push_back({lab.work()->document.code().text(), "the text as it is", "~"});
  if (sides.size() != 2) return;
  if (sides[0].id > sides[1].id) std::swap(sides[0], sides[1]);  // the older one on the left
  state.comparison = HistoryState::Comparison{diff_lines(sides[0].text, sides[1].text),
                                              sides[0].name, sides[1].name};
}

void draw_attempt(Ui& ui, HistoryState& state, const Attempt& attempt) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.fonts.text->FontSize + ui.fonts.small->FontSize + ui.px(20);
  const bool chosen = is_chosen(state, attempt.id);
  if (ImGui::Selectable(("##" + attempt.id).c_str(), chosen, 0, {width, height}))
    choose(state, attempt.id);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, attempt.id);
  if (!ImGui::IsItemVisible()) return;  // the keyboard goes through all of them
  const float y = at.y + ui.px(8), box = ui.px(14);
  const ImVec2 corner{at.x + ui.px(14), y + (ui.fonts.text->FontSize - box) / 2};
  if (chosen) {
    list.AddRectFilled(corner, {corner.x + box, corner.y + box}, color.accent, ui.px(3));
    draw_icon(list, Icon::check, {corner.x + ui.px(1), corner.y + ui.px(1)}, box - ui.px(2),
              color.on_accent);
  } else {
    list.AddRect(corner, {corner.x + box, corner.y + box}, color.faint, ui.px(3));
  }
  const bool run = attempt.kind == Attempt::Kind::run;
  const StatusLook look = look_of(ui, attempt.verdict);
  const float icon_x = corner.x + box + ui.px(10);
  draw_icon(list, run ? look.icon : Icon::file,
            {icon_x, y + (ui.fonts.text->FontSize - ui.px(15)) / 2}, ui.px(15),
            run ? look.color : color.dim);
  float x = icon_x + ui.px(23);
  const float right = at.x + width - ui.px(14);
  put_text(list, ui.fonts.strong, {x, y}, color.text, time_text(attempt.time));
  const float after_time = x + text_width(ui.fonts.strong, time_text(attempt.time)) + ui.px(12);
  put_text_cut(list, ui.fonts.text, {after_time, y}, color.dim, run ? look.word : "text kept",
               right - after_time);
  const float second = y + ui.fonts.text->FontSize + ui.px(4);
  const std::string numbers = numbers_text(attempt);
  const std::string line = numbers.empty() ? attempt.summary : numbers;
  put_text_cut(list, ui.fonts.small, {x, second}, color.faint, line, right - x);
  list.AddRectFilled({at.x, at.y + height - 1}, {at.x + width, at.y + height},
                     with_alpha(color.border, 0.6f));
  if (hovered) tooltip(ui, numbers.empty() ? attempt.summary : attempt.summary + "\n\n" + numbers);
}

// One side of a row of the comparison.
struct DiffSide {
  const std::vector<std::string>& lines;
  int line;  // from 0; -1: there is none
  ImVec2 at, size;
  ImU32 ground;      // 0: that of the pane
  const char* sign;  // "~", "+", "-" or " "
};

void draw_side(Ui& ui, const DiffSide& side) {
  const auto& [lines, line, at, size, ground, sign] = side;
  const float height = size.y;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  if (ground) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ground);
  if (line >= 0) {
    ImFont* font = ui.fonts.code_small;
    const float y = at.y + (height - font->FontSize) / 2, advance = font->GetCharAdvance('0');
    const std::string number = fmt::format("{:>4}", line + 1);
    put_text(list, font, {at.x + ui.px(4), y}, ui.color().faint, number);
    put_text(list, font, {at.x + ui.px(4) + 4.6f * advance, y}, ui.color().text, sign);
    put_text(list, font, {at.x + ui.px(4) + 6.2f * advance, y}, ui.color().text,
             lines[static_cast<size_t>(line)]);
  }
  list.PopClipRect();
}

void draw_comparison(Ui& ui, const HistoryState& state) {
  const Palette& color = ui.color();
  const HistoryState::Comparison& shown = *state.comparison;
  ImGui::SetCursorPos({0, ui.px(10)});
  const float width = ImGui::GetContentRegionAvail().x, half = std::floor(width / 2);
  const ImVec2 head = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  put_text_cut(list, ui.fonts.small_strong, {head.x + ui.px(12), head.y}, color.dim, shown.left,
               half - ui.px(16));
  put_text_cut(list, ui.fonts.small_strong, {head.x + half + ui.px(12), head.y}, color.dim,
               shown.right, half - ui.px(16));
  ImGui::Dummy({1, ui.fonts.small_strong->FontSize + ui.px(6)});
  ImGui::BeginChild("diff", ImGui::GetContentRegionAvail());
  note_scrolling(ui);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float height = std::round(ui.fonts.code_small->FontSize * 1.45f);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.diff.rows.size()), height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const DiffRow& row = shown.diff.rows[static_cast<size_t>(i)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const bool changed = row.kind == DiffRow::Kind::changed;
      const ImU32 left = changed                              ? color.changed
                         : row.kind == DiffRow::Kind::removed ? color.removed
                                                              : 0;
      const ImU32 right = changed                            ? color.changed
                          : row.kind == DiffRow::Kind::added ? color.added
                                                             : 0;
      const auto sign = [&](ImU32 ground, const char* only_here) {
        return changed ? "~" : ground ? only_here : " ";
      };
      draw_side(ui, {shown.diff.left, row.left, at, {half - 1, height}, left, sign(left, "-")});
      draw_side(ui, {shown.diff.right,
                     row.right,
                     {at.x + half, at.y},
                     {width - half, height},
                     right,
                     sign(right, "+")});
      ImGui::Dummy({width, height});
    }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

// The way out, and what can be done with the one that is chosen. Returns whether it was closed.
bool draw_head(Ui& ui, const HistoryState& state, const Lab& lab,
               const std::vector<Attempt>& attempts) {
  ImGui::SetCursorPos({ui.px(14), ui.px(12)});
  text_line(ui, ui.fonts.heading, ui.color().text, "History");
  const Attempt* const chosen =
      state.chosen.size() == 1 ? find(attempts, state.chosen[0]) : nullptr;
  bool closes = false;
  float x = ImGui::GetWindowWidth() - ui.px(14) - labelled_button_width(ui, "Close");
  ImGui::SetCursorPos({x, ui.px(8)});
  closes |= labelled_button(ui, "close", Icon::close, "Close");
  const auto button = [&](const char* id, Icon icon, const char* label, const char* tip) {
    x -= labelled_button_width(ui, label) + ui.px(8);
    ImGui::SetCursorPos({x, ui.px(8)});
    const bool pressed = labelled_button(ui, id, icon, label);
    tooltip_for_item(ui, tip);
    return pressed;
  };
  if (!chosen) return closes;
  if (button("restore", Icon::undo, "Restore",
             "Puts this text into the editor; the one that is there is kept")) {
    ui.ask(RestoreAttempt{chosen->id});
    closes = true;
  }
  // Beside those of the last run, where that has some.
  if (!lab.work()->pictures.empty() && !lab.runner().is_busy() &&
      button("pictures", Icon::grid, "Pictures",
             "Its pictures beside those of the last run; Escape puts them away")) {
    ui.ask(ShowEarlier{chosen->id, time_text(chosen->time)});
    ui.ask(ShowTab{Tab::result});
    ui.ask(FocusPane{Pane::tabs});
    closes = true;
  }
  return closes;
}

}  // namespace

std::string attempt_time(const Attempt& attempt) { return time_text(attempt.time); }

bool draw_history(Ui& ui, HistoryState& state, Lab& lab) {
  if (!lab.work()) return true;
  const std::string slug = lab.entry()->slug;
  const std::vector<Attempt>& attempts = lab.history().of(slug);
  if (state.slug != slug) {
    state = HistoryState{};
    state.slug = slug;
  }
  const bool closes = draw_head(ui, state, lab, attempts);
  const float top = std::round(ui.px(24) + ImGui::GetFontSize() + ui.px(10));
  ImGui::SetCursorPos({0, top});
  if (attempts.empty()) {
    empty_pane(ui, Icon::history, "No runs yet",
               "Every run is kept with its text. A press compares it with the text as it is, two "
               "with each other.");
    return closes;
  }
  const std::vector<std::string> before = state.chosen;
  const float list = std::round(std::min(ui.px(380), ImGui::GetWindowWidth() * 0.4f));
  ImGui::BeginChild("attempts", {list, 0});
  note_scrolling(ui);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const Attempt& attempt : attempts) draw_attempt(ui, state, attempt);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (state.chosen != before) {
    state.comparison.reset();
    compare(state, lab, attempts);
  }
  ImGui::SetCursorPos({list + ui.px(8), top});
  ImGui::BeginChild("comparison", {0, 0});
  if (state.comparison) draw_comparison(ui, state);
  else
    pane_text(ui, ui.fonts.text, ui.color().faint,
              "A press compares a run with the text as it is, two with each other.");
  ImGui::EndChild();
  return closes;
}

}  // namespace warplab::app
