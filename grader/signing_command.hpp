#pragma once
// `grader keygen` and `grader verify`.
#include "options.hpp"

namespace warplab::grader {

int run_keygen(const Options& options);
int run_verify(const Options& options);

}  // namespace warplab::grader
