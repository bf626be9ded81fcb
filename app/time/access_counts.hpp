#pragma once
// Where no time was measured: what decides it, counted, launch by launch, each kind of access as a
// bar beside the least that would do.
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

// `why`: why no time was measured, one sentence; or empty.
void draw_access_counts(Ui& ui, const Work& work, const std::string& why);

}  // namespace warplab::app
