#include "results/result_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "draw/widgets.hpp"
#include "results/gate_rows.hpp"
#include "verdict/judge/judge.hpp"

namespace warplab::app {
namespace {

using verdict::Status;

constexpr float kMargin = 14;

std::string text_now(const Work& work, const Message& message) {
  if (message.from == kFromCompiler)
    return message.line > 0 ? fmt::format("Line {}: {}", message.line, message.text) : message.text;
  return with_lines_now(message.text, work.marks.moved);
}

// A sentence that leads to its line.
void draw_message(Ui& ui, const Work& work, const Message& message, int index,
                  const std::string& text, ImU32 ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = ui.px(kMargin), width = ImGui::GetContentRegionAvail().x;
  const WrappedText wrapped = wrap_words(ui.fonts.text, text, width - 2 * left);
  const float height = wrapped.height + ui.px(8);
  ImGui::PushID(index);
  const bool is_pressed = ImGui::Selectable("##message", false, 0, {width, height});
  if (is_pressed && message.line > 0) ui.ask(GoToLine{message.line, message.column});
  note_item(ui, fmt::format("message {}", index));
  if (message.line > 0) tooltip_for_item(ui, fmt::format("Go to line {}", message.line));
  if (ImGui::BeginPopupContextItem("copy")) {
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(text_now(work, message).c_str());
    ImGui::EndPopup();
  }
  ImGui::PopID();
  put_text(list, ui.fonts.text, {at.x + left, at.y + ui.px(4)}, ink, wrapped.text);
}

// A line that opens what is below it.
bool draw_fold(Ui& ui, const char* id, const std::string& text, bool is_open) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.fonts.text->FontSize + ui.px(14), icon = ui.px(14);
  ImGui::PushID(id);
  const bool pressed = ImGui::Selectable("##fold", false, 0, {width, height});
  note_item(ui, id);
  ImGui::PopID();
  list.AddRectFilled(at, {at.x + width, at.y + 1}, with_alpha(ui.color().border, 0.6f));
  draw_icon(list, is_open ? Icon::chevron_down : Icon::chevron_right,
            {at.x + ui.px(12), at.y + (height - icon) / 2}, icon, ui.color().dim);
  put_text_cut(list, ui.fonts.text,
               {at.x + ui.px(34), at.y + (height - ui.fonts.text->FontSize) / 2}, ui.color().dim,
               text, width - ui.px(34 + kMargin));
  return pressed;
}

// Buttons one behind the other, in as many rows as it takes.
class ButtonRow {
 public:
  explicit ButtonRow(Ui& ui) : ui_(ui) {}
  bool button(const char* id, Icon icon, const std::string& label, bool primary = false) {
    const float width = labelled_button_width(ui_, label);
    if (!is_first_) ImGui::SameLine(0, ui_.px(8));
    if (is_first_ || ImGui::GetCursorPosX() + width > ImGui::GetWindowWidth() - ui_.px(kMargin)) {
      if (!is_first_) ImGui::NewLine();
      ImGui::SetCursorPosX(ui_.px(kMargin));
    }
    is_first_ = false;
    return labelled_button(ui_, id, icon, label, primary);
  }

 private:
  Ui& ui_;
  bool is_first_ = true;
};

// What one can do next: see more of it, be told a hint, read on.
void draw_actions(Ui& ui, ResultState& state, const Work& work, const ResultCard& card) {
  const std::vector<Message>& messages = work.marks.messages;
  ButtonRow row(ui);
  const NextStep next = messages.empty() ? NextStep::none : messages.front().next;
  const auto lead = [&](const char* label, Tab tab) {
    if (!row.button("next step", Icon::search, label, true)) return;
    if (messages.front().line > 0) ui.ask(SelectLine{messages.front().line, {}});
    ui.ask(ShowTab{tab});
  };
  if (!card.is_old) {
    if (next == NextStep::line && row.button("next step", Icon::search, "Show the line", true))
      ui.ask(SelectLine{messages.front().line, {}});
    if (next == NextStep::steps) lead("Walk there", Tab::steps);
    if (next == NextStep::memory) lead("See the access", Tab::memory);
    if (next == NextStep::time) lead("See the time", Tab::time);
  }
  const bool has_hint = work.hints_shown < static_cast<int>(work.statement.hints.size());
  if (has_hint && card.status == Status::fail) {
    if (row.button("hint for verdict", Icon::hint, "Hint")) ui.ask(ShowHint{});
    tooltip_for_item(ui, "Show the next hint (Ctrl+Shift+H)");
  }
  const size_t others = messages.empty() ? 0 : messages.size() - 1;
  if (others > 0 && row.button("others", state.others ? Icon::chevron_up : Icon::chevron_down,
                               fmt::format("{} more", others)))
    state.others = !state.others;
  if (row.button("details", state.details ? Icon::chevron_up : Icon::chevron_down, "Details"))
    state.details = !state.details;
}

void draw_hint(Ui& ui, ResultState& state, const CourseEntry& entry, const Work& work) {
  const int shown = std::min(work.hints_shown, static_cast<int>(work.statement.hints.size()));
  if (shown <= 0) return;
  const std::string& hint = work.statement.hints[static_cast<size_t>(shown - 1)];
  ImGui::Dummy({1, ui.px(6)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), Icon::hint, {at.x + ui.px(kMargin), at.y}, ui.px(16),
            ui.color().warn);
  ImGui::SetCursorPosX(ui.px(kMargin + 26));
  ImGui::BeginGroup();
  draw_markdown(ui, state.hint,
                {hint, work.statement_version, hint, entry.folder, work.statement.glossary.get()},
                ImGui::GetContentRegionAvail().x - ui.px(kMargin));
  ImGui::EndGroup();
  note_item(ui, "hint in card", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

// The whole sentence, and what a run is repeated with.
void draw_details(Ui& ui, const Work& work) {
  const RunOutcome& outcome = *work.outcome;
  const verdict::ExerciseResult& result = outcome.result;
  const auto line = [&](const std::string& text) {
    pane_text(ui, ui.fonts.small, ui.color().dim, text);
    ImGui::Dummy({1, ui.px(3)});
  };
  ImGui::Dummy({1, ui.px(4)});
  if (!work.marks.messages.empty()) line(text_now(work, work.marks.messages.front()));
  std::string run = fmt::format("Seed {}, {:.2f} s", result.seed, outcome.seconds);
  if (!result.compiler.empty()) run = result.compiler + ", " + run;
  if (result.gpu) run += ", " + result.gpu->name;
  if (result.has_score()) run += fmt::format(". Score {:.0f} %", 100 * result.score);
  line(run + ".");
  for (const auto& [kernel, used] : result.resources) {
    std::string text = fmt::format("{}: {} registers", kernel, used.registers);
    if (used.static_shared_bytes)
      text += fmt::format(", {} bytes of shared memory", count_text(used.static_shared_bytes));
    if (used.local_bytes)
      text += fmt::format(", {} bytes of local memory a thread", count_text(used.local_bytes));
    line(text + ".");
  }
}

void draw_head(Ui& ui, const ResultCard& card) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const StatusLook look = look_of(ui, card.status);
  const ImU32 ink = card.is_old ? color.dim : look.color;
  ImGui::Dummy({1, ui.px(10)});
  const ImVec2 head = ImGui::GetCursorScreenPos();
  const float icon = ui.px(20), x = head.x + ui.px(kMargin);
  list.AddCircleFilled({x + icon / 2, head.y + icon / 2}, icon * 0.7f, with_alpha(ink, 0.22f));
  draw_icon(list, look.icon, {x, head.y}, icon, ink);
  const float text = x + icon + ui.px(12);
  put_text(list, ui.fonts.heading, {text, head.y}, color.text, card.verdict);
  if (card.is_old)
    put_text(list, ui.fonts.small,
             {text + text_width(ui.fonts.heading, card.verdict) + ui.px(12),
              head.y + ui.fonts.heading->Ascent - ui.fonts.small->Ascent},
             color.faint, "text changed since");
  ImGui::Dummy({1, std::max(icon, ui.fonts.heading->FontSize) + ui.px(4)});
}

// Draws on a ground whose height is known afterwards.
template <class Draw>
void on_ground(Ui& ui, ImU32 ink, Draw draw) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  draw();
  const float bottom = ImGui::GetCursorScreenPos().y;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {at.x + width, bottom}, with_alpha(ink, 0.07f));
  list.AddRectFilled(at, {at.x + ui.px(3), bottom}, ink);
  list.AddRectFilled({at.x, bottom - 1}, {at.x + width, bottom}, ui.color().border);
  list.ChannelsMerge();
}

void draw_card(Ui& ui, ResultState& state, const Lab& lab, const Work& work,
               const ResultCard& card) {
  const std::vector<Message>& messages = work.marks.messages;
  const ImU32 ink = card.is_old ? ui.color().dim : look_of(ui, card.status).color;
  on_ground(ui, ink, [&] {
    draw_head(ui, card);
    note_item(ui, "result card", 0, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (!card.sentence.empty()) {
      pane_text(ui, ui.fonts.text, ui.color().text, card.sentence);
      ImGui::Dummy({1, ui.px(4)});
    } else if (!messages.empty()) {
      const std::string said = text_now(work, messages.front());
      if (state.said != said) {
        state.said = said;
        state.brief = brief_of(said, has_one_dimension(*lab.exercise()));
      }
      draw_message(ui, work, messages.front(), 0, state.brief,
                   card.is_old ? ui.color().dim : ui.color().text);
    }
    draw_actions(ui, state, work, card);
    if (state.details) draw_details(ui, work);
    if (state.others)
      for (size_t i = 1; i < messages.size(); ++i)
        draw_message(ui, work, messages[i], static_cast<int>(i), text_now(work, messages[i]),
                     ui.color().dim);
    if (card.status == Status::fail) draw_hint(ui, state, *lab.entry(), work);
    ImGui::Dummy({1, ui.px(8)});
  });
}

void draw_printed(Ui& ui, const std::string& printed) {
  if (printed.empty()) return;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(kMargin));
  pane_title(ui, "Printed");
  ImGui::Dummy({1, ui.px(2)});
  ImGui::SetCursorPosX(ui.px(kMargin));
  const float lines = static_cast<float>(std::ranges::count(printed, '\n')) + 1.5f;
  // What is long scrolls by itself: the checks below stay in reach.
  constexpr float kMostLines = 12;
  ImGui::BeginChild("printed",
                    {ImGui::GetContentRegionAvail().x - ui.px(kMargin),
                     std::min(lines, kMostLines) * ui.fonts.code->FontSize * 1.1f},
                    false, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(ui.fonts.code);
  ImGui::TextUnformatted(printed.data(), printed.data() + printed.size());
  ImGui::PopFont();
  ImGui::EndChild();
}

// "6 checks wait until the answer is right", or how many there are.
std::string checks_text(const ResultCard& card, const std::vector<verdict::GateResult>& gates) {
  if (card.status == Status::fail && card.waiting > 0)
    return card.waiting == 1
               ? "1 check waits until the answer is right"
               : fmt::format("{} checks wait until the answer is right", card.waiting);
  return fmt::format("All {} checks", gates.size());
}

void draw_checks(Ui& ui, ResultState& state, const Work& work, const ResultCard& card) {
  const std::vector<verdict::GateResult>& gates = work.outcome->result.gates;
  if (gates.empty() || card.verdict == "Not run yet") return;
  if (draw_fold(ui, "checks", checks_text(card, gates), state.gates)) state.gates = !state.gates;
  if (state.gates) draw_gate_rows(ui, work);
}

void draw_picture(Ui& ui, ResultState& state, const Lab& lab, const LitElements& lit) {
  if (!has_picture(lab)) return;
  const bool is_open = state.picture_is_open.value_or(picture_is_news(lab));
  if (draw_fold(ui, "picture fold", "Picture", is_open)) state.picture_is_open = !is_open;
  if (is_open) draw_output(ui, state.picture, lab, &lit);
}

}  // namespace

std::optional<ResultCard> card_of(const Lab& lab) {
  const Work* const work = lab.work();
  if (!work || !work->outcome) return {};
  const TextNow text = work->marks.of_version == work->document.code().buffer().version()
                           ? TextNow::as_run
                       : work->marks.compiled_since ? TextNow::compiled_since
                                                    : TextNow::changed;
  return card_of(*work->outcome, work->marks.messages, text);
}

int line_of_access(const Lab& lab) {
  const std::optional<ResultCard> card = card_of(lab);
  if (!card || card->is_old || card->status != Status::fail) return 0;
  const std::vector<Message>& messages = lab.work()->marks.messages;
  return !messages.empty() && messages.front().next == NextStep::memory ? messages.front().line : 0;
}

void draw_result(Ui& ui, ResultState& state, Lab& lab, const LitElements& lit,
                 const std::function<void(int line)>& draw_access) {
  const Work* work = lab.work();
  const std::optional<ResultCard> card = card_of(lab);
  if (!card)
    return empty_pane(ui, Icon::check, "Not run yet",
                      "F5 runs it. What to mend first appears here, with its line.");
  if (state.of_run != lab.runs_ended()) {
    state.of_run = lab.runs_ended();
    state.others = state.details = state.gates = false;
    state.picture_is_open.reset();
    state.current = -1;
  }
  if (has_passed(lab)) draw_passed_card(ui, state.card, lab);
  else draw_card(ui, state, lab, *work, *card);
  if (const int line = line_of_access(lab); line > 0) draw_access(line);
  draw_printed(ui, work->outcome->result.output);
  draw_picture(ui, state, lab, lit);
  draw_checks(ui, state, *work, *card);
  if (has_passed(lab)) {
    if (draw_fold(ui, "details", "Details", state.details)) state.details = !state.details;
    if (state.details) draw_details(ui, *work);
  }
  ImGui::Dummy({1, ui.px(12)});
}

bool take_result_key(ResultState& state, const InputEvent& event) {
  return take_output_key(state.picture, event);
}

void step_message(Ui& ui, ResultState& state, const Lab& lab, int direction) {
  const Work* const work = lab.work();
  if (!work) return;
  const std::vector<Message>& messages = work->marks.messages;
  const int count = static_cast<int>(messages.size());
  for (int i = 1; i <= count; ++i) {
    const int start = state.current < 0 && direction < 0 ? 0 : state.current;
    const int index = ((start + direction * i) % count + count) % count;
    const Message& message = messages[static_cast<size_t>(index)];
    if (message.line <= 0) continue;
    state.current = index;
    return ui.ask(GoToLine{message.line, message.column});
  }
}

}  // namespace warplab::app
