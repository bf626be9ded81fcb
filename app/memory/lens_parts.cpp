#include "memory/lens_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "draw/widgets.hpp"
#include "lens/explanation.hpp"
#include "results/picture_panel.hpp"
#include "results/result_card.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

// Textures of their own: Output has the first, Live those from 8 on.
constexpr int kFirstTexture = 24;

// ---- one step further ---------------------------------------------------------------------------

void stepper(Ui& ui, LensState& state, const char* what, const std::string& text, LensStep step) {
  const std::string name = what;
  const float needed = ui.px(2 * 28 + 12) + text_width(ui.fonts.text, text);
  if (ImGui::GetCursorPosX() + needed > ImGui::GetWindowWidth() - ui.px(10)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(8));
  }
  const auto key = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  if (icon_button(ui, ("previous " + name).c_str(), Icon::step_back,
                  fmt::format("The previous {} (Shift+{})", name, key)))
    state.steps.emplace_back(step, false);
  ImGui::SameLine(0, ui.px(2));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text,
           {at.x, at.y + (ui.px(28) - ui.fonts.text->FontSize) / 2}, ui.color().text, text);
  ImGui::SetCursorScreenPos({at.x + text_width(ui.fonts.text, text) + ui.px(2), at.y});
  if (icon_button(ui, ("next " + name).c_str(), Icon::step_forward,
                  fmt::format("The next {} ({})", name, key)))
    state.steps.emplace_back(step, true);
  ImGui::SameLine(0, ui.px(8));
}

}  // namespace

void draw_lens_steppers(Ui& ui, LensState& state, const LensView& view, bool has_before) {
  const data::LoggedAccess& access = view.logged();
  const Dim3 block = position_of(access.block, view.look->look.log.grid);
  ImGui::SetCursorPosX(ui.px(8));
  stepper(ui, state, "block", fmt::format("Block ({},{},{})", block.x, block.y, block.z),
          LensStep::block);
  stepper(ui, state, "warp", fmt::format("Warp {}", access.warp), LensStep::warp);
  stepper(ui, state, "iteration", fmt::format("Iteration {}", access.execution),
          LensStep::iteration);
  ImGui::NewLine();
  ImGui::SetCursorPosX(ui.px(14));
  if (labelled_button(ui, "worst", Icon::search, "Worst of the line"))
    state.steps.emplace_back(LensStep::worst, true);
  if (!has_before) return;
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::GetCursorPosX() + labelled_button_width(ui, "Hold: the previous run") >
      ImGui::GetWindowWidth() - ui.px(10)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(14));
  }
  labelled_button(ui, "before", Icon::history, "Hold: the previous run");
  state.before_is_pressed = ImGui::IsItemActive();
  tooltip_for_item(ui, with_key(ui,
                                "While this is pressed the same place in the previous run is "
                                "shown",
                                "P"));
}

// ---- the buffer ---------------------------------------------------------------------------------

std::shared_ptr<const Picture> picture_of(const Work& work, const std::string& buffer) {
  for (const PictureRun& run : work.pictures)
    for (const auto& picture : run.pictures)
      if (!run.of_starter && run.schedule == 0 && picture->buffer() == buffer) return picture;
  return nullptr;
}

// Shows the elements with some of what is around them.
namespace {

void frame_picture(LensState& state, const Picture& picture, const LitElements& lit, ImVec2 size) {
  int64_t top = picture.rows(), bottom = 0, left = picture.columns(), right = 0;
  for (const uint64_t index : lit.moved) {
    const int64_t row = static_cast<int64_t>(index) / picture.columns();
    const int64_t column = static_cast<int64_t>(index) % picture.columns();
    top = std::min(top, row), bottom = std::max(bottom, row);
    left = std::min(left, column), right = std::max(right, column);
  }
  constexpr double kAround = 6, kLargest = 20;  // elements, pixels of one
  const double zoom = std::min({size.x / (static_cast<double>(right - left) + kAround),
                                size.y / (static_cast<double>(bottom - top) + kAround), kLargest});
  if (zoom <= fitting_zoom(picture, size)) {
    state.picture.view = {};
    return;
  }
  state.picture.view = {zoom, static_cast<double>(top + bottom + 1) / 2,
                        static_cast<double>(left + right + 1) / 2};
}

}  // namespace

void draw_lens_buffer(Ui& ui, LensState& state, const Work& work, const LensView& view) {
  const LitElements lit = lit_elements(view, work.selection.lane);
  if (lit.buffer.empty()) return;
  const auto picture = picture_of(work, lit.buffer);
  if (!picture) return;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(80)), ui.px(190)};
  const ImVec2 inside{size.x, size.y - panel_title_height(ui)};
  Selection now = selection_of(view, work.selection);
  now.lane = -1;
  now.element.reset();
  if (state.framed != now) frame_picture(state, *picture, lit, inside);
  state.framed = now;
  PanelContent panel;
  panel.title = fmt::format("{}: what the lanes ask for, and what is moved with it", lit.buffer);
  panel.picture = picture;
  panel.map = &color_map_named(picture->view().color_map);
  panel.range = picture->automatic_range(PictureSide::actual);
  panel.lit = &lit;
  panel.first_texture = kFirstTexture;
  state.picture.chosen.reset();
  // The wheel scrolls this page, and zooms the picture with Ctrl only.
  ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel;
  if (!io.KeyCtrl) io.MouseWheel = 0;
  draw_picture_panel(ui, state.picture, panel, 0, at, size);
  io.MouseWheel = wheel;
  ImGui::SetCursorScreenPos({at.x, at.y + size.y});
  ImGui::Dummy({1, 1});
  if (!state.picture.chosen) return;
  // The lane that asks for it, where one does.
  const auto index = static_cast<uint64_t>(state.picture.chosen->row * picture->columns() +
                                           state.picture.chosen->column);
  for (int lane = 0; lane < 32; ++lane)
    if (lit_elements(view, lane).of_lane == index)
      return ui.ask(Select{with_lane(view, selection_of(view, work.selection), lane)});
  Selection chosen;
  chosen.element = SelectedElement{lit.buffer, index};
  chosen.wants_writer = true;
  ui.ask(Select{chosen});
}

// ---- the page -----------------------------------------------------------------------------------

namespace {

std::string source_line(const std::string& source, int line) {
  size_t begin = 0;
  for (int i = 1; i < line && begin != std::string::npos; ++i) {
    begin = source.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  std::string text = source.substr(begin, source.find('\n', begin) - begin);
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first);
}

}  // namespace

void draw_lens_head(Ui& ui, const LensView& view, const std::string& source, bool of_before) {
  const data::LoggedAccess& access = view.logged();
  ImGui::SetCursorPosX(ui.px(14));
  text_line(ui, ui.fonts.code_small, ui.color().dim,
            fmt::format("{} | {}", access.line, source_line(source, access.line)),
            ImGui::GetContentRegionAvail().x - ui.px(14));
  ImGui::Dummy({1, ui.px(2)});
  if (of_before)
    marked_sentence(ui, Icon::history, ui.color().info,
                    "This is the previous run, at the same place.");
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.strong, ui.color().text, lens::sentence_of(access));
  note_item(ui, of_before ? "sentence of the run before" : "sentence", 0, ImGui::GetItemRectMin(),
            ImGui::GetItemRectMax());
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, ui.fonts.small, ui.color().faint, brief_of(place_sentence(view), false));
  ImGui::Dummy({1, ui.px(4)});
}

void draw_lens_texts(Ui& ui, const LensView& view) {
  const lens::Explanation& text = lens::explanation_of(view.logged());
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Why");
  pane_text(ui, ui.fonts.text, ui.color().dim, words::template_of(text.why));
  if (view.cost().excess() == 0) return;
  ImGui::Dummy({1, ui.px(4)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Where to look");
  pane_text(ui, ui.fonts.text, ui.color().dim, words::template_of(text.look));
}

// A row of the table: the line, the access, what it costs, the ideal.
namespace {

void draw_table_row(Ui& ui, const Work& work, const LensRow& row, const LensView* view,
                    const LensAnswer& answer) {
  const std::string& source = answer.source;
  const lens::Look& look = row.look->look;
  const float left = ui.px(14), height = ui.fonts.text->FontSize + ui.px(8);
  const float width = ImGui::GetContentRegionAvail().x - 2 * left;
  ImGui::SetCursorPosX(left);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = fmt::format("line {} of {}", row.line->line, look.log.kernel);
  ImGui::PushID(look.launch_spec);
  if (ImGui::InvisibleButton(name.c_str(), {width, height}))
    ui.ask(Select{selection_of({row.look, row.line, row.line->worst}, work.selection)});
  note_item(ui, name);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool chosen = view != nullptr && view->line->line == row.line->line &&
                      view->look->look.launch_spec == look.launch_spec;
  if (chosen || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height},
                       chosen ? ui.color().selection : ui.color().raised, ui.px(3));
  const float y = at.y + ui.px(4);
  const std::string number = std::to_string(row.line->line);
  put_text(list, ui.fonts.code, {at.x + ui.px(34) - text_width(ui.fonts.code, number), y},
           ui.color().dim, number);
  const std::string cost = fmt::format("{} {}, ideal {}", row.cost.units, row.unit, row.cost.ideal);
  const float cost_width = text_width(ui.fonts.strong, cost);
  std::string what = row.access;
  if (answer.looks.size() > 1 && !look.launch.empty()) what += fmt::format(" ({})", look.launch);
  put_text_cut(list, ui.fonts.text, {at.x + ui.px(46), y}, ui.color().text, what,
               width - cost_width - ui.px(46 + 14));
  put_text(list, ui.fonts.strong, {at.x + width - cost_width - ui.px(4), y},
           row.cost.excess() > 0 ? ui.color().fail : ui.color().pass, cost);
  if (hovered)
    tooltip(ui, fmt::format("Line {}: {}", row.line->line, source_line(source, row.line->line)));
}

}  // namespace

void draw_lens_table(Ui& ui, const Work& work, const LensAnswer& answer, const LensView* view) {
  ImGui::Dummy({1, ui.px(10)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Lines, the worst access of each");
  for (const LensRow& row : rows_of(answer)) draw_table_row(ui, work, row, view, answer);
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace warplab::app
