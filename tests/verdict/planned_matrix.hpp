#pragma once
// An exercise over a matrix, for tests of the sizes that are planned.
#include "exercise/exercise.hpp"

namespace planned {

// As the shipped transposes: checks up to 64 x 129, graded at 2048 x 2048, a thread an element.
warplab::exercise::Exercise matrix();

}  // namespace planned
