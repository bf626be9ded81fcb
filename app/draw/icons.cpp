#include "draw/icons.hpp"

#include <initializer_list>

namespace warplab::app {
namespace {

// A pen on a square of 16 x 16 units.
class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 at, float size, ImU32 color)
      : list_(list),
        at_(at),
        unit_(size / 16),
        color_(color),
        width_(1.5f * unit_ > 1 ? 1.5f * unit_ : 1) {}

  ImVec2 operator()(float x, float y) const { return {at_.x + x * unit_, at_.y + y * unit_}; }

  void path(std::initializer_list<ImVec2> points, bool closed = false) {
    for (const ImVec2& p : points) list_.PathLineTo((*this)(p.x, p.y));
    list_.PathStroke(color_, closed ? ImDrawFlags_Closed : 0, width_);
  }
  void shape(std::initializer_list<ImVec2> points) {
    for (const ImVec2& p : points) list_.PathLineTo((*this)(p.x, p.y));
    list_.PathFillConvex(color_);
  }
  void circle(float x, float y, float r) {
    list_.AddCircle((*this)(x, y), r * unit_, color_, 0, width_);
  }
  void disc(float x, float y, float r) { list_.AddCircleFilled((*this)(x, y), r * unit_, color_); }
  void arc(float x, float y, float r, float from, float to) {
    constexpr float kTurn = 6.2831853f;
    list_.PathArcTo((*this)(x, y), r * unit_, from * kTurn, to * kTurn);
    list_.PathStroke(color_, 0, width_);
  }
  void box(float x0, float y0, float x1, float y1, float rounding = 1.5f) {
    list_.AddRect((*this)(x0, y0), (*this)(x1, y1), color_, rounding * unit_, 0, width_);
  }
  void block(float x0, float y0, float x1, float y1, float rounding = 1.5f) {
    list_.AddRectFilled((*this)(x0, y0), (*this)(x1, y1), color_, rounding * unit_);
  }

 private:
  ImDrawList& list_;
  ImVec2 at_;
  float unit_;
  ImU32 color_;
  float width_;
};

// An arrow that turns to the left.
void turn_back(Pen& pen) {
  pen.arc(8.3f, 8.5f, 5, -0.42f, 0.36f);
  pen.path({{3.4f, 2.6f}, {3.9f, 6.4f}, {7.7f, 5.7f}});
}

// What draws each icon, with a pen on 16 x 16 units.
struct IconRow {
  Icon icon;
  void (*draw)(Pen& pen);
};
const IconRow kIcons[] = {
    {Icon::play,
     [](Pen& pen) {
       pen.shape({{4.5f, 2.5f}, {13.5f, 8}, {4.5f, 13.5f}});
     }},
    {Icon::stop, [](Pen& pen) { pen.block(3.5f, 3.5f, 12.5f, 12.5f); }},
    {Icon::pause,
     [](Pen& pen) {
       pen.block(4, 3, 6.5f, 13);
       pen.block(9.5f, 3, 12, 13);
     }},
    {Icon::step_back,
     [](Pen& pen) {
       pen.block(3, 3, 4.8f, 13);
       pen.shape({{12.5f, 3}, {12.5f, 13}, {5.5f, 8}});
     }},
    {Icon::step_forward,
     [](Pen& pen) {
       pen.block(11.2f, 3, 13, 13);
       pen.shape({{3.5f, 3}, {10.5f, 8}, {3.5f, 13}});
     }},
    {Icon::check,
     [](Pen& pen) {
       pen.path({{3, 8.5f}, {6.5f, 12}, {13, 4.5f}});
     }},
    {Icon::cross,
     [](Pen& pen) {
       pen.path({{4, 4}, {12, 12}});
       pen.path({{12, 4}, {4, 12}});
     }},
    {Icon::dash,
     [](Pen& pen) {
       pen.path({{4, 8}, {12, 8}});
     }},
    {Icon::circle, [](Pen& pen) { pen.circle(8, 8, 5.5f); }},
    {Icon::half,
     [](Pen& pen) {
       pen.circle(8, 8, 5.5f);
       pen.disc(8, 8, 2.4f);
     }},
    {Icon::warning,
     [](Pen& pen) {
       pen.path({{8, 2.2f}, {14.4f, 13.4f}, {1.6f, 13.4f}}, true);
       pen.path({{8, 6.4f}, {8, 9.6f}});
       pen.disc(8, 11.5f, 0.9f);
     }},
    {Icon::info,
     [](Pen& pen) {
       pen.circle(8, 8, 6);
       pen.path({{8, 7.4f}, {8, 11.4f}});
       pen.disc(8, 5, 0.9f);
     }},
    {Icon::error,
     [](Pen& pen) {
       pen.circle(8, 8, 6);
       pen.path({{5.8f, 5.8f}, {10.2f, 10.2f}});
       pen.path({{10.2f, 5.8f}, {5.8f, 10.2f}});
     }},
    {Icon::file,
     [](Pen& pen) {
       pen.path({{9, 1.8f},
                 {3.5f, 1.8f},
                 {3.5f, 14.2f},
                 {12.5f, 14.2f},
                 {12.5f, 5.4f},
                 {9, 1.8f},
                 {9, 5.4f},
                 {12.5f, 5.4f}});
     }},
    {Icon::external,
     [](Pen& pen) {
       pen.path({{7, 3}, {3, 3}, {3, 13}, {13, 13}, {13, 9}});
       pen.path({{9.5f, 2.5f}, {13.5f, 2.5f}, {13.5f, 6.5f}});
       pen.path({{13.5f, 2.5f}, {7.5f, 8.5f}});
     }},
    {Icon::undo, [](Pen& pen) { turn_back(pen); }},
    {Icon::reset,  // to the very beginning, where undo is a step
     [](Pen& pen) {
       pen.path({{3, 3}, {3, 13}});
       pen.path({{13.5f, 8}, {5.8f, 8}});
       pen.path({{9.2f, 4.4f}, {5.6f, 8}, {9.2f, 11.6f}});
     }},
    {Icon::search,
     [](Pen& pen) {
       pen.circle(7, 7, 4.3f);
       pen.path({{10.3f, 10.3f}, {14, 14}});
     }},
    {Icon::hint,
     [](Pen& pen) {
       pen.arc(8, 6.3f, 4.4f, 0.36f, 1.14f);
       pen.path({{5.2f, 9.6f}, {6, 11.6f}, {10, 11.6f}, {10.8f, 9.6f}});
       pen.path({{6.4f, 13.9f}, {9.6f, 13.9f}});
     }},
    {Icon::settings,
     [](Pen& pen) {
       for (const float y : {4.0f, 8.0f, 12.0f}) pen.path({{2.5f, y}, {13.5f, y}});
       pen.disc(6, 4, 1.9f);
       pen.disc(10.5f, 8, 1.9f);
       pen.disc(5, 12, 1.9f);
     }},
    {Icon::sun,
     [](Pen& pen) {
       pen.circle(8, 8, 3);
       for (int i = 0; i < 8; ++i) {
         constexpr float kX[] = {1, 0.707f, 0, -0.707f, -1, -0.707f, 0, 0.707f};
         const float x = kX[i], y = kX[(i + 6) % 8];
         pen.path({{8 + 5 * x, 8 + 5 * y}, {8 + 6.8f * x, 8 + 6.8f * y}});
       }
     }},
    {Icon::moon,
     [](Pen& pen) {
       pen.arc(7.6f, 8.2f, 5.6f, 0.06f, 0.72f);
       pen.arc(10.6f, 5.3f, 4.6f, 0.16f, 0.63f);
     }},
    {Icon::copy,
     [](Pen& pen) {
       pen.box(5.5f, 5.5f, 13.5f, 13.5f);
       pen.path({{3.4f, 10.5f}, {2.5f, 10.5f}, {2.5f, 2.5f}, {10.5f, 2.5f}, {10.5f, 3.4f}});
     }},
    {Icon::chevron_right,
     [](Pen& pen) {
       pen.path({{6, 3.5f}, {10.5f, 8}, {6, 12.5f}});
     }},
    {Icon::chevron_left,
     [](Pen& pen) {
       pen.path({{10, 3.5f}, {5.5f, 8}, {10, 12.5f}});
     }},
    {Icon::book,
     [](Pen& pen) {
       pen.path({{8, 4}, {8, 13}});
       pen.path({{8, 4}, {5.8f, 2.8f}, {2, 2.8f}, {2, 12}, {5.8f, 12}, {8, 13}});
       pen.path({{8, 4}, {10.2f, 2.8f}, {14, 2.8f}, {14, 12}, {10.2f, 12}, {8, 13}});
     }},
    {Icon::chevron_down,
     [](Pen& pen) {
       pen.path({{3.5f, 6}, {8, 10.5f}, {12.5f, 6}});
     }},
    {Icon::chevron_up,
     [](Pen& pen) {
       pen.path({{3.5f, 10}, {8, 5.5f}, {12.5f, 10}});
     }},
    {Icon::swap,
     [](Pen& pen) {
       pen.path({{2.5f, 5.5f}, {13, 5.5f}});
       pen.path({{10.2f, 2.7f}, {13, 5.5f}, {10.2f, 8.3f}});
       pen.path({{13.5f, 11}, {3, 11}});
       pen.path({{5.8f, 8.2f}, {3, 11}, {5.8f, 13.8f}});
     }},
    {Icon::plus,
     [](Pen& pen) {
       pen.path({{8, 3}, {8, 13}});
       pen.path({{3, 8}, {13, 8}});
     }},
    {Icon::minus,
     [](Pen& pen) {
       pen.path({{3, 8}, {13, 8}});
     }},
    {Icon::fit,
     [](Pen& pen) {
       pen.path({{2.5f, 6}, {2.5f, 2.5f}, {6, 2.5f}});
       pen.path({{10, 2.5f}, {13.5f, 2.5f}, {13.5f, 6}});
       pen.path({{13.5f, 10}, {13.5f, 13.5f}, {10, 13.5f}});
       pen.path({{6, 13.5f}, {2.5f, 13.5f}, {2.5f, 10}});
     }},
    {Icon::history,
     [](Pen& pen) {
       pen.circle(8, 8, 6);
       pen.path({{8, 4.4f}, {8, 8}, {10.8f, 9.6f}});
     }},
    {Icon::grid,
     [](Pen& pen) {
       pen.box(2.5f, 2.5f, 13.5f, 13.5f, 1);
       pen.path({{8, 2.5f}, {8, 13.5f}});
       pen.path({{2.5f, 8}, {13.5f, 8}});
     }},
    {Icon::close,
     [](Pen& pen) {
       pen.path({{4.5f, 4.5f}, {11.5f, 11.5f}});
       pen.path({{11.5f, 4.5f}, {4.5f, 11.5f}});
     }},
    {Icon::save,
     [](Pen& pen) {
       pen.path({{2.5f, 2.5f}, {10.8f, 2.5f}, {13.5f, 5.2f}, {13.5f, 13.5f}, {2.5f, 13.5f}}, true);
       pen.path({{5, 13.2f}, {5, 9}, {11, 9}, {11, 13.2f}});
     }},
    {Icon::keyboard,
     [](Pen& pen) {
       pen.box(1.5f, 4, 14.5f, 12);
       for (const float x : {4.5f, 8.0f, 11.5f}) pen.disc(x, 6.8f, 0.8f);
       pen.path({{5, 9.6f}, {11, 9.6f}});
     }},
    {Icon::chart,
     [](Pen& pen) {
       pen.path({{2.5f, 2.5f}, {2.5f, 13.5f}, {13.5f, 13.5f}});
       pen.path({{4.5f, 11}, {7.2f, 7.6f}, {9.6f, 8.8f}, {13, 3.6f}});
     }},
};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 at, float size, ImU32 color) {
  Pen pen(list, at, size, color);
  for (const IconRow& row : kIcons)
    if (row.icon == icon) return row.draw(pen);
}

}  // namespace warplab::app
