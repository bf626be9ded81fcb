#pragma once
#include "options.hpp"

namespace warplab::grader {

// `grader mutate`: grades mutants of each exercise's solution and says which survive its gates.
// Returns the exit code: 0 all that differ are caught, 1 some survive, 2 it could not be told.
int run_mutate(const Options& options);

}  // namespace warplab::grader
