#include "draw/markdown_view.hpp"

#include <algorithm>
#include <cmath>

#include "draw/explained_words.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// The first element that may reach below `top`: lists are sorted by where things begin.
template <class T>
size_t first_visible(const std::vector<T>& sorted, float top) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), top,
                                   [](const T& element, float y) { return element.y < y; });
  return static_cast<size_t>(at - sorted.begin());
}

void draw_shape(Ui& ui, ImDrawList& list, const LaidShape& shape, ImVec2 origin) {
  const Palette& color = ui.color();
  const ImVec2 a{origin.x + shape.x, origin.y + shape.y}, b{a.x + shape.width, a.y + shape.height};
  switch (shape.kind) {
    case LaidShape::Kind::code_ground:
      list.AddRectFilled(a, b, color.editor, ui.px(6));
      list.AddRect(a, b, color.border, ui.px(6));
      break;
    case LaidShape::Kind::rule: list.AddRectFilled(a, b, color.border); break;
    case LaidShape::Kind::quote_bar: list.AddRectFilled(a, b, color.link, ui.px(1.5f)); break;
    case LaidShape::Kind::box:
    case LaidShape::Kind::checked_box:
      list.AddRect(a, b, color.faint, ui.px(3), 0, std::max(1.0f, ui.px(1.2f)));
      if (shape.kind == LaidShape::Kind::checked_box)
        draw_icon(list, Icon::check, a, shape.width, color.pass);
      break;
  }
}

void draw_run(Ui& ui, ImDrawList& list, const LaidRun& run, ImVec2 at,
              const markdown::Document& document) {
  const Palette& color = ui.color();
  const ImVec2 end{at.x + run.width, at.y + run.font->FontSize};
  if (run.boxed)
    list.AddRectFilled({at.x - ui.px(2), at.y - ui.px(1)}, {end.x + ui.px(2), end.y + ui.px(1)},
                       color.raised, ui.px(3));
  const ImU32 ink = color_of(color, run);
  if (run.shrink == 1) put_text(list, run.font, at, ink, run.text);
  else
    list.AddText(run.font, run.font->FontSize * run.shrink, at, ink, run.text.data(),
                 run.text.data() + run.text.size());
  const float line = std::max(1.0f, ui.px(1));
  if (run.strike) {
    const float y = at.y + run.font->FontSize * 0.55f;
    list.AddRectFilled({at.x, y}, {end.x, y + line}, ink);
  }
  if (run.link < 0) return;
  const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end);
  const ImGuiID id = ImGui::GetID(&run);
  note_item(ui, "link " + document.links[static_cast<size_t>(run.link)], id,
            {at.x - ui.px(3), at.y - ui.px(2)}, {end.x + ui.px(3), end.y + ui.px(3)});
  if (ui.activated == id) ui.ask(OpenLink{document.links[static_cast<size_t>(run.link)]});
  list.AddRectFilled({at.x, end.y}, {end.x, end.y + line}, with_alpha(ink, hovered ? 1.0f : 0.4f));
  if (!hovered) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const std::string& address = document.links[static_cast<size_t>(run.link)];
  tooltip(ui, address);
  if (ImGui::IsMouseClicked(0)) ui.ask(OpenLink{address});
}

// Shift with the wheel, a wheel that goes sideways, or dragging moves code that is too wide.
void pan_area(Ui& ui, const CodeArea& area, ImVec2 at, float* pan) {
  const float most = std::max(0.0f, area.content_width - area.width);
  if (most > 0) {
    const ImGuiIO& io = ImGui::GetIO();
    *pan -= io.MouseWheelH * ui.px(30);
    if (io.KeyShift) *pan -= io.MouseWheel * ui.px(30);
    if (ImGui::IsMouseDragging(0)) *pan -= io.MouseDelta.x;
    *pan = std::clamp(*pan, 0.0f, most);
  }
  constexpr float kHardToRead = 0.85f;
  if (area.shrink < kHardToRead)
    tooltip(ui, "Made smaller so that it fits. F2 shows the statement wider.");
  ImGui::PushID(&area);
  const float size = ui.px(28);
  ImGui::SetCursorScreenPos({at.x + area.width - size - ui.px(4), at.y + ui.px(4)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size, corner.y + size},
                                            with_alpha(ui.color().editor, 0.9f), ui.px(5));
  if (icon_button(ui, "copy", Icon::copy, "Copy this code"))
    ImGui::SetClipboardText(area.code.c_str());
  ImGui::PopID();
}

// A bar under code that goes on to the right, so that nobody misses it.
void draw_pan_bar(Ui& ui, ImDrawList& list, const CodeArea& area, ImVec2 at, float pan) {
  if (area.content_width <= area.width) return;
  const float track = area.width - ui.px(12), thumb = track * area.width / area.content_width;
  const float x = at.x + ui.px(6) + (track - thumb) * pan / (area.content_width - area.width);
  const float y = at.y + area.height - ui.px(5);
  list.AddRectFilled({x, y}, {x + thumb, y + ui.px(3)}, with_alpha(ui.color().faint, 0.6f),
                     ui.px(1.5f));
}

// The part of a layout that can be seen: `origin` is where it begins on the screen, `top` and
// `bottom` are counted from there.
struct Seen {
  ImVec2 origin;
  float top, bottom;
};

void lay_out_again(Ui& ui, MarkdownState& state, const MarkdownText& text, float width) {
  if (state.of != text.of || state.version != text.version || state.width < 0) {
    state.document = markdown::parse(text.text);
    state.width = -1;
    state.motions.clear();
    state.of = text.of;
    state.version = text.version;
  }
  if (state.width == width && state.fonts_generation == ui.fonts_generation) return;
  state.layout = lay_out(state.document, text.folder, ui, width, text.glossary);
  state.pan.assign(state.layout.areas.size(), 0);
  state.motions.resize(state.layout.motions.size(), MotionState{ui.motion_step});
  state.width = width;
  state.fonts_generation = ui.fonts_generation;
}

void draw_shapes(Ui& ui, const MarkdownLayout& layout, const Seen& seen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t i = first_visible(layout.shapes, seen.top - layout.tallest); i < layout.shapes.size();
       ++i) {
    if (layout.shapes[i].y > seen.bottom) break;
    draw_shape(ui, list, layout.shapes[i], seen.origin);
  }
}

// Text; what stands in an area of code is cut off at its edges.
void draw_runs(Ui& ui, const MarkdownState& state, const Seen& seen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const MarkdownLayout& layout = state.layout;
  const ImVec2 origin = seen.origin;
  int clipped_area = -1;
  for (size_t i = first_visible(layout.runs, seen.top - layout.tallest); i < layout.runs.size();
       ++i) {
    const LaidRun& run = layout.runs[i];
    if (run.y > seen.bottom) break;
    if (run.y + run.font->FontSize < seen.top) continue;
    if (run.area != clipped_area) {
      if (clipped_area >= 0) list.PopClipRect();
      clipped_area = run.area;
      if (clipped_area >= 0) {
        const CodeArea& area = layout.areas[static_cast<size_t>(clipped_area)];
        list.PushClipRect({origin.x + area.x + 1, origin.y + area.y},
                          {origin.x + area.x + area.width - 1, origin.y + area.y + area.height},
                          true);
      }
    }
    const float pan = run.area >= 0 ? state.pan[static_cast<size_t>(run.area)] : 0;
    draw_run(ui, list, run, {std::round(origin.x + run.x - pan), std::round(origin.y + run.y)},
             state.document);
  }
  if (clipped_area >= 0) list.PopClipRect();
}

void draw_images(Ui& ui, const MarkdownLayout& layout, const Seen& seen) {
  if (!ui.images) return;
  for (const LaidImage& image : layout.images) {
    if (image.y > seen.bottom || image.y + image.height < seen.top) continue;
    const ImVec2 a{seen.origin.x + image.x, seen.origin.y + image.y};
    const ImVec2 b{a.x + image.width, a.y + image.height};
    ImGui::GetWindowDrawList()->AddImageRounded(ui.images->load(image.file).texture, a, b, {0, 0},
                                                {1, 1}, IM_COL32_WHITE, ui.px(4));
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(a, b))
      tooltip(ui, image.description);
  }
}

void draw_motions(Ui& ui, MarkdownState& state, const Seen& seen) {
  for (size_t i = 0; i < state.layout.motions.size(); ++i) {
    const LaidMotion& laid = state.layout.motions[i];
    if (laid.y > seen.bottom || laid.y + laid.height < seen.top) continue;
    draw_motion(ui, state.motions[i], *laid.motion, laid.measure,
                {std::round(seen.origin.x + laid.x), std::round(seen.origin.y + laid.y)});
  }
}

// By keyboard Enter copies an area of code, and the arrows move one that is too wide.
void draw_code_areas(Ui& ui, MarkdownState& state, const Seen& seen) {
  for (size_t i = 0; i < state.layout.areas.size(); ++i) {
    const CodeArea& area = state.layout.areas[i];
    if (area.y > seen.bottom || area.y + area.height < seen.top) continue;
    const ImVec2 at{seen.origin.x + area.x, seen.origin.y + area.y};
    const ImVec2 end{at.x + area.width, at.y + area.height};
    draw_pan_bar(ui, *ImGui::GetWindowDrawList(), area, at, state.pan[i]);
    const ImGuiID id = ImGui::GetID(&area);
    note_item(ui, "code", id, at, end).takes_arrows = area.content_width > area.width;
    if (ui.activated == id) ImGui::SetClipboardText(area.code.c_str());
    if (ui.nudge.id == id)
      state.pan[i] =
          std::clamp(state.pan[i] + ui.nudge.x * ui.px(40), 0.0f, area.content_width - area.width);
    if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
        ImGui::IsMouseHoveringRect(at, end))
      pan_area(ui, area, at, &state.pan[i]);
  }
}

}  // namespace

void draw_markdown(Ui& ui, MarkdownState& state, const MarkdownText& text, float width) {
  lay_out_again(ui, state, text, width);
  const ImVec2 start = ImGui::GetCursorPos(), origin = ImGui::GetCursorScreenPos();
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const Seen seen{origin, list.GetClipRectMin().y - origin.y, list.GetClipRectMax().y - origin.y};
  draw_shapes(ui, state.layout, seen);
  draw_runs(ui, state, seen);
  draw_images(ui, state.layout, seen);
  draw_code_areas(ui, state, seen);
  if (text.glossary) draw_explained_words(ui, state.layout.terms, *text.glossary, seen.origin);
  draw_motions(ui, state, seen);
  ImGui::SetCursorPos(start);
  ImGui::Dummy({width, state.layout.height});
}

}  // namespace warplab::app
