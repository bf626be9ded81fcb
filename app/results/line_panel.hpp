#pragma once
// A buffer of one dimension as a line: values upwards, the numbers of the elements across.
#include "draw/picture.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

struct LinePlot {
  const Picture* picture = nullptr;  // that is_line()
  PictureSide side = PictureSide::actual;
  ValueRange range;  // at the bottom and the top
  ImVec2 at, size;   // on the screen
  double first = 0;  // the element at the left edge; 2.5 is the middle of the third
  double zoom = 1;  // pixels of an element; below 1 a pixel shows the least and greatest of several
  bool has_labels = true;            // the ends of the range, and the elements that are seen
  std::optional<int64_t> hovered;    // a line stands there
  const LitElements* lit = nullptr;  // null: none
};

// Of Palette::series, what the line of the difference is drawn with: the ticks of what is wrong
// stand below it, and this one is told apart from them by every kind of colour vision.
inline constexpr size_t kDifferenceSeries = 3;

// Where an element's value stands above the bottom of the plot, on the screen. What lies beyond the
// range stands at its end.
float height_of(const Ui& ui, const LinePlot& plot, double value);

// Wrong elements have a tick at the bottom, a NaN or an infinity one at the top, so that none is
// lost among many. PictureSide::wrong is the ticks alone.
void draw_line_plot(Ui& ui, const LinePlot& plot);

}  // namespace warplab::app
