#pragma once
// What a student predicted in the experiments of a course, for the gates of exercises that ask.
#include <atomic>
#include <filesystem>
#include <functional>

#include "exercise/exercise.hpp"
#include "verdict/judge.hpp"

namespace warplab::experiment {

using AskForPrediction =
    std::function<verdict::PredictionEvidence(const exercise::PredictionAsked&)>;

// From predictions.json in `submission`, the folder with the student's files; experiments are
// folders of `course`. What has to be right is judged anew, in the locked worker. `cancel` may be
// null.
AskForPrediction predictions_in(std::filesystem::path submission, std::filesystem::path course,
                                const std::atomic<bool>* cancel);

// Whether `course` has what the gates of the exercise ask for. The Error names the gate and what is
// missing.
Result<bool> check_asked_predictions(const exercise::Exercise& exercise,
                                     const std::filesystem::path& course);

}  // namespace warplab::experiment
