#include "course/predictions.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace warplab::app {
namespace {

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }

}  // namespace

Predictions::Predictions(std::filesystem::path submission) : folder_(std::move(submission)) {
  (void)reload();
}

Result<bool> Predictions::reload() {
  Result<experiment::KeptPredictions> read = experiment::read_predictions(folder_);
  if (!read) {
    broken_ = read.error();
    return Error{broken_};
  }
  broken_.clear();
  kept_ = std::move(*read);
  return true;
}

ExperimentStatus Predictions::status(const experiment::Experiment& experiment) const {
  if (const experiment::SeenAnswer* seen = kept_.seen_of(experiment.slug))
    return seen->without_prediction ? ExperimentStatus::seen_without : ExperimentStatus::seen;
  return experiment::status_of(experiment, kept_).made > 0 ? ExperimentStatus::predicted
                                                           : ExperimentStatus::not_predicted;
}

bool Predictions::is_seen(const std::string& experiment) const {
  return kept_.seen_of(experiment) != nullptr;
}

bool Predictions::are_made(const experiment::Experiment& experiment) const {
  const experiment::PredictionStatus status = experiment::status_of(experiment, kept_);
  return status.made == status.asked;
}

Result<bool> Predictions::add(const experiment::Experiment& experiment,
                              const experiment::Prediction& prediction, experiment::Predicted said,
                              bool right) {
  if (is_seen(experiment.slug)) return true;
  experiment::KeptPrediction made;
  made.experiment = experiment.slug;
  made.prediction = prediction.name;
  made.kind = prediction.kind;
  made.said = std::move(said);
  made.right = right;
  made.date = today();
  return kept_.add(std::move(made)) ? write() : Result<bool>(true);
}

Result<bool> Predictions::see(const experiment::Experiment& experiment) {
  if (is_seen(experiment.slug)) return true;
  kept_.seen.push_back({experiment.slug, !are_made(experiment), today()});
  return write();
}

Result<bool> Predictions::write() {
  if (!broken_.empty()) return Error{broken_ + " It is left as it is, so this is not kept."};
  std::error_code ignored;  // writing says what is wrong
  std::filesystem::create_directories(folder_, ignored);
  return experiment::write_predictions(folder_, kept_);
}

}  // namespace warplab::app
