#pragma once
// Running an exercise on a student's source and judging it. The one path behind the grader, the
// window and `grader check`.
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/result/result.hpp"
#include "verdict/run/grade_options.hpp"

namespace warplab::verdict {

// `source` is the text of the student's file, already read and checked by read_source(). The same
// exercise, source and seed give the same result, times apart, for every number of threads.
ExerciseResult grade(const exercise::Exercise&, const std::string& source, const GradeOptions&);

// The result of a submission without a source: read_source()'s sentence fails the gate "compiles".
ExerciseResult reject(const exercise::Exercise&, const std::string& sentence, uint64_t seed);
// The same where the system refuses it (Submitted::refused): there is no score.
ExerciseResult unread_submission(const exercise::Exercise&, std::string sentence);

}  // namespace warplab::verdict
