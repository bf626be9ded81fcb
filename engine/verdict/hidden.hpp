#pragma once
// Hidden checks: an instructor's own sizes, seeds, inputs and gates, graded beside the shipped ones
// and kept apart from them, so that what students see is made of what they know.
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/grade.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// Grades `source` at the exercise, then at `hidden`, which exercise::with_hidden_checks() made of
// it. The result is the exercise's, with that of the hidden checks in ExerciseResult::hidden: it
// passes where both do, and its score is what both earn together over what both could. Where a
// condition or a gate "correct" of the exercise does not pass, the hidden checks are not made and
// earn nothing. A hidden condition that does not pass takes the hidden points alone.
// `reference` keeps expected answers of `hidden`, as GradeOptions::reference does of the exercise.
ExerciseResult grade_with_hidden(const exercise::Exercise& exercise,
                                 const exercise::Exercise& hidden, const std::string& source,
                                 const GradeOptions& options, Reference* reference = nullptr);

}  // namespace warplab::verdict
