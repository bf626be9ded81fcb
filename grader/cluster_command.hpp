#pragma once
// `grader course slurm` and `grader course kubernetes`: a course's work as jobs of a cluster.
#include "options.hpp"

namespace warplab::grader {

// Both return the exit status.
int write_slurm(const Options& options);
int write_kubernetes(const Options& options);

}  // namespace warplab::grader
