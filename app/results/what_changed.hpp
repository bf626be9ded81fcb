#pragma once
// What a student has changed between the exercise's starter and a kernel that passed, in a few
// numbers; and how far the course has come.
#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "results/history.hpp"
#include "results/launch_costs.hpp"
#include "results/run.hpp"

namespace warplab::app {

// "sectors for each global load: 32 -> 4, 8 times less".
struct Change {
  std::string what;
  double before = 0, after = 0;
  double factor() const { return before / after; }
  std::string numbers() const;  // "32 \u2192 4"
  std::string saving() const;   // "8 times less"
};

struct Changes {
  // "the starter", or the launch that the exercise gives for comparison: "row_sums".
  std::string beside;
  std::vector<Change> rows;  // the largest first; few
};

// `starter` may be empty: it was not run, or did not run to its end. Where it moves nothing, what
// the exercise gives for comparison stands in for it. Only what became less by a tenth or more is a
// change.
Changes what_changed(const std::vector<LaunchLines>& starter,
                     const std::vector<LaunchLines>& yours);

// Where the student goes from here.
struct CourseStanding {
  const CourseEntry* next = nullptr;  // in the list; after the last one what is not passed yet
  size_t exercises = 0, passed = 0;
  bool is_done() const { return exercises > 0 && passed == exercises; }
};

// One exercise of the summary at the end of the course.
struct CourseRow {
  std::string title;
  size_t runs = 0;          // in all
  size_t runs_to_pass = 0;  // until the first that passed
};

}  // namespace warplab::app
