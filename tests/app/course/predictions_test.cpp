// Predictions lie in the student's folder, the first ones stay, and what was seen is remembered.
#include "course/predictions.hpp"

#include <doctest/doctest.h>

#include "sample_experiments.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

struct Sample {
  TemporaryFolder folder;
  std::filesystem::path mine = folder.path() / "mine";
  experiment::Experiment experiment = sample_experiment(folder.path());
  Sample() {
    experiment.predictions = {number_prediction(), choice_prediction()};
    std::filesystem::create_directories(mine);
  }
  experiment::Predicted number(double value) const {
    experiment::Predicted said;
    said.number = value;
    return said;
  }
};

}  // namespace

TEST_CASE("an experiment is not predicted, predicted, seen") {
  Sample sample;
  Predictions predictions(sample.mine);
  CHECK(predictions.status(sample.experiment) == ExperimentStatus::not_predicted);
  REQUIRE(predictions.add(sample.experiment, sample.experiment.predictions[0], sample.number(32),
                          true));
  CHECK(predictions.status(sample.experiment) == ExperimentStatus::predicted);
  CHECK_FALSE(predictions.are_made(sample.experiment));
  REQUIRE(predictions.add(sample.experiment, sample.experiment.predictions[1], {}, false));
  CHECK(predictions.are_made(sample.experiment));
  REQUIRE(predictions.see(sample.experiment));
  CHECK(predictions.status(sample.experiment) == ExperimentStatus::seen);
  // Another window on the same folder.
  const Predictions again(sample.mine);
  CHECK(again.status(sample.experiment) == ExperimentStatus::seen);
  REQUIRE(again.kept().find("stride", "sectors at 8"));
  CHECK(again.kept().find("stride", "sectors at 8")->said.number == 32);
}

TEST_CASE("who asks to be shown has not predicted, and what is said later is no prediction") {
  Sample sample;
  Predictions predictions(sample.mine);
  REQUIRE(predictions.add(sample.experiment, sample.experiment.predictions[0], sample.number(7),
                          false));
  REQUIRE(predictions.see(sample.experiment));
  CHECK(predictions.status(sample.experiment) == ExperimentStatus::seen_without);
  REQUIRE(predictions.add(sample.experiment, sample.experiment.predictions[1], {}, true));
  CHECK_FALSE(predictions.kept().find("stride", "beyond"));
  const Predictions again(sample.mine);
  CHECK(again.status(sample.experiment) == ExperimentStatus::seen_without);
  CHECK_FALSE(again.kept().find("stride", "beyond"));
}

TEST_CASE("a file that cannot be read is named and left alone") {
  Sample sample;
  write(sample.mine / experiment::kPredictionsFile, "{ not json");
  Predictions predictions(sample.mine);
  const auto kept =
      predictions.add(sample.experiment, sample.experiment.predictions[0], sample.number(1), false);
  REQUIRE_FALSE(kept);
  CHECK(kept.error().find("predictions.json") != std::string::npos);
  CHECK(content_of(sample.mine / experiment::kPredictionsFile) == "{ not json");
}
