#pragma once
// How near two words are.
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace warplab {

// The fewest changes of single characters (insert, delete, replace, swap two neighbours) from `a`
// to `b`: optimal string alignment, which is Damerau-Levenshtein without repeated edits of one
// place.
inline size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> two_ago(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      current[j] = std::min(
          {previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], two_ago[j - 2] + 1);
    }
    std::swap(two_ago, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace warplab
