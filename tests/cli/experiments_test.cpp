// Experiments, as `grader list`, `check` and `experiment` show them.
#include "program.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;

namespace {

namespace fs = std::filesystem;

const fs::path kShipped = WARPLAB_SOURCE_DIR "/exercises";

// A course with one experiment: the shipped stride, with something in its file replaced.
class Experiments {
 public:
  explicit Experiments(const std::string& from = "", const std::string& to = "") {
    fs::copy(kShipped / "21-stride", folder_.path() / "21-stride");
    std::string text = program::read(folder_.path() / "21-stride/experiment.toml");
    if (!from.empty()) {
      const size_t at = text.find(from);
      REQUIRE_MESSAGE(at != std::string::npos, from);
      text.replace(at, from.size(), to);
    }
    folder_.write("21-stride/experiment.toml", text);
    fs::copy(program::kExercises / "01-doubled", folder_.path() / "01-doubled");
  }
  Ended run(std::vector<std::string> words) const {
    words.insert(words.end(), {"--exercises", folder_.path().string(), "--backend", "sim"});
    return grader(words);
  }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("a check proves each claim of an experiment, in order, with its line") {
  const Ended ended = Experiments().run({"check", "stride"});
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "32 sectors a request at s = 8 and above. (32)"));
  CHECK(ended.out.find("s = 1 the 32 floats") < ended.out.find("32 sectors a request at s = 8"));
  CHECK(contains(ended.out, "experiment.toml:"));
}

TEST_CASE("a false claim fails with file, line, claim, point and the value that was found") {
  const Ended ended =
      Experiments("at = { s = [8, 16, 32] }\nis = 32", "at = { s = [8, 16, 32] }\nis = 31")
          .run({"check", "stride"});
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 1);
  CHECK(contains(ended.out,
                 "\"32 sectors a request at s = 8 and above.\" is not so: at s = 8 "
                 "\"sectors\" is 32, and 31 is claimed."));
  CHECK(contains(ended.out, "FAIL"));
}

TEST_CASE("an experiment whose file is broken is told with file, line and key, and fails alone") {
  const Experiments course("kind = \"number\"", "kind = \"guess\"");
  const Ended ended = course.run({"check", "stride"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "21-stride/experiment.toml:"));
  CHECK(contains(ended.out, "prediction.kind: \"guess\" is no kind of prediction"));
  CHECK(course.run({"list"}).exit_code == 2);
}

TEST_CASE("the list has experiments beside the exercises") {
  const Ended text = Experiments().run({"list"});
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "(experiment)"));
  CHECK(contains(text.out, "A stride"));
  const json list = Experiments().run({"list", "--format", "json"}).json();
  REQUIRE(list["experiments"].size() == 1);
  CHECK(list["experiments"][0]["slug"] == "stride");
  CHECK(list["exercises"].size() == 1);
}

TEST_CASE("an experiment that is not there is told with those that are") {
  const Experiments course;
  const Ended misspelled = course.run({"experiment", "strid"});
  CHECK(misspelled.exit_code == 2);
  CHECK(
      contains(misspelled.err,
               "There is no experiment \"strid\"; did you mean \"stride\"? There is \"stride\"."));
}

TEST_CASE("a sweep is a table, JSON or comma-separated values") {
  const Experiments course;
  const Ended text = course.run({"experiment", "stride"});
  CAPTURE(text.out);
  CAPTURE(text.err);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "Sectors a request, sectors"));
  CHECK(contains(text.out, "Times are modelled, for a Tesla T4."));
  const json sweep = course.run({"experiment", "stride", "--format", "json"}).json();
  REQUIRE(sweep["points"].size() == 6);
  CHECK(sweep["points"][5]["at"]["s"] == "32");
  CHECK(sweep["points"][5]["values"]["sectors"]["value"] == 32);
  CHECK(sweep["points"][5]["values"]["time"]["source"] == "modelled");
  CHECK(sweep["points"][5]["gpu"] == "Tesla T4");
  const Ended csv = course.run({"experiment", "stride", "--csv", "--model", "H100"});
  CHECK(csv.out.starts_with("s,sectors,used,time\n1,4,100,"));
}

TEST_CASE("an experiment is not graded, and an exercise has no sweep; each says what to do") {
  const Experiments course;
  const Ended graded = course.run({"stride"});
  CHECK(graded.exit_code == 2);
  CHECK(contains(graded.err, "`grader experiment stride` shows its numbers"));
  const Ended swept = course.run({"experiment", "doubled"});
  CHECK(swept.exit_code == 2);
  CHECK(contains(swept.err, "is an exercise; `grader doubled` grades it"));
  const Ended unknown = course.run({"experiment", "stride", "--param", "t=1"});
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "expected a parameter and its value such as s=1; there are \"s\"."));
}

TEST_CASE("a student's predictions are judged anew, and the report gives no answer away") {
  const Experiments course;
  const Folder kim;
  kim.write("predictions.json",
            R"({"schema": 1, "predictions": [
 {"experiment": "stride", "prediction": "sectors at 8", "kind": "number", "said": 32, "right": false},
 {"experiment": "stride", "prediction": "beyond 8", "kind": "curve",
  "said": [4, 8, 16, 64, 128, 256], "right": true}]})");
  const Ended text = course.run({"experiment", "stride", "--submission", kim.path().string()});
  CAPTURE(text.out);
  CAPTURE(text.err);
  CHECK(text.exit_code == 1);
  CHECK(contains(text.out, "  right     sectors at 8:"));
  CHECK(contains(text.out, "  wrong     beyond 8:"));
  CHECK(contains(text.out, "  not made  time beyond 8:"));
  CHECK(!contains(text.out, "It stays the same."));
  CHECK(!contains(text.out, "cannot ask for more than 32"));
  const json judged =
      course.run({"experiment", "stride", "--submission", kim.path().string(), "--format", "json"})
          .json();
  CHECK(judged["predictions"][0]["outcome"] == "right");
  CHECK(judged["predictions"][2]["outcome"] == "not made");
  kim.write("predictions.json", "[");
  const Ended broken = course.run({"experiment", "stride", "--submission", kim.path().string()});
  CHECK(broken.exit_code == 2);
  CHECK(contains(broken.err, "predictions.json: expected"));
}

TEST_CASE(
    "an exercise that asks for a prediction grades it, and a check wants the question to exist") {
  const Folder folder;
  fs::copy(kShipped / "21-stride", folder.path() / "21-stride");
  fs::copy(program::kExercises / "01-doubled", folder.path() / "01-doubled");
  const std::string text = program::read(folder.path() / "01-doubled/exercise.toml");
  const auto ask = [&](const std::string& question) {
    folder.write("01-doubled/exercise.toml",
                 text +
                     "\n[[gate]]\nname = \"predicted\"\nmetric = \"prediction\"\n"
                     "experiment = \"stride\"\nquestion = \"" +
                     question + "\"\nright = true\npoints = 2\n");
  };
  ask("sectors at 8");
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--exercises", folder.path().string(), "--backend", "sim"});
    return grader(words);
  };
  const Folder kim;
  kim.write("doubled.cu",
            program::read(WARPLAB_SOURCE_DIR "/tests/cli/solutions/01-doubled/solution.cu"));
  const auto graded = [&](const std::string& said) {
    kim.write(
        "predictions.json",
        R"({"schema": 1, "predictions": [{"experiment": "stride", "prediction": "sectors at 8",
 "kind": "number", "said": )" +
            said + R"(, "right": true}]})");
    return run({"doubled", "--submission", kim.path().string()});
  };
  const Ended right = graded("32");
  CAPTURE(right.out);
  CHECK(right.exit_code == 0);
  const Ended wrong = graded("8");
  CAPTURE(wrong.out);
  CHECK(wrong.exit_code == 1);
  CHECK(contains(wrong.out, "is not what comes out"));
  CHECK(!contains(wrong.out, "It is"));
  CHECK(!contains(wrong.out, "is 32"));
  const std::string solutions = WARPLAB_SOURCE_DIR "/tests/cli/solutions";
  CHECK(run({"check", "doubled", "--solutions", solutions}).exit_code == 0);
  ask("sectors at 9");
  const Ended checked = run({"check", "doubled", "--solutions", solutions});
  CAPTURE(checked.out);
  CHECK(checked.exit_code == 2);
  CHECK(contains(checked.out, "has no prediction \"sectors at 9\""));
}

TEST_CASE("every claim of the shipped experiments holds") {
  const Ended ended = grader({"check", "timing-trap", "stride", "bandwidth-ladder", "block-shape",
                              "ising-block-shape", "allocation-cache", "occupancy", "--exercises",
                              kShipped.string(), "--backend", "sim"});
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(!contains(ended.out, "FAIL"));
}
