#pragma once
// grade() of exercises whose files have host code: the file is built as a program, run once for
// each run that is planned, and its outputs are compared with those of the reference, which is such
// a file, too.
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/result/result.hpp"
#include "verdict/run/grade_options.hpp"

namespace warplab::verdict {

ExerciseResult grade_program(const exercise::Exercise& exercise, const std::string& source,
                             const GradeOptions& options);

}  // namespace warplab::verdict
