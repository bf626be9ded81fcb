#include "experiment/asked_predictions.hpp"

#include "sample_experiment.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::experiment;

namespace {

exercise::PredictionAsked asked(const std::string& question, bool has_to_be_right = false) {
  return {"sample", question, has_to_be_right};
}

std::string file_with(const std::string& row) {
  return R"({"schema": 1, "predictions": [)" + row + "]}";
}

verdict::PredictionEvidence seen_in(const test::TemporaryFolder& kim,
                                    const exercise::PredictionAsked& question) {
  return predictions_in(kim.path(), kData, nullptr)(question);
}

}  // namespace

TEST_CASE("a prediction is made or not, and is judged anew whatever the file says of it") {
  const test::TemporaryFolder kim;
  CHECK_FALSE(seen_in(kim, asked("at 8")).made);
  CHECK(seen_in(kim, asked("at 8")).why_unknown.empty());
  test::write(kim.path() / "predictions.json",
              file_with(R"({"experiment": "sample", "prediction": "at 8", "kind": "number",
                            "said": 7, "right": true})"));
  CHECK(seen_in(kim, asked("at 8")).made);
  CHECK_FALSE(seen_in(kim, asked("at 8")).right);
  CHECK(seen_in(kim, asked("at 8", true)).right == false);
  CHECK_FALSE(seen_in(kim, asked("order")).made);
  test::write(kim.path() / "predictions.json",
              file_with(R"({"experiment": "sample", "prediction": "at 8", "kind": "number",
                            "said": 32, "right": false})"));
  CHECK(seen_in(kim, asked("at 8", true)).right == true);
  // Of another kind than the question it is none.
  test::write(kim.path() / "predictions.json",
              file_with(R"({"experiment": "sample", "prediction": "at 8", "kind": "choice",
                            "said": 1, "right": true})"));
  CHECK_FALSE(seen_in(kim, asked("at 8")).made);
}

TEST_CASE(
    "a file that cannot be read is the student's fault, a question that is not there is not") {
  const test::TemporaryFolder kim;
  test::write(kim.path() / "predictions.json", "[");
  CHECK_FALSE(seen_in(kim, asked("at 8")).file_problem.empty());
  CHECK(seen_in(kim, asked("at 8")).why_unknown.empty());
  CHECK(seen_in(kim, asked("at 9")).why_unknown ==
        "the experiment \"sample\" has no prediction \"at 9\".");
  CHECK(seen_in(kim, {"nothing", "at 8", false}).why_unknown ==
        "the course has no experiment \"nothing\".");
}

TEST_CASE("a course is told of a gate whose question it does not have, or whose answer is a time") {
  exercise::Exercise exercise;
  CHECK(check_asked_predictions(exercise, kData));
  exercise.gates.resize(1);
  exercise.gates[0].name = "predicted";
  exercise.gates[0].prediction = asked("at 8", true);
  CHECK(check_asked_predictions(exercise, kData));
  exercise.gates[0].prediction->question = "at 9";
  CHECK(check_asked_predictions(exercise, kData).error() ==
        "The gate \"predicted\": the experiment \"sample\" has no prediction \"at 9\".");
  exercise.gates[0].prediction = exercise::PredictionAsked{"bandwidth-ladder", "order", true};
  const auto timed = check_asked_predictions(exercise, WARPLAB_SOURCE_DIR "/exercises");
  REQUIRE_FALSE(timed);
  CHECK(timed.error().find("is a time, which is not the same on every machine") !=
        std::string::npos);
  exercise.gates[0].prediction->has_to_be_right = false;
  CHECK(check_asked_predictions(exercise, WARPLAB_SOURCE_DIR "/exercises"));
}
