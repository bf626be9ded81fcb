#pragma once
// The exercises of the course by module, with what was passed.
#include <map>
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct CourseListState {
  std::string shown;                      // the entry that was brought into sight, by its slug
  std::map<std::string, bool> is_folded;  // modules whose titles were pressed
};

// `as_line`: the list is folded away, and how far the course has come stays.
void draw_course_list(Ui& ui, CourseListState& state, const Lab& lab, bool as_line = false);

}  // namespace warplab::app
