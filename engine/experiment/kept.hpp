#pragma once
// Predictions in the student's folder, beside the .cu files: predictions.json. The first one that
// is made stays; what is said after the answer was seen is none.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "experiment/experiment.hpp"

namespace warplab::experiment {

inline constexpr const char* kPredictionsFile = "predictions.json";

struct KeptPrediction {
  std::string experiment, prediction;  // slug, and Prediction::name
  Prediction::Kind kind = Prediction::Kind::number;
  Predicted said;
  bool right = false;  // as judged when it was made: for lists; a grade judges anew
  std::string date;    // "2026-11-22"
};

// An experiment whose answer was shown.
struct SeenAnswer {
  std::string experiment;           // slug
  bool without_prediction = false;  // some of its predictions had not been made
  std::string date;
};

struct KeptPredictions {
  std::vector<KeptPrediction> all;
  std::vector<SeenAnswer> seen;
  const SeenAnswer* seen_of(std::string_view experiment) const;  // null: it was not shown yet
  const KeptPrediction* find(std::string_view experiment, std::string_view prediction) const;
  // False: there is one already, and it stays.
  bool add(KeptPrediction made);
};

// A file that is not there holds none. The Error names the file and what is wrong in it.
Result<KeptPredictions> read_predictions(const std::filesystem::path& folder);
Result<KeptPredictions> parse_predictions(std::string_view json, const std::string& file);
// What read_predictions() reads back.
std::string text_of(const KeptPredictions& kept);
Result<bool> write_predictions(const std::filesystem::path& folder, const KeptPredictions& kept);

// For the course list.
struct PredictionStatus {
  size_t asked = 0, made = 0, right = 0;
};
PredictionStatus status_of(const Experiment& experiment, const KeptPredictions& kept);

}  // namespace warplab::experiment
