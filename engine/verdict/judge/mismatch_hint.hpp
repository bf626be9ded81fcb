#pragma once
// What a kernel's text says of why its answer is wrong: parameters that are not what the exercise
// passes, no store at all, or a part of the place in the grid that it never asks for. True of the
// text, whatever else is wrong; a verdict never depends on it.
#include <map>
#include <string>
#include <string_view>

#include "compile/compile.hpp"
#include "verdict/run/writing_line.hpp"

namespace warplab::verdict {

// "in (double*), out (double*), n (int)"
std::string passed_text(const exercise::Exercise& exercise, const exercise::LaunchSpec& launch);

// Of a kernel that the exercise gives, where it is: a student has changed it, or deleted it. Empty
// for one that is the student's to write.
Saying given_kernel_hint(const exercise::Exercise& exercise, std::string_view kernel);

// A parameter of a kernel that has another type, or stands in another place, than what the exercise
// passes: one sentence, or empty.
Saying parameter_hint(const exercise::Exercise& exercise, std::string_view source);

// One sentence about the kernels that were given the buffer of `mismatch`, or empty. `source` is
// the student's file, `kernels` what was compiled of it.
Saying mismatch_hint(const WrongRun& wrong, std::string_view source,
                     const std::map<std::string, compile::KernelResources>& kernels,
                     const Mismatch& mismatch);

}  // namespace warplab::verdict
