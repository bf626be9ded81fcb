#pragma once
// Where lines of code are broken that are wider than the editor: into rows, at spaces and behind
// commas where there are any, the further rows of a line below its indentation.
#include <vector>

#include "common/text_buffer.hpp"

namespace warplab::app {

class LineWrap {
 public:
  // A row of the screen: bytes of a line, and where they stand.
  struct Row {
    int line = 0;
    int begin = 0, end = 0;  // bytes
    int begin_column = 0;    // that the line has at `begin`, unbroken
    int indent = 0;          // columns before it; of a line's first row none
  };

  // `columns` that there is room for; 0: lines are not broken. Does nothing where neither the text
  // nor the room is another one.
  void update(const TextBuffer& text, int columns);
  bool is_on() const { return columns_ > 0; }
  int columns() const { return columns_; }

  int row_count() const { return is_on() ? static_cast<int>(rows_.size()) : lines_; }
  int first_row(int line) const;
  int rows_of(int line) const;
  Row row(const TextBuffer& text, int row) const;

  // Where a position of the text is seen.
  struct Place {
    int row = 0, column = 0;
  };
  Place place_of(const TextBuffer& text, const Position& at) const;
  Position position_at(const TextBuffer& text, const Place& place) const;

 private:
  void add_line(const TextBuffer& text, int line);

  int columns_ = 0, lines_ = 0;
  uint64_t version_ = ~uint64_t{0};
  std::vector<Row> rows_;
  std::vector<int> first_;  // of each line
};

}  // namespace warplab::app
