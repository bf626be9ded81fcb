#pragma once
// The exercises of the course by module, with what was passed.
#include "model/lab.hpp"
#include "views/ui.hpp"

namespace warplab::app {

// `as_line`: the list is folded away, and how far the course has come stays.
void draw_course_list(Ui& ui, const Lab& lab, bool as_line = false);

}  // namespace warplab::app
