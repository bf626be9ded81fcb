#pragma once
// The launches of the graded run side by side: what each asked of memory, what was moved for it,
// and how much of that it used; and each launch's lines.
#include <string>
#include <vector>

#include "results/line_costs.hpp"
#include "verdict/report/by_launch.hpp"

namespace warplab::app {

struct LaunchLines {
  verdict::CountedLaunch counted;
  std::vector<LineCost> lines;
  // "columns: column_sums", "rows: row_sums, given for comparison", "step, 5 launches".
  std::string title() const;
};
// The student's first, then what the exercise gives for comparison.
std::vector<LaunchLines> launch_lines(const verdict::VariantCounters& counted);

// A row of the table in which launches are columns.
struct ComparedRow {
  std::string what;                 // "Global loads", "bytes moved"
  std::string explanation;          // one sentence
  bool is_detail = false;           // of the last row that is none
  std::vector<std::string> values;  // one a launch; empty: nothing of the kind
};
std::vector<ComparedRow> compare_launches(const std::vector<LaunchLines>& launches);

// The most wasteful access of all lines in launches that are the student's own, in a sentence. What
// the exercise gives is never to blame: it is there to be compared with. `has_passed`: no limit of
// the exercise is broken, and the sentence says so first.
std::string headline(const std::vector<LaunchLines>& launches, bool has_passed = false);

}  // namespace warplab::app
