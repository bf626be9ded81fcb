#include "draw/table_columns.hpp"

#include <algorithm>

namespace warplab::app {

float least_of(const std::vector<ColumnWidths>& wanted) {
  float least = 0;
  for (const ColumnWidths& w : wanted) least += std::min(w.least, w.most);
  return least;
}

std::vector<float> share(const std::vector<ColumnWidths>& wanted, float room, float smallest) {
  float most = 0;
  for (const ColumnWidths& w : wanted) most += w.most;
  const float least = least_of(wanted);
  std::vector<float> widths;
  for (const ColumnWidths& w : wanted) {
    const float small = std::min(w.least, w.most);
    if (most <= room) widths.push_back(w.most);
    else if (least <= room)
      widths.push_back(small + (room - least) * (w.most - small) / std::max(most - least, 1.0f));
    else widths.push_back(std::max(room * small / std::max(least, 1.0f), smallest));
  }
  return widths;
}

}  // namespace warplab::app
