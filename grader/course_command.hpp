#pragma once
#include "options.hpp"

namespace warplab::grader {

// Does what `options.course` says; returns the exit code: 0 done, 2 something could not be graded
// or the grader could not do its job. Marks decide nothing here.
int run_course(const Options& options);

}  // namespace warplab::grader
