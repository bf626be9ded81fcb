#pragma once
// Two texts side by side, line by line. Eugene W. Myers, "An O(ND) Difference Algorithm and Its
// Variations", Algorithmica 1986.
#include <string>
#include <string_view>
#include <vector>

namespace warplab::app {

struct DiffRow {
  enum class Kind { same, removed, added, changed };  // changed: one line on each side, different
  Kind kind = Kind::same;
  int left = -1, right = -1;  // line numbers from 0; -1: nothing on this side
};

struct LineDiff {
  std::vector<std::string> left, right;
  std::vector<DiffRow> rows;
  int removed = 0, added = 0, changed = 0;
};

LineDiff diff_lines(std::string_view left, std::string_view right);

}  // namespace warplab::app
