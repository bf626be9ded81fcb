#pragma once
// One student's files: which of them answers an exercise.
#include <filesystem>
#include <optional>
#include <string>

#include "exercise/exercise.hpp"
#include "experiment/asked_predictions.hpp"
#include "verdict/plan/read_source.hpp"

namespace warplab::grader {

// The text of the file for `exercise`: in `folder`, the first there is of
//   column_sums.cu                    a flat folder, as students hand it in
//   22-column-sums/column_sums.cu     a copy of the exercises, edited in place
//   22-column-sums/solution.cu        the solutions of this repository
// and likewise in `column-sums/`. A zip is read as in a class, wherever the file lies in it. A
// submission that is another file is that file, whatever its name.
// Without one, the file in the exercise, which is the instructor's. The Error is a sentence for the
// student: missing (with what was probably meant), empty, binary, too large, a link.
verdict::Submitted read_submission(const exercise::Exercise& exercise,
                                   const std::optional<std::filesystem::path>& submission);

// Where that text is: the file itself, a zip, or, of a folder in which there is none, where it is
// expected.
std::filesystem::path file_of(const exercise::Exercise& exercise,
                              const std::optional<std::filesystem::path>& submission);

// What the student said in experiments; none where there is no such file. The Error says why it
// cannot be read.
Result<experiment::KeptPredictions> read_predictions(const exercise::Exercise& exercise,
                                                     const std::filesystem::path& submission);

// Why a submission cannot be used, one sentence; empty: it can. `may_be_file`: it is one
// exercise's.
std::string trouble_with(const std::filesystem::path& submission, bool may_be_file);

}  // namespace warplab::grader
