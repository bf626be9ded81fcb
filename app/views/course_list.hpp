#pragma once
// The exercises of the course by module, with what was passed.
#include "model/lab.hpp"
#include "views/ui.hpp"

namespace warplab::app {

void draw_course_list(Ui& ui, const Lab& lab);

}  // namespace warplab::app
