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

namespace {

KeptPredictions kept(const std::string& rows) {
  Result<KeptPredictions> parsed = parse_predictions(file_with(rows), "predictions.json");
  REQUIRE(parsed);
  return *parsed;
}

constexpr const char* kSaid32 = R"({"experiment": "sample", "prediction": "at 8",
    "kind": "number", "said": 32, "right": true, "date": "2026-11-22"})";
constexpr const char* kSaid32Later = R"({"experiment": "sample", "prediction": "at 8",
    "kind": "number", "said": 32, "right": false, "date": "2026-11-30"})";
constexpr const char* kSaid7 = R"({"experiment": "sample", "prediction": "at 8",
    "kind": "number", "said": 7})";
constexpr const char* kSaidElsewhere = R"({"experiment": "other", "prediction": "at 8",
    "kind": "number", "said": 1})";

}  // namespace

TEST_CASE(
    "what decides a mark is what was said to the questions that are asked, and nothing else") {
  const std::vector<exercise::PredictionAsked> questions{asked("at 8", true)};
  const std::string text = asked_text(questions, kept(kSaid32));
  CHECK(text == asked_text(questions, kept(kSaid32Later)));
  CHECK(text == asked_text(questions, kept(std::string(kSaidElsewhere) + "," + kSaid32)));
  CHECK(text != asked_text(questions, kept(kSaid7)));
  CHECK(text != asked_text(questions, KeptPredictions{}));
  // Nothing predicted is known to be nothing; where nothing is asked nothing is known.
  CHECK_FALSE(asked_text(questions, KeptPredictions{}).empty());
  CHECK(asked_text({}, kept(kSaid32)).empty());
}

TEST_CASE("a text of predictions gives the same evidence as the file that it is of") {
  const test::TemporaryFolder kim;
  const auto experiments = std::make_shared<AskedExperiments>(kData);
  const std::vector<exercise::PredictionAsked> questions{asked("at 8", true), asked("order")};
  for (const char* row : {kSaid32, kSaid7, kSaidElsewhere}) {
    CAPTURE(row);
    test::write(kim.path() / "predictions.json", file_with(row));
    const std::string text = asked_text(questions, read_predictions(kim.path()));
    for (const exercise::PredictionAsked& question : questions) {
      const verdict::PredictionEvidence one = seen_in(kim, question),
                                        other = predictions_in_text(text, experiments,
                                                                    nullptr)(question);
      CHECK(one.made == other.made);
      CHECK(one.right == other.right);
    }
  }
  test::write(kim.path() / "predictions.json", "[");
  const std::string broken = asked_text(questions, read_predictions(kim.path()));
  CHECK(predictions_in_text(broken, experiments, nullptr)(questions[0]).file_problem ==
        seen_in(kim, questions[0]).file_problem);
}

TEST_CASE("a changed experiment changes the hash of what asks about it, and of nothing else") {
  const test::TemporaryFolder course;
  std::filesystem::copy(kData / "01-sample", course.path() / "01-sample");
  const auto hash = [&](const std::vector<exercise::PredictionAsked>& questions) {
    return AskedExperiments(course.path()).hash_with(questions, "of the exercise");
  };
  CHECK(hash({}) == "of the exercise");
  const std::string before = hash({asked("at 8")});
  CHECK(before != "of the exercise");
  CHECK(before == hash({asked("at 8")}));
  const std::string kernels = course.read("01-sample/sample.cu");
  test::write(course.path() / "01-sample/sample.cu", kernels + "\n// another text\n");
  CHECK(before != hash({asked("at 8")}));
  CHECK(hash({}) == "of the exercise");
}
