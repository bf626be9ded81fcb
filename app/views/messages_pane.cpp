#include "views/messages_pane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "views/widgets.hpp"

namespace warplab::app {
namespace {

struct Shown {
  Severity severity;
  int line = 0, column = 0;
  std::string place, text;
};

std::vector<Shown> shown_messages(const Lab& lab) {
  std::vector<Shown> shown;
  const CourseEntry* entry = lab.entry();
  if (entry && !entry->exercise)
    shown.push_back({Severity::error, 0, 0, entry->folder.filename().string(), entry->error});
  if (const Work* work = lab.work()) {
    for (const Message& message : work->marks.messages) {
      const std::string place =
          message.line > 0 ? fmt::format("line {}", message.line) : std::string(message.from);
      shown.push_back({message.severity, message.line, message.column, place, message.text});
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

void draw_message(Ui& ui, const Shown& message, int index, bool current) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float place_width =
      std::min(std::max(ui.px(64), text_width(ui.fonts.code_small, message.place)), ui.px(150));
  const float text_x = at.x + ui.px(40) + place_width + ui.px(12);
  const float room = std::max(at.x + width - text_x - ui.px(12), ui.px(60));
  ImFont* font = ui.fonts.text;
  const WrappedText text = wrap_words(font, message.text, room);
  const float height = text.height + ui.px(9);
  ImGui::PushID(index);
  if (ImGui::Selectable("##message", current, 0, {width, height}) && message.line > 0)
    ui.ask(GoToLine{message.line, message.column});
  note_item(ui, fmt::format("message {}", index));
  if (ImGui::BeginPopupContextItem("copy")) {
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(message.text.c_str());
    ImGui::EndPopup();
  }
  ImGui::PopID();
  const bool error = message.severity == Severity::error,
             warning = message.severity == Severity::warning;
  const float y = at.y + ui.px(4.5f), icon = ui.px(15);
  draw_icon(list,
            error     ? Icon::error
            : warning ? Icon::warning
                      : Icon::info,
            {at.x + ui.px(14), y + (font->FontSize - icon) / 2}, icon,
            error     ? color.fail
            : warning ? color.warn
                      : color.info);
  put_text_cut(list, ui.fonts.code_small,
               {at.x + ui.px(40), y + font->Ascent - ui.fonts.code_small->Ascent},
               message.line > 0 ? color.link : color.faint, message.place, place_width);
  put_text(list, font, {text_x, y}, color.text, text.text);
}

}  // namespace

void draw_messages(Ui& ui, MessagesState& state, const Lab& lab) {
  const Work* work = lab.work();
  const std::string printed = work && work->outcome ? work->outcome->result.output : std::string();
  const std::vector<Shown> messages = shown_messages(lab);
  if (state.of_run != lab.runs_ended()) {
    state.of_run = lab.runs_ended();
    state.current = -1;
  }
  if (printed.empty()) state.printed = false;
  ImGui::SetCursorPos({ui.px(8), ui.px(4)});
  if (segment(ui, "messages",
              messages.empty() ? "Messages" : fmt::format("Messages ({})", messages.size()),
              !state.printed))
    state.printed = false;
  if (!printed.empty()) {
    ImGui::SameLine(0, ui.px(4));
    if (segment(ui, "printed", "Printed by the kernel", state.printed)) state.printed = true;
  }
  const ImVec2 at = ImGui::GetWindowPos();
  const float top = std::round(ui.px(16) + ImGui::GetFontSize());
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
    text_line(ui, ui.fonts.text, ui.color().faint,
              work && work->outcome
                  ? "Nothing to say: no errors, no findings."
                  : "Compiler errors and findings appear here, each a link to its line.");
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
