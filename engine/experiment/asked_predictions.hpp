#pragma once
// What a student predicted in the experiments of a course, for the gates of exercises that ask.
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/exercise.hpp"
#include "experiment/judge.hpp"
#include "experiment/kept.hpp"
#include "verdict/judge/judge.hpp"

namespace warplab::experiment {

using AskForPrediction =
    std::function<verdict::PredictionEvidence(const exercise::PredictionAsked&)>;

// What the gates of an exercise ask for, in their order, and those of its hidden checks (may be
// null); empty: none does.
std::vector<exercise::PredictionAsked> asked_by(const exercise::Exercise& exercise,
                                                const exercise::Exercise* hidden = nullptr);

// What of a submission's predictions can decide a mark: the answers to these questions, without
// dates and without what the window thought of them. Two submissions that said the same have the
// same text. A file that cannot be read is its sentence. "" where nothing is asked.
std::string asked_text(const std::vector<exercise::PredictionAsked>& asked,
                       const Result<KeptPredictions>& kept);

// A question of an experiment that a gate asks about.
struct AskedQuestion {
  const Experiment* experiment = nullptr;
  const Prediction* prediction = nullptr;
};

// The experiments that gates ask about. They are read when the first one asks, and each answer is
// found once, whoever needs it first; from several threads.
class AskedExperiments {
 public:
  explicit AskedExperiments(std::filesystem::path course) : course_(std::move(course)) {}

  // What has to be right is judged anew, in the locked worker. `cancel` may be null.
  verdict::PredictionEvidence evidence(const exercise::PredictionAsked& asked,
                                       const Result<KeptPredictions>& kept,
                                       const std::atomic<bool>* cancel);
  // `exercise_hash`, and that of what decides which answer is right; alone where nothing is asked.
  std::string hash_with(const std::vector<exercise::PredictionAsked>& asked,
                        const std::string& exercise_hash);

 private:
  Result<AskedQuestion> find(const exercise::PredictionAsked& asked);
  void judge_anew(const AskedQuestion& found, const Predicted& said,
                  const std::atomic<bool>* cancel, verdict::PredictionEvidence& seen);
  Result<Answer> answer(const AskedQuestion& found, const std::atomic<bool>* cancel);

  const std::filesystem::path course_;
  std::mutex mutex_;  // of all below; an answer takes seconds, once
  std::optional<Result<std::vector<Entry>>> experiments_;
  std::map<const Prediction*, Answer> answers_;
};

// From a text that asked_text() made.
AskForPrediction predictions_in_text(const std::string& text,
                                     std::shared_ptr<AskedExperiments> experiments,
                                     const std::atomic<bool>* cancel);

// From predictions.json in `submission`, the folder with the student's files; experiments are
// folders of `course`. `cancel` may be null.
AskForPrediction predictions_in(std::filesystem::path submission, std::filesystem::path course,
                                const std::atomic<bool>* cancel);

// Whether `course` has what the gates of the exercise ask for. The Error names the gate and what is
// missing.
Result<bool> check_asked_predictions(const exercise::Exercise& exercise,
                                     const std::filesystem::path& course);

}  // namespace warplab::experiment
