#pragma once
// Compiles a kernel with its variables marked, and runs it looking for those without a value.
#include <string>

#include "sim/simulate.hpp"

namespace warplab::undefined {

// What comes after `extern "C" __global__ void k(const float* in, float* out, float* change,
// int n) {`, in line 1; in front of it stands `before`, which has no line end. `in` and `change`
// hold 64 numbers each, `out` has room for as many and must be written; n is 48. One block of 64
// threads. What becomes of the kernel as it is graded, without marks, is not looked at.
sim::Report run_marked(const std::string& before, const std::string& body);

// The same, and then a launch of 32 by 2 threads whose kernel is `after`, all in one line behind
// the body: it is named `last` and has the same parameters.
sim::Report run_marked(const std::string& before, const std::string& body,
                       const std::string& after);

// "line 3: ..." for each finding, for the messages of failed checks.
std::string text_of(const sim::Report& report);

}  // namespace warplab::undefined
