#include "shell/status_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "draw/widgets.hpp"

namespace warplab::app {

namespace {

// "~/course/mine/copy.cu" for what lies in the home folder.
std::string short_path(const std::filesystem::path& path) {
  const char* home = std::getenv("HOME");
  const std::string text = path.string(), start = home ? std::string(home) + "/" : "";
  return start.size() > 1 && text.starts_with(start) ? "~/" + text.substr(start.size()) : text;
}

// Whether pictures of a GPU go to the window without touching the host. Of no interest where there
// is no GPU: then all come from the simulator, through shared memory.
std::string interop_text(const Ui& ui, const Lab& lab) {
  if (lab.devices().list().gpus.empty()) return {};
  if (ui.interop_trouble.empty()) return "CUDA-GL interop " + ui.interop;
  return "CUDA-GL interop on, but this picture came through the host: " + ui.interop_trouble;
}

struct Said {
  Severity severity;
  std::string text;
};

// What the lab has to say, newest first, and what of the course cannot be read.
std::vector<Said> said_by(const Lab& lab) {
  std::vector<Said> said;
  const CourseEntry* const entry = lab.entry();
  const auto& notices = lab.notices();
  for (auto notice = notices.rbegin(); notice != notices.rend(); ++notice)
    if (!entry || notice->slug == entry->slug || notice->slug.empty())
      said.push_back(
          {notice->severity, notice->times == 1
                                 ? notice->text
                                 : fmt::format("{} ({} times)", notice->text, notice->times)});
  for (const CourseEntry& other : lab.course().entries())
    if (!other.exercise) said.push_back({Severity::warning, other.error});
  return said;
}

void draw_said(Ui& ui, const std::vector<Said>& said) {
  ImGui::SetNextWindowSizeConstraints({ui.px(420), 0}, {ui.px(620), ui.px(360)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(12)});
  if (ImGui::BeginPopup("said")) {
    for (const Said& one : said) {
      text_wrapped(ui, ui.fonts.text, ui.color().text, one.text);
      ImGui::Dummy({1, ui.px(4)});
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

// The newest, until it was pressed. Returns whether there is one.
bool draw_newest(Ui& ui, StatusState& state, const std::vector<Said>& said, ImVec2 at, float room) {
  draw_said(ui, said);
  if (said.empty() || state.read == said.front().text || room <= ui.px(40)) return false;
  const Said& newest = said.front();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  const float icon = ui.px(14);
  const bool is_bad = newest.severity != Severity::note;
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("notice", {room, font->FontSize})) {
    state.read = newest.text;
    ImGui::OpenPopup("said");
  }
  note_item(ui, "notice");
  tooltip_for_item(ui, newest.text);
  draw_icon(list, is_bad ? Icon::warning : Icon::info, {at.x, at.y + (font->FontSize - icon) / 2},
            icon, is_bad ? ui.color().warn : ui.color().info);
  put_text_cut(list, font, {at.x + ui.px(22), at.y}, ui.color().text, newest.text,
               room - ui.px(22));
  return true;
}

}  // namespace

void draw_status_line(Ui& ui, StatusState& state, const Lab& lab) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  list.AddRectFilled(at, {at.x + size.x, at.y + 1}, color.border);
  ImFont* font = ui.fonts.small;
  const float y = at.y + (size.y - font->FontSize) / 2;
  float right = at.x + size.x - ui.px(14);
  const auto put_right = [&](const std::string& text) {
    right -= text_width(font, text);
    put_text(list, font, {right, y}, color.dim, text);
    right -= ui.px(20);
  };
  // A recorded experiment has no text, and no caret in it.
  const bool has_text = lab.exercise() && !lab.exercise()->student_file.empty();
  if (const Work* work = lab.work(); work && has_text) {
    const CodeText& code = work->document.code();
    const Position caret = code.caret();
    put_right(fmt::format("Line {}, column {}", caret.line + 1,
                          screen_column(code.buffer().line(caret.line), caret.column) + 1));
    note_item(ui, "caret place", 0, {right, y}, {right + ui.px(20), y + font->FontSize});
  }
  put_right("F1 keys");
  float x = at.x + ui.px(14);
  const std::string file =
      short_path(lab.work() ? lab.work()->document.files().target : lab.places().submission);
  const std::string picture = interop_text(ui, lab);
  const float room = right - x;
  if (draw_newest(ui, state, said_by(lab), {x, y}, room)) return;
  const float picture_width = text_width(font, picture);
  const bool both = room > picture_width + ui.px(20 + 200);
  ImGui::SetCursorScreenPos({x, y});
  if (picture.empty()) return text_line(ui, font, color.dim, file, room);
  text_line(ui, font, color.dim, file, both ? room - picture_width - ui.px(20) : room * 0.6f);
  x += (both ? std::min(text_width(font, file), room - picture_width - ui.px(20)) : room * 0.6f) +
       ui.px(20);
  ImGui::SetCursorScreenPos({x, y});
  if (right - x <= ui.px(60)) return;
  text_line(ui, font, color.faint, picture, right - x);
  note_item(ui, "interop", 0, {x, y}, {right, y + font->FontSize});
}

}  // namespace warplab::app
