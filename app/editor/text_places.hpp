#pragma once
// Where rows, columns and letters of the editor's text are on the screen, in pixels.
#include <algorithm>
#include <cmath>

#include "editor/line_wrap.hpp"
#include "imgui.h"

namespace warplab::app {

struct TextPlaces {
  const TextBuffer& text;
  const LineWrap& wrap;  // of this text
  float font_size = 0, advance = 0, line_height = 0;
  float gutter = 0;  // width of what stands left of the text
  ImVec2 origin;     // of the first row, with the gutter

  // The tops of a line's first row, of the row that a position is in, and of its letters.
  float y_of_row(int row) const { return origin.y + line_height * static_cast<float>(row); }
  float y_of(int line) const { return y_of_row(wrap.first_row(line)); }
  float y_at(const Position& at) const { return y_of_row(wrap.place_of(text, at).row); }
  float height_of(int line) const { return line_height * static_cast<float>(wrap.rows_of(line)); }
  float x_of(const Position& at) const {
    return origin.x + gutter + advance * static_cast<float>(wrap.place_of(text, at).column);
  }
  float letters_in(float top) const { return top + std::round((line_height - font_size) / 2); }
  float text_top(int line) const { return letters_in(y_of(line)); }
  int row_at(float y) const {
    const int row = static_cast<int>(std::floor((y - origin.y) / line_height));
    return std::clamp(row, 0, wrap.row_count() - 1);
  }
  int line_at(float y) const { return wrap.row(text, row_at(y)).line; }

  // A part of a line row by row, as it is broken.
  template <class Draw>
  void each_row(int line, int begin, int end, Draw draw) const {
    const int first = wrap.first_row(line);
    for (int i = first; i < first + wrap.rows_of(line); ++i) {
      const LineWrap::Row row = wrap.row(text, i);
      const int from = std::max(begin, row.begin), to = std::min(end, row.end);
      if (from < to || (begin == end && from == to && i == row_of({line, begin})))
        draw(i, from, to);
    }
  }
  int row_of(const Position& at) const { return wrap.place_of(text, at).row; }
  // Also of a row's end, which is the next row's first place.
  float x_in(int row, int line, int column) const {
    const LineWrap::Row at = wrap.row(text, row);
    const int columns = screen_column(text.line(line), column);
    return origin.x + gutter + advance * static_cast<float>(columns - at.begin_column + at.indent);
  }

  // Of the screen, also right of where the line ends.
  int column_at(ImVec2 mouse) const {
    return std::max(static_cast<int>(std::round((mouse.x - origin.x - gutter) / advance)), 0);
  }

  Position position_at(ImVec2 mouse) const {
    return wrap.position_at(text, {row_at(mouse.y), column_at(mouse)});
  }
};

}  // namespace warplab::app
