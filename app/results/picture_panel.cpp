#include "results/picture_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/picture_legend.hpp"
#include "draw/widgets.hpp"
#include "results/line_panel.hpp"

namespace warplab::app {
namespace {

constexpr double kLargestZoom = 160, kSmallestZoom = 1.0 / 64;
constexpr double kGridFrom = 12;   // pixels of an element from which its edges are drawn
constexpr float kValuesFrom = 24;  // units of an element from which its value is written
// Behind the value of what is hatched: a ground of its own.
constexpr std::array<uint8_t, 3> kHatched = {13, 13, 13};

int64_t step_for(double zoom) {
  int64_t step = 1;
  while (zoom * static_cast<double>(step) < 0.75) step *= 2;
  return step;
}

double zoom_of(const PictureView& view, const Picture& picture, ImVec2 size) {
  return view.zoom > 0 ? view.zoom : fitting_zoom(picture, size);
}

struct Middle {
  double row, column;
};
Middle middle_of(const PictureView& view, const Picture& picture) {
  if (view.zoom > 0) return {view.row, view.column};
  return {static_cast<double>(picture.rows()) / 2, static_cast<double>(picture.columns()) / 2};
}

// Where elements are on the screen.
struct Projection {
  ImVec2 begin, size;  // of the panel, on the screen
  ImVec2 middle;       // on the screen
  Middle at;           // the element there
  double zoom;
  bool is_line;  // it has one row, over the whole height
  float x(double column) const {
    return middle.x + static_cast<float>((column - at.column) * zoom);
  }
  float y(double row) const { return middle.y + static_cast<float>((row - at.row) * zoom); }
  int64_t column(float px) const {
    return static_cast<int64_t>(std::floor((px - middle.x) / zoom + at.column));
  }
  int64_t row(float py) const {
    if (is_line) return 0;
    return static_cast<int64_t>(std::floor((py - middle.y) / zoom + at.row));
  }
};

ImTextureID paint(Ui& ui, OutputState& state, const PanelContent& content, int slot,
                  const OutputState::Painted& wanted) {
  const auto index = static_cast<size_t>(slot);
  if (state.painted[index] == wanted) return state.textures[index];
  state.painted[index] = wanted;
  state.kept[index] = content.picture;
  const ValueGrid grid = content.picture->sample(content.side, wanted.row, wanted.column,
                                                 wanted.rows, wanted.columns, wanted.step);
  state.textures[index] = ui.painter ? ui.painter->paint(content.first_texture + slot, grid,
                                                         content.range, *content.map)
                                     : nullptr;
  return state.textures[index];
}

// The colour of a cell as the shader has it.
std::array<uint8_t, 3> ground_of(const PanelContent& content, double value) {
  const double place = (value - content.range.low) / (content.range.high - content.range.low);
  return std::isfinite(value) ? color_at(*content.map, place) : kHatched;
}

void draw_values(Ui& ui, ImDrawList& list, const PanelContent& content, const Projection& p,
                 const OutputState::Painted& seen) {
  const Picture& picture = *content.picture;
  ImFont* font = ui.fonts.code_small;
  const float room = static_cast<float>(p.zoom) - ui.px(4);
  for (int64_t r = seen.row; r < seen.row + seen.rows; ++r)
    for (int64_t c = seen.column; c < seen.column + seen.columns; ++c) {
      if (!picture.contains(r, c)) continue;
      const std::string text = text_that_fits(font, picture, content.side, {r, c}, room);
      if (text.empty()) continue;
      const float width = text_width(font, text);
      const ImVec2 at{p.x(static_cast<double>(c) + 0.5) - width / 2,
                      p.y(static_cast<double>(r) + 0.5) - font->FontSize / 2};
      const double value = picture.value(content.side, r, c);
      const bool black = asks_for_black(ground_of(content, value));
      if (!std::isfinite(value))  // on a hatching nothing is read
        list.AddRectFilled({at.x - ui.px(3), at.y - ui.px(1)},
                           {at.x + width + ui.px(3), at.y + font->FontSize + ui.px(1)},
                           IM_COL32(13, 13, 13, 255), ui.px(3));
      put_text(list, font, at, black ? IM_COL32_BLACK : IM_COL32_WHITE, text);
    }
}

// A corner of what is wrong, where cells are large enough: colours do not tell 7 from 8.
void draw_wrong_corners(Ui& ui, ImDrawList& list, const PanelContent& content, const Projection& p,
                        const OutputState::Painted& seen) {
  const float side = std::max(ui.px(6), static_cast<float>(p.zoom) * 0.2f);
  for (int64_t r = seen.row; r < seen.row + seen.rows; ++r)
    for (int64_t c = seen.column; c < seen.column + seen.columns; ++c) {
      if (!content.picture->is_wrong(r, c)) continue;
      const ImVec2 corner{p.x(static_cast<double>(c) + 1), p.y(static_cast<double>(r))};
      list.AddTriangleFilled(corner, {corner.x, corner.y + side}, {corner.x - side, corner.y},
                             ui.color().dark ? IM_COL32_BLACK : IM_COL32_WHITE);
      const float inner = side - 2;
      list.AddTriangleFilled(corner, {corner.x, corner.y + inner}, {corner.x - inner, corner.y},
                             ui.color().fail);
    }
}

void draw_elements(Ui& ui, OutputState& state, const PanelContent& content, int slot,
                   const Projection& p) {
  const Picture& picture = *content.picture;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  OutputState::Painted wanted;
  wanted.picture = &picture;
  wanted.side = content.side;
  wanted.step = step_for(p.zoom);
  const auto begin = [&](int64_t first) {
    return std::max<int64_t>(first, 0) / wanted.step * wanted.step;
  };
  wanted.row = begin(p.row(p.begin.y));
  wanted.column = begin(p.column(p.begin.x));
  wanted.rows = std::min(p.row(p.begin.y + p.size.y) + 1, picture.rows()) - wanted.row;
  wanted.columns = std::min(p.column(p.begin.x + p.size.x) + 1, picture.columns()) - wanted.column;
  wanted.low = content.range.low;
  wanted.high = content.range.high;
  wanted.map = content.map;
  if (wanted.rows <= 0 || wanted.columns <= 0) return;
  const ImTextureID texture = paint(ui, state, content, slot, wanted);
  const auto joined = [&](int64_t n) { return (n + wanted.step - 1) / wanted.step * wanted.step; };
  const ImVec2 a{p.x(static_cast<double>(wanted.column)), p.y(static_cast<double>(wanted.row))};
  const ImVec2 b{p.x(static_cast<double>(wanted.column + joined(wanted.columns))),
                 p.y(static_cast<double>(wanted.row + joined(wanted.rows)))};
  if (texture) list.AddImage(texture, a, b);
  if (p.zoom >= kGridFrom) {
    const ImU32 line = with_alpha(ui.color().background, 0.55f);
    for (int64_t r = wanted.row; r <= wanted.row + wanted.rows; ++r)
      list.AddLine({a.x, p.y(static_cast<double>(r))}, {b.x, p.y(static_cast<double>(r))}, line);
    for (int64_t c = wanted.column; c <= wanted.column + wanted.columns; ++c)
      list.AddLine({p.x(static_cast<double>(c)), a.y}, {p.x(static_cast<double>(c)), b.y}, line);
  }
  if (p.zoom < ui.px(kValuesFrom)) return;
  if (content.side == PictureSide::actual) draw_wrong_corners(ui, list, content, p, wanted);
  // Numbers are written where they are compared; the mask and the difference show where to look.
  if (content.side == PictureSide::wrong || content.side == PictureSide::difference) return;
  draw_values(ui, list, content, p, wanted);
}

void outline(ImDrawList& list, Ui& ui, const Projection& p, int64_t row, int64_t column,
             ImU32 color) {
  const auto r = static_cast<double>(row), c = static_cast<double>(column);
  // At least a few pixels, or a single element of a large picture could not be found.
  const float least = ui.px(5);
  ImVec2 a{p.x(c), p.y(r)}, b{p.x(c + 1), p.y(r + 1)};
  if (b.x - a.x < least) a.x -= least / 2, b.x += least / 2;
  if (b.y - a.y < least) a.y -= least / 2, b.y += least / 2;
  list.AddRect({a.x - 2, a.y - 2}, {b.x + 2, b.y + 2}, IM_COL32(0, 0, 0, 200), 0, 0, 1);
  list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, color, 0, 0, std::max(1.5f, ui.px(1.5f)));
}

// Elements that an access touches: what is moved for nothing in one colour, what lanes ask for in
// another with a frame, since a picture has every colour; that of the chosen lane with a frame of
// its own.
void draw_lit(ImDrawList& list, Ui& ui, const PanelContent& content, const Projection& p) {
  const Picture& picture = *content.picture;
  constexpr double kFrameFrom = 6;  // pixels of an element
  const auto fill = [&](uint64_t index, ImU32 color, bool framed) {
    const auto element = static_cast<int64_t>(index);
    const auto r = static_cast<double>(element / picture.columns());
    const auto c = static_cast<double>(element % picture.columns());
    // So small that it could not be found it is made larger.
    const ImVec2 a{p.x(c), p.y(r)}, b{std::max(p.x(c + 1), a.x + 2), std::max(p.y(r + 1), a.y + 2)};
    list.AddRectFilled(a, b, color);
    if (framed && p.zoom >= kFrameFrom) list.AddRect(a, b, IM_COL32_WHITE);
  };
  const ImU32 moved = with_alpha(ui.color().fail, 0.6f), asked = with_alpha(ui.color().pass, 0.85f);
  for (const uint64_t index : content.lit->moved) fill(index, moved, false);
  for (const uint64_t index : content.lit->asked) fill(index, asked, true);
  if (!content.lit->of_lane) return;
  const auto element = static_cast<int64_t>(*content.lit->of_lane);
  outline(list, ui, p, element / picture.columns(), element % picture.columns(), ui.color().warn);
}

void draw_grid(Ui& ui, OutputState& state, const PanelContent& content, int slot,
               const Projection& p) {
  const Picture& picture = *content.picture;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_elements(ui, state, content, slot, p);
  if (content.lit && content.lit->buffer == picture.buffer()) draw_lit(list, ui, content, p);
  if (const auto wrong = picture.first_wrong())
    outline(list, ui, p, wrong->row, wrong->column, ui.color().fail);
  if (state.hovered)
    outline(list, ui, p, state.hovered->row, state.hovered->column, IM_COL32_WHITE);
}

void draw_line(Ui& ui, const OutputState& state, const PanelContent& content, const Projection& p) {
  LinePlot plot;
  plot.picture = content.picture.get();
  plot.side = content.side;
  plot.range = content.range;
  plot.has_labels = content.has_labels;
  plot.at = p.begin;
  plot.size = p.size;
  plot.zoom = p.zoom;
  plot.first = p.at.column - (p.middle.x - p.begin.x) / p.zoom;
  if (state.hovered) plot.hovered = state.hovered->column;
  if (content.lit && content.lit->buffer == plot.picture->buffer()) plot.lit = content.lit;
  draw_line_plot(ui, plot);
}

void handle_mouse(OutputState& state, const Picture& picture, const Projection& p) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered()) {
    const int64_t row = p.row(io.MousePos.y), column = p.column(io.MousePos.x);
    if (picture.contains(row, column)) state.hovered = OutputState::Place{row, column};
    if (io.MouseWheel != 0)
      zoom_view(
          state.view, picture, p.size, std::pow(1.25, static_cast<double>(io.MouseWheel)),
          {io.MousePos.x - p.begin.x - p.size.x / 2, io.MousePos.y - p.begin.y - p.size.y / 2});
    if (ImGui::IsMouseDoubleClicked(0)) state.view = {};
    // Pressed and let go at one place.
    if (ImGui::IsMouseReleased(0) && io.MouseDragMaxDistanceSqr[0] < 9 &&
        picture.contains(row, column))
      state.chosen = OutputState::Place{row, column};
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2)) {
    const Middle middle = middle_of(state.view, picture);
    state.view.zoom = p.zoom;
    state.view.row =
        std::clamp(middle.row - io.MouseDelta.y / p.zoom, 0.0, static_cast<double>(picture.rows()));
    state.view.column = std::clamp(middle.column - io.MouseDelta.x / p.zoom, 0.0,
                                   static_cast<double>(picture.columns()));
  }
}

// By keyboard: the element whose value is read, a pixel or more further.
void move_reading(const Ui& ui, OutputState& state, const Picture& picture, const Projection& p) {
  const auto step = std::max<int64_t>(1, static_cast<int64_t>(std::lround(4 / p.zoom)));
  const OutputState::Place from = state.hovered.value_or(
      OutputState::Place{static_cast<int64_t>(p.at.row), static_cast<int64_t>(p.at.column)});
  const int64_t row = from.row + static_cast<int64_t>(ui.nudge.y) * step;
  const int64_t column = from.column + static_cast<int64_t>(ui.nudge.x) * step;
  state.hovered = OutputState::Place{std::clamp<int64_t>(row, 0, picture.rows() - 1),
                                     std::clamp<int64_t>(column, 0, picture.columns() - 1)};
}

}  // namespace

float panel_title_height(const Ui& ui) { return ui.fonts.small->FontSize + ui.px(7); }

double fitting_zoom(const Picture& picture, ImVec2 size) {
  const double x = size.x / static_cast<double>(std::max<int64_t>(picture.columns(), 1));
  const double y = size.y / static_cast<double>(std::max<int64_t>(picture.rows(), 1));
  if (picture.is_line()) return std::min(x, kLargestZoom);
  const double zoom = std::min({x, y, kLargestZoom});
  // Whole pixels where little is lost by it: every element gets the same size.
  return zoom >= 4 ? std::floor(zoom) : zoom;
}

void zoom_view(PictureView& view, const Picture& picture, ImVec2 panel, double factor,
               ImVec2 from_middle) {
  const double before = zoom_of(view, picture, panel);
  const Middle middle = middle_of(view, picture);
  const double fitting = fitting_zoom(picture, panel);
  const double zoom = std::clamp(before * factor, std::min(kSmallestZoom, fitting), kLargestZoom);
  if (factor < 1 && zoom <= fitting) {
    view = {};
    return;
  }
  view.row = middle.row + from_middle.y / before - from_middle.y / zoom;
  view.column = middle.column + from_middle.x / before - from_middle.x / zoom;
  view.zoom = zoom;
}

void draw_picture_panel(Ui& ui, OutputState& state, const PanelContent& content, int slot,
                        ImVec2 at, ImVec2 size) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float head = panel_title_height(ui);
  const float note_width = text_width(ui.fonts.small, content.brief_note);
  const float beside = note_width > 0 ? note_width + ui.px(8) : 0;
  const std::string& title =
      content.brief_title.empty() ||
              text_width(ui.fonts.small_strong, content.title) + beside <= size.x
          ? content.title
          : content.brief_title;
  put_text_cut(list, ui.fonts.small_strong, at, color.dim, title, size.x);
  const float room = size.x - text_width(ui.fonts.small_strong, title) - ui.px(8);
  // Half a number says something else: the first one that is seen whole, or none.
  for (const std::string& note : {content.note, content.brief_note}) {
    const float width = text_width(ui.fonts.small, note);
    if (note.empty() || width > room) continue;
    put_text(list, ui.fonts.small, {at.x + size.x - width, at.y},
             content.note_is_bad ? color.fail : color.faint, note);
    break;
  }
  at.y += head;
  size.y -= head;
  if (size.x < 4 || size.y < 4) return;
  const ImVec2 end{at.x + size.x, at.y + size.y};
  list.AddRectFilled(at, end, color.editor, ui.px(4));
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(slot);
  ImGui::InvisibleButton("picture", size);
  Ui::PlacedItem& item = note_item(ui, "picture");
  item.takes_arrows = true;
  const ImGuiID item_id = item.id;
  const bool is_nudged = item_id && ui.nudge.id == item_id;
  ImGui::PopID();
  const Picture& picture = *content.picture;
  Projection p{at,
               size,
               {at.x + size.x / 2, at.y + size.y / 2},
               middle_of(state.view, picture),
               zoom_of(state.view, picture, size),
               picture.is_line()};
  // Cells begin at whole pixels; a pixel of a line may be many elements.
  if (!p.is_line) p.middle = {std::round(p.middle.x), std::round(p.middle.y)};
  handle_mouse(state, picture, p);
  if (is_nudged) move_reading(ui, state, picture, p);
  if (item_id != 0 && ui.activated == item_id && state.hovered) state.chosen = state.hovered;
  p.at = middle_of(state.view, picture);
  p.zoom = zoom_of(state.view, picture, size);
  list.PushClipRect(at, end, true);
  if (picture.is_line()) draw_line(ui, state, content, p);
  else draw_grid(ui, state, content, slot, p);
  list.PopClipRect();
  list.AddRect(at, end, color.border, ui.px(4));
}

}  // namespace warplab::app
