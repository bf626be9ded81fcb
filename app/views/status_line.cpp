#include "views/status_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "views/widgets.hpp"

namespace warplab::app {

namespace {

// "~/course/mine/copy.cu" for what lies in the home folder.
std::string short_path(const std::filesystem::path& path) {
  const char* home = std::getenv("HOME");
  const std::string text = path.string(), start = home ? std::string(home) + "/" : "";
  return start.size() > 1 && text.starts_with(start) ? "~/" + text.substr(start.size()) : text;
}

}  // namespace

void draw_status_line(Ui& ui, const Lab& lab) {
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
  if (const Work* work = lab.work()) {
    const CodeText& code = work->document.code();
    const Position caret = code.caret();
    put_right(fmt::format("Line {}, column {}", caret.line + 1,
                          screen_column(code.buffer().line(caret.line), caret.column) + 1));
  }
  put_right("F1 keys");
  // The simulator's pictures come through shared memory in any case; those of a GPU where interop
  // is off.
  const std::string picture =
      ui.interop_trouble.empty()
          ? "CUDA-GL interop " + ui.interop
          : "CUDA-GL interop on, but this picture came through the host: " + ui.interop_trouble;
  float x = at.x + ui.px(14);
  const std::string file =
      short_path(lab.work() ? lab.work()->document.files().target : lab.places().submission);
  const float room = right - x;
  const float picture_width = text_width(font, picture);
  const bool both = room > picture_width + ui.px(20 + 200);
  ImGui::SetCursorScreenPos({x, y});
  text_line(ui, font, color.dim, file, both ? room - picture_width - ui.px(20) : room * 0.6f);
  x += (both ? std::min(text_width(font, file), room - picture_width - ui.px(20)) : room * 0.6f) +
       ui.px(20);
  ImGui::SetCursorScreenPos({x, y});
  if (right - x > ui.px(60)) text_line(ui, font, color.faint, picture, right - x);
}

}  // namespace warplab::app
