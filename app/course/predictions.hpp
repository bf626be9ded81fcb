#pragma once
// What the student has predicted in the experiments of a course, kept in their folder beside the
// .cu files, and which answers they have seen.
#include <filesystem>
#include <string>

#include "experiment/kept.hpp"

namespace warplab::app {

enum class ExperimentStatus : uint8_t {
  not_predicted,
  predicted,     // some or all of it, and the answer was not seen yet
  seen,          // after predicting
  seen_without,  // the student asked to be shown without predicting
};

class Predictions {
 public:
  explicit Predictions(std::filesystem::path submission);

  // The file as it is now. The Error says what is wrong with it; what was read before stays then,
  // and nothing is written over the file.
  Result<bool> reload();

  const experiment::KeptPredictions& kept() const { return kept_; }
  ExperimentStatus status(const experiment::Experiment& experiment) const;
  bool is_seen(const std::string& experiment) const;
  // Whether every prediction was made.
  bool are_made(const experiment::Experiment& experiment) const;

  // The first one stays; what is said after the answer was seen is none. The Error: it could not be
  // written.
  Result<bool> add(const experiment::Experiment& experiment,
                   const experiment::Prediction& prediction, experiment::Predicted said,
                   bool right);
  Result<bool> see(const experiment::Experiment& experiment);

 private:
  Result<bool> write();

  std::filesystem::path folder_;
  experiment::KeptPredictions kept_;
  std::string broken_;  // why the file is left alone; empty: it is not
};

}  // namespace warplab::app
