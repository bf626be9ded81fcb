// Gates over predictions: graded alone and in a class.
#include "class.hpp"

using namespace program;
using nlohmann::json;

namespace {

constexpr const char* kGate = R"(
[[gate]]
name = "predicted"
metric = "prediction"
experiment = "stride"
question = "sectors at 8"
right = true
points = 1
)";

std::string said(int number, const std::string& date = "2026-11-22") {
  return json{{"schema", 1},
              {"predictions",
               {{{"experiment", "stride"},
                 {"prediction", "sectors at 8"},
                 {"kind", "number"},
                 {"said", number},
                 {"right", true},
                 {"date", date}}}}}
      .dump();
}

// The tests' exercise "doubled" with a gate over a prediction, the shipped experiment that it asks
// about, and four students with the same right kernel: ann said what is right, bob nothing, cid
// something wrong, and dan's predictions are a link to ann's.
class Asking {
 public:
  Asking() {
    fs::create_directories(folder_.path() / "course");
    fs::copy(kExercises / "01-doubled", folder_.path() / "course/01-doubled");
    folder_.write("course/01-doubled/exercise.toml",
                  read(kExercises / "01-doubled/exercise.toml") + kGate);
    fs::copy(fs::path(WARPLAB_SOURCE_DIR "/exercises/21-stride"),
             folder_.path() / "course/21-stride");
    for (const char* student : {"ann", "bob", "cid", "dan"})
      folder_.copy(kSolutions / "01-doubled/solution.cu", fs::path("in") / student / "doubled.cu");
    predict("ann", said(32));
    predict("cid", said(8));
    fs::create_symlink(folder_.path() / "in/ann/predictions.json",
                       folder_.path() / "in/dan/predictions.json");
  }
  void predict(const std::string& student, const std::string& text) const {
    folder_.write(fs::path("in") / student / "predictions.json", text);
  }
  void replace_in(const fs::path& file, const std::string& from, const std::string& to) const {
    std::string text = folder_.read(file);
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
    folder_.write(file, text);
  }
  Ended run() const {
    return grader({"course", "run", (folder_.path() / "in").string(), "--output", out().string(),
                   "--backend", "sim", "--exercises", (folder_.path() / "course").string(),
                   "--format", "csv,json"});
  }
  Ended alone(const std::string& student) const {
    return grader({"doubled", "--submission", (folder_.path() / "in" / student).string(),
                   "--backend", "sim", "--exercises", (folder_.path() / "course").string(),
                   "--format", "json"});
  }
  fs::path out() const { return folder_.path() / "out"; }
  // Of a student, by name.
  json result(const std::string& student) const {
    const json course = json::parse(read(out() / "course.json"));
    for (const json& one : course["students"])
      if (one["student"] == student) return one["exercises"][0]["result"];
    FAIL("there is no such student");
    return {};
  }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("a class is asked what it predicted, each student by their own file") {
  const Asking course;
  const Ended ended = course.run();
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  REQUIRE(ended.exit_code == 0);
  CHECK(contains(ended.out, "predictions.json is a link; hand in the file itself."));
  CHECK(gate(course.result("ann"), "prediction")["status"] == "pass");
  CHECK(gate(course.result("bob"), "prediction")["status"] == "fail");
  CHECK(contains(gate(course.result("bob"), "prediction")["message"], "was not predicted"));
  CHECK(contains(gate(course.result("cid"), "prediction")["message"], "is not what comes out"));
  CHECK(contains(gate(course.result("dan"), "prediction")["message"], "is a link"));
  CHECK(marks_in(course.out()).at("ann") != marks_in(course.out()).at("bob"));
  // No report gives the answer away.
  CHECK_FALSE(contains(gate(course.result("cid"), "prediction").dump(), "32"));
}

TEST_CASE("alone a student is graded as in the class, and the report names what was predicted") {
  const Asking course;
  REQUIRE(course.run().exit_code == 0);
  for (const char* student : {"ann", "bob", "cid", "dan"}) {
    CAPTURE(student);
    const json alone = course.alone(student).json()["exercises"][0],
               in_class = course.result(student);
    CHECK(gate(alone, "prediction") == gate(in_class, "prediction"));
    CHECK(alone["score"] == in_class["score"]);
    CHECK(alone["predictions_hash"] == in_class["predictions_hash"]);
  }
  CHECK(course.result("ann")["predictions_hash"] != course.result("cid")["predictions_hash"]);
}

TEST_CASE("another prediction is graded anew, another date is not") {
  const Asking course;
  REQUIRE(course.run().exit_code == 0);
  CHECK(contains(course.run().out, " 0 files are left to grade."));
  course.predict("ann", said(32, "2026-11-30"));
  CHECK(contains(course.run().out, " 0 files are left to grade."));
  course.predict("bob", said(32));  // what ann said, so that its result is there
  CHECK(contains(course.run().out, " 0 files are left to grade."));
  CHECK(gate(course.result("bob"), "prediction")["status"] == "pass");
  course.predict("cid", said(16));
  CHECK(contains(course.run().out, " 1 files are left to grade."));
  CHECK(gate(course.result("cid"), "prediction")["status"] == "fail");
}

TEST_CASE("an experiment that changes is asked again") {
  const Asking course;
  REQUIRE(course.run().exit_code == 0);
  CHECK(gate(course.result("ann"), "prediction")["status"] == "pass");
  course.replace_in("course/21-stride/experiment.toml", "at = { s = 8 }\nright",
                    "at = { s = 4 }\nright");
  REQUIRE(course.run().exit_code == 0);
  CHECK(gate(course.result("ann"), "prediction")["status"] == "fail");
}

TEST_CASE("an exercise that asks for no prediction knows of none") {
  const Folder folder;
  folder.copy(kSolutions / "01-doubled/solution.cu", "ann/doubled.cu");
  folder.write("ann/predictions.json", "[ this is nobody's file");
  const Ended ended =
      grader({"doubled", "--submission", (folder.path() / "ann").string(), "--backend", "sim",
              "--exercises", kExercises.string(), "--format", "json"});
  CHECK(ended.exit_code == 0);
  CHECK_FALSE(ended.json()["exercises"][0].contains("predictions_hash"));
}
