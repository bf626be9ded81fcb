#pragma once
#include "options.hpp"

namespace warplab::grader {

// Grades one exercise without a GPU and says why each gate failed, with pictures of what lines ask
// of memory. Returns the exit code: 0 explained, whatever the verdict; 2 it could not be.
int run_explain(const Options& options);

}  // namespace warplab::grader
