#pragma once
// Experiments on the command line: those beside the exercises, their checks and sweeps.
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "experiment/check.hpp"
#include "experiment/experiment.hpp"
#include "options.hpp"

namespace warplab::grader {

// Takes the names of experiments out of `names`, and returns these experiments; without names all.
std::vector<const experiment::Entry*> choose_experiments(const std::vector<experiment::Entry>& all,
                                                         std::vector<std::string>& names);
// The sentence about a name that is none of them.
Error no_such_experiment(const std::string& name, const std::vector<experiment::Entry>& all);

// What the parameters are that --param says, the others at their starts.
Result<experiment::Point> point_of(const experiment::Experiment& experiment,
                                   const std::vector<std::string>& parameters);

// How it is run: with the model of the GPU that --model names, or of the experiment's own.
Result<experiment::RunOptions> run_options(const experiment::Experiment& experiment,
                                           const Options& options);

verdict::ExerciseCheck check_experiment(const experiment::Entry& entry, const Options& options,
                                        const std::atomic<bool>& interrupted);

// The sweep from the point that --param says. The Error is one sentence.
Result<experiment::Sweep> swept(const experiment::Experiment& experiment, const Options& options,
                                const std::atomic<bool>& interrupted);

// What became of the predictions that a student made (predictions.json in --submission). None of it
// gives an answer away: a student may read the report and try the next experiment.
struct JudgedPrediction {
  enum class Outcome : uint8_t { right, wrong, not_made };
  std::string name, question;
  Outcome outcome = Outcome::not_made;
};
std::string_view name_of(JudgedPrediction::Outcome outcome);  // "right", "wrong", "not made"

// In the order of the experiment. They are judged anew: what the file says of being right is not
// looked at. The Error is one sentence: a file that cannot be read, or a run that failed.
Result<std::vector<JudgedPrediction>> judged_predictions(const experiment::Experiment& experiment,
                                                         const Options& options,
                                                         const std::atomic<bool>& interrupted);

}  // namespace warplab::grader
