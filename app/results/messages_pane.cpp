#include "results/messages_pane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

struct Shown {
  Severity severity;
  int line = 0, column = 0;
  std::string place, text;
  bool is_old = false;  // of a run of another text: its sentence has that text's lines
};

std::vector<Shown> shown_messages(const Lab& lab) {
  std::vector<Shown> shown;
  const CourseEntry* entry = lab.entry();
  if (entry && !entry->exercise)
    shown.push_back({Severity::error, 0, 0, entry->folder.filename().string(), entry->error});
  if (const Work* work = lab.work()) {
    const bool has_changed = work->marks.of_version != work->document.code().buffer().version();
    for (const Message& message : work->marks.messages) {
      const std::string place =
          message.line > 0 ? fmt::format("line {}", message.line) : std::string(message.from);
      shown.push_back({message.severity, message.line, message.column, place, message.text,
                       has_changed && message.from != kFromCompiler});
    }
  }
  const auto& notices = lab.notices();
  for (auto notice = notices.rbegin(); notice != notices.rend(); ++notice)
    if (!entry || notice->slug == entry->slug || notice->slug.empty())
      shown.push_back({notice->severity, 0, 0, "lab",
                       notice->times == 1
                           ? notice->text
                           : fmt::format("{} ({} times)", notice->text, notice->times)});
  for (const CourseEntry& other : lab.course().entries())
    if (!other.exercise && &other != entry)
      shown.push_back({Severity::warning, 0, 0, other.folder.filename().string(), other.error});
  return shown;
}

// Where the parts of a message are, from the left edge of the pane.
struct MessageColumns {
  float place_width = 0, text = 0, room = 0;
};

MessageColumns columns_of(const Ui& ui, const Shown& message, float width) {
  MessageColumns columns;
  columns.place_width =
      std::min(std::max(ui.px(64), text_width(ui.fonts.code_small, message.place)), ui.px(150));
  columns.text = ui.px(40) + columns.place_width + ui.px(12);
  columns.room = std::max(width - columns.text - ui.px(12), ui.px(60));
  return columns;
}

Icon icon_of(Severity severity) {
  return severity == Severity::error     ? Icon::error
         : severity == Severity::warning ? Icon::warning
                                         : Icon::info;
}

ImU32 color_of(const Palette& color, Severity severity) {
  return severity == Severity::error     ? color.fail
         : severity == Severity::warning ? color.warn
                                         : color.info;
}

constexpr float kMessageGap = 9;  // units between two messages

float head_height(const Ui& ui) { return std::round(ui.px(16) + ImGui::GetFontSize()); }

void draw_message(Ui& ui, const Shown& message, int index, bool current) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const MessageColumns columns = columns_of(ui, message, width);
  ImFont* font = ui.fonts.text;
  const WrappedText text = wrap_words(font, message.text, columns.room);
  const float height = text.height + ui.px(kMessageGap);
  ImGui::PushID(index);
  if (ImGui::Selectable("##message", current, 0, {width, height}) && message.line > 0)
    ui.ask(GoToLine{message.line, message.column});
  note_item(ui, fmt::format("message {}", index));
  if (message.is_old)
    tooltip_for_item(ui,
                     "Of the last run: the text has changed since, and the sentence names the "
                     "lines as they were then.");
  if (ImGui::BeginPopupContextItem("copy")) {
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(message.text.c_str());
    ImGui::EndPopup();
  }
  ImGui::PopID();
  const float y = at.y + ui.px(kMessageGap / 2), icon = ui.px(15);
  draw_icon(list, icon_of(message.severity), {at.x + ui.px(14), y + (font->FontSize - icon) / 2},
            icon, color_of(color, message.severity));
  put_text_cut(list, ui.fonts.code_small,
               {at.x + ui.px(40), y + font->Ascent - ui.fonts.code_small->Ascent},
               message.line > 0 ? color.link : color.faint, message.place, columns.place_width);
  put_text(list, font, {at.x + columns.text, y}, message.is_old ? color.faint : color.text,
           text.text);
}

std::string printed_by(const Lab& lab) {
  const Work* work = lab.work();
  return work && work->outcome ? work->outcome->result.output : std::string();
}

// One line: how much there is to say, the worst of it, and the handle that opens the pane.
void draw_line(Ui& ui, const Lab& lab, const std::vector<Shown>& messages, bool printed) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImFont* font = ui.fonts.text;
  const float y = at.y + (size.y - font->FontSize) / 2, button = ui.px(28), icon = ui.px(15);
  const bool opens = !messages.empty() || printed;
  if (opens) {
    ImGui::SetCursorScreenPos({at.x + size.x - button - ui.px(6), at.y + (size.y - button) / 2});
    if (icon_button(ui, "unfold messages", Icon::chevron_up, "Show the messages (Ctrl+J)"))
      ui.ask(FoldPane{Fold::messages});
  }
  float x = at.x + ui.px(14);
  const float right = at.x + size.x - (opens ? button + ui.px(16) : ui.px(14));
  if (messages.empty()) {
    const Work* work = lab.work();
    const bool has_run = work && work->outcome;
    put_text_cut(list, font, {x, y}, color.faint,
                 printed   ? "The kernel has printed something."
                 : has_run ? "No messages: no errors, no findings."
                           : "Compiler errors and findings appear here, each a link to its line.",
                 right - x);
    return;
  }
  const Shown& first = messages.front();
  const std::string count = fmt::format("Messages ({})", messages.size());
  put_text(list, font, {x, y}, color.dim, count);
  x += text_width(font, count) + ui.px(14);
  draw_icon(list, icon_of(first.severity), {x, y + (font->FontSize - icon) / 2}, icon,
            color_of(color, first.severity));
  x += ui.px(24);
  ImGui::SetCursorScreenPos({x, at.y});
  if (right - x <= ui.px(40)) return;
  if (ImGui::InvisibleButton("first message", {right - x, size.y}) && first.line > 0)
    ui.ask(GoToLine{first.line, first.column});
  note_item(ui, "message 0");
  tooltip_for_item(ui, first.text);
  const std::string place = first.line > 0 ? first.place + ": " : "";
  put_text_cut(list, font, {x, y}, color.text, place + first.text, right - x);
}

}  // namespace

float wanted_messages_height(Ui& ui, const MessagesState& state, const Lab& lab, float width) {
  const std::string printed = printed_by(lab);
  const std::vector<Shown> messages = shown_messages(lab);
  if (messages.empty() && printed.empty()) return 0;
  float height = head_height(ui) + ui.px(14);
  if (state.printed || messages.empty()) {
    const auto lines = std::count(printed.begin(), printed.end(), '\n') + 1;
    return height + static_cast<float>(lines) * ui.fonts.code->FontSize + ui.px(16);
  }
  for (const Shown& message : messages)
    height += wrap_words(ui.fonts.text, message.text, columns_of(ui, message, width).room).height +
              ui.px(kMessageGap);
  return height;
}

void draw_messages(Ui& ui, MessagesState& state, const Lab& lab, bool as_line) {
  const std::string printed = printed_by(lab);
  const std::vector<Shown> messages = shown_messages(lab);
  if (state.of_run != lab.runs_ended()) {
    state.of_run = lab.runs_ended();
    state.current = -1;
  }
  if (printed.empty()) state.printed = false;
  if (as_line) return draw_line(ui, lab, messages, !printed.empty());
  ImGui::SetCursorPos({ui.px(8), ui.px(4)});
  if (segment(ui, "messages",
              messages.empty() ? "Messages" : fmt::format("Messages ({})", messages.size()),
              !state.printed))
    state.printed = false;
  if (!printed.empty()) {
    ImGui::SameLine(0, ui.px(4));
    if (segment(ui, "printed", "Printed by the kernel", state.printed)) state.printed = true;
  }
  ImGui::SetCursorPos({ImGui::GetWindowWidth() - ui.px(6 + 28), ui.px(4)});
  if (icon_button(ui, "fold messages", Icon::chevron_down, "Fold the messages away (Ctrl+J)"))
    ui.ask(FoldPane{Fold::messages});
  const ImVec2 at = ImGui::GetWindowPos();
  const float top = head_height(ui);
  ImGui::GetWindowDrawList()->AddRectFilled(
      {at.x, at.y + top}, {at.x + ImGui::GetWindowWidth(), at.y + top + 1}, ui.color().border);
  ImGui::SetCursorPos({0, top + 1});
  ImGui::BeginChild("list", ImGui::GetContentRegionAvail());
  note_scrolling(ui);
  if (state.printed) {
    ImGui::SetCursorPos({ui.px(14), ui.px(8)});
    ImGui::BeginGroup();
    ImGui::PushFont(ui.fonts.code);
    ImGui::TextUnformatted(printed.data(), printed.data() + printed.size());
    ImGui::PopFont();
    ImGui::EndGroup();
  } else if (messages.empty()) {
    ImGui::SetCursorPos({ui.px(14), ui.px(8)});
    text_line(ui, ui.fonts.text, ui.color().faint, "No messages: no errors, no findings.");
  } else {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({1, ui.px(3)});
    for (size_t i = 0; i < messages.size(); ++i)
      draw_message(ui, messages[i], static_cast<int>(i), static_cast<int>(i) == state.current);
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

void step_message(Ui& ui, MessagesState& state, const Lab& lab, int direction) {
  const std::vector<Shown> messages = shown_messages(lab);
  const int count = static_cast<int>(messages.size());
  for (int i = 1; i <= count; ++i) {
    const int start = state.current < 0 && direction < 0 ? 0 : state.current;
    const int index = ((start + direction * i) % count + count) % count;
    if (messages[static_cast<size_t>(index)].line <= 0) continue;
    state.current = index;
    const Shown& message = messages[static_cast<size_t>(index)];
    return ui.ask(GoToLine{message.line, message.column});
  }
}

}  // namespace warplab::app
