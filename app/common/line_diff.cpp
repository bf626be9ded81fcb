#include "common/line_diff.hpp"

#include <algorithm>

#include "base/lines.hpp"

namespace warplab::app {
namespace {

// As they are compared: a text from Windows has the lines of one from here.
std::vector<std::string> compared_lines(std::string_view text) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines)
    if (line.ends_with('\r')) line.pop_back();
  return lines;
}

// Beyond this many differing lines the texts have nothing to do with each other, and the search,
// which grows with their square, is not worth its time.
constexpr int kMostDifferences = 2000;

// Pairs of equal lines, in order: the longest common subsequence.
std::vector<std::pair<int, int>> matches(const std::vector<std::string>& a,
                                         const std::vector<std::string>& b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  const int most = std::min(n + m, kMostDifferences);
  // furthest[k]: how far along `a` a path with `d` differences gets on diagonal k = x - y.
  std::vector<int> furthest(static_cast<size_t>(2 * most + 3), 0);
  std::vector<std::vector<int>> history;
  const auto at = [&](std::vector<int>& v, int k) -> int& {
    return v[static_cast<size_t>(k + most + 1)];
  };
  int found = -1;
  for (int d = 0; d <= most && found < 0; ++d) {
    history.push_back(furthest);
    for (int k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && at(furthest, k - 1) < at(furthest, k + 1));
      int x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      int y = x - k;
      while (x < n && y < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)]) ++x, ++y;
      at(furthest, k) = x;
      if (x >= n && y >= m) {
        found = d;
        break;
      }
    }
  }
  std::vector<std::pair<int, int>> pairs;
  if (found < 0) return pairs;
  int x = n, y = m;
  for (int d = found; d >= 0; --d) {
    std::vector<int>& before = history[static_cast<size_t>(d)];
    const int k = x - y;
    const bool down = k == -d || (k != d && at(before, k - 1) < at(before, k + 1));
    const int from_k = down ? k + 1 : k - 1;
    const int from_x = d == 0 ? 0 : at(before, from_k), from_y = d == 0 ? 0 : from_x - from_k;
    while (x > from_x && y > from_y && x > 0 && y > 0 &&
           a[static_cast<size_t>(x - 1)] == b[static_cast<size_t>(y - 1)]) {
      --x, --y;
      pairs.emplace_back(x, y);
    }
    x = from_x, y = from_y;
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

LineDiff diff_lines(std::string_view left, std::string_view right) {
  LineDiff diff{compared_lines(left), compared_lines(right), {}, 0, 0, 0};
  auto pairs = matches(diff.left, diff.right);
  pairs.emplace_back(static_cast<int>(diff.left.size()), static_cast<int>(diff.right.size()));
  int x = 0, y = 0;
  for (const auto& [match_x, match_y] : pairs) {
    // Lines between two matches stand beside each other as far as both sides have some.
    for (; x < match_x && y < match_y; ++x, ++y, ++diff.changed)
      diff.rows.push_back({DiffRow::Kind::changed, x, y});
    for (; x < match_x; ++x, ++diff.removed) diff.rows.push_back({DiffRow::Kind::removed, x, -1});
    for (; y < match_y; ++y, ++diff.added) diff.rows.push_back({DiffRow::Kind::added, -1, y});
    if (x < static_cast<int>(diff.left.size()) && y < static_cast<int>(diff.right.size()))
      diff.rows.push_back({DiffRow::Kind::same, x++, y++});
  }
  return diff;
}

}  // namespace warplab::app
