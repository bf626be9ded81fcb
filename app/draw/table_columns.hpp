#pragma once
// How wide the columns of a table in a statement are.
#include <vector>

namespace warplab::app {

// What the cells of a column want: room for the longest word, and for all in one line.
struct ColumnWidths {
  float least = 0, most = 0;
};

// The longest words of all columns side by side.
float least_of(const std::vector<ColumnWidths>& wanted);
// Columns get what they want if there is room; else each gets its longest word and a part of the
// rest in proportion to what it lacks. None is narrower than `smallest` where not even the longest
// words fit.
std::vector<float> share(const std::vector<ColumnWidths>& wanted, float room, float smallest);

}  // namespace warplab::app
