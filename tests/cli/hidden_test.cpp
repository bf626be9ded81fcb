// An instructor's hidden checks, as a course meets them.
#include "class.hpp"

using namespace program;

namespace {

// Right at the shipped sizes of this exercise alone, as somebody writes it who has read its file.
constexpr const char* kKnowsTheSizes = R"(
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = n == 1 || n == 100 || n == 257 || n == 4096 ? 2 * in[i] : 0;
}
)";

// Right for small numbers, and no shipped input has others.
constexpr const char* kWrongForLargeNumbers = R"(
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > 9e4f ? 0 : 2 * in[i];
}
)";

constexpr const char* kHidden =
    "[[exercise]]\nname = \"doubled\"\nseeds = [70429]\n"
    "[[exercise.check]]\nn = 7177\n"
    "[[exercise.input]]\nbuffer = \"in\"\nfill = { kind = \"constant\", value = 90210 }\n"
    "[[exercise.gate]]\nmetric = \"correct\"\npoints = 2\n";

// What of hidden.toml must not reach a student.
constexpr const char* kSecrets[] = {"7177", "7 177", "70429", "90210", "180420"};

Ended graded(const std::string& source, const std::vector<std::string>& more) {
  const Folder folder;
  folder.write("doubled.cu", source);
  folder.write("hidden.toml", kHidden);
  std::vector<std::string> words{
      "doubled",      "--backend",           "sim", "--exercises", kExercises.string(),
      "--submission", folder.path().string()};
  for (const std::string& word : more)
    words.push_back(word == "HIDDEN" ? (folder.path() / "hidden.toml").string() : word);
  return grader(words);
}

}  // namespace

TEST_CASE("an answer that knows the shipped inputs fails by --seed alone") {
  for (const char* seed : {"1", "2", "99"}) {
    const auto result = graded(kKnowsTheSizes, {"--seed", seed, "--format", "json"});
    CHECK(result.exit_code == 1);
    CHECK(gate(result.json()["exercises"][0], "correct")["status"] == "fail");
  }
  const auto honest =
      graded(read(kSolutions / "01-doubled" / "solution.cu"), {"--seed", "2", "--format", "json"});
  CHECK(honest.exit_code == 0);
}

TEST_CASE("a hidden check finds what the shipped ones cannot, and costs its own points") {
  const Ended shipped = graded(kWrongForLargeNumbers, {"--format", "json"});
  CHECK(shipped.exit_code == 0);
  CHECK_FALSE(shipped.json()["exercises"][0].contains("hidden"));
  const Ended ended = graded(kWrongForLargeNumbers, {"--format", "json", "--hidden", "HIDDEN"});
  CHECK(ended.exit_code == 1);
  const auto result = ended.json()["exercises"][0];
  CHECK(result["verdict"] == "fail");
  CHECK(result["score"] == 0.5);  // 2 of its own, and none of 2
  CHECK(result["points"]["possible"] == 4);
  CHECK(gate(result, "correct")["status"] == "pass");
  CHECK(gate(result["hidden"], "correct")["status"] == "fail");
  const Ended right = graded(read(kSolutions / "01-doubled" / "solution.cu"),
                             {"--format", "json", "--hidden", "HIDDEN"});
  CHECK(right.exit_code == 0);
  CHECK(right.json()["exercises"][0]["score"] == 1);
  CHECK(right.json()["exercises"][0]["hidden"]["verdict"] == "pass");
}

TEST_CASE("no report for a student holds a word of hidden checks") {
  for (const char* format :
       {"text", "junit", "tap", "github-classroom", "classroom50", "prairielearn", "autolab",
        "submitty", "exercism", "feedback-html", "feedback-md"}) {
    CAPTURE(std::string(format));
    const Ended ended = graded(kWrongForLargeNumbers, {"--format", format, "--hidden", "HIDDEN"});
    CHECK(ended.exit_code == 1);
    CHECK_FALSE(ended.out.empty());
    for (const char* secret : kSecrets) CHECK_FALSE(contains(ended.out, secret));
  }
}

TEST_CASE("hidden checks that cannot be read end the run, with the reason") {
  const Ended missing = graded(kWrongForLargeNumbers, {"--hidden", "/no/such/file"});
  CHECK(missing.exit_code == 2);
  CHECK(contains(missing.err,
                 "The hidden checks /no/such/file cannot be read: No such file or directory."));
  const Ended folder = graded(kWrongForLargeNumbers, {"--hidden", "/"});
  CHECK(folder.exit_code == 2);
  CHECK(contains(folder.err, "The hidden checks / cannot be read: Is a directory."));
}

TEST_CASE("what does not compile, or is wrong already, is not run at hidden checks") {
  for (const char* source : {"nothing\n", kKnowsTheSizes}) {
    const Ended ended = graded(source, {"--format", "json", "--hidden", "HIDDEN"});
    const auto result = ended.json()["exercises"][0];
    CHECK(result["score"] == 0);
    CHECK(result["verdict"] == "fail");
    CHECK(gate(result["hidden"], "correct")["status"] == "not_checked");
  }
}

TEST_CASE("a course: hidden checks are part of what a result depends on") {
  Class course;
  const Folder folder;
  folder.write("hidden.toml", kHidden);
  const auto file = folder.write("course.toml", "hidden = \"hidden.toml\"\n");
  warplab::test::write(fs::path(course.in()) / "bob" / "doubled.cu", kWrongForLargeNumbers);
  REQUIRE(course.run().exit_code == 0);
  CHECK(marks_in(course.out()).at("bob") == ",,1,0,1,2,yes");
  const std::vector<std::string> more{"--course", file.string(), "--format",
                                      "csv,csv-gates,json,html,gradescope,feedback-html"};
  const Ended ended = course.run(more);
  CAPTURE(ended.err);
  REQUIRE(ended.exit_code == 0);
  CHECK(marks_in(course.out()).at("bob") == ",,0.5,0,0.5,2,yes");
  CHECK(marks_in(course.out()).at("ann") == ",,1,1,2,2,yes");
  CHECK(contains(read(course.out() / "gates.csv"), "hidden: correct,fail"));
  CHECK(contains(read(course.out() / "class.html"), "hidden: correct"));
  const std::string feedback = read(course.out() / "feedback" / "bob" / "feedback.html");
  CHECK(contains(feedback, "hidden checks: does not pass, 0 of 2 points"));
  for (const char* secret : kSecrets) CHECK_FALSE(contains(feedback, secret));
  const std::string gradescope = read(course.out() / "students" / "bob" / "gradescope.json");
  CHECK(contains(gradescope, "\"visibility\": \"hidden\""));
  // A report without the file shows nothing of what the journal holds.
  REQUIRE(grader({"course", "report", course.out().string(), "--format", "junit", "--exercises",
                  kExercises.string()})
              .exit_code == 0);
  const std::string junit = read(course.out() / "students" / "bob" / "junit.xml");
  for (const char* secret : kSecrets) CHECK_FALSE(contains(junit, secret));
}

TEST_CASE("hidden checks that cannot be used are one sentence, and nothing is graded") {
  const Folder folder;
  const auto file = folder.write("hidden.toml", "[[exercise]]\nname = \"doubled\"\n");
  const Ended ended = grader({"doubled", "--backend", "sim", "--exercises", kExercises.string(),
                              "--hidden", file.string()});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "hidden.toml:1"));
  CHECK(ended.out.empty());
  const Ended check = grader({"check", "--hidden", file.string()});
  CHECK(check.exit_code == 2);
  CHECK(contains(check.err, "--hidden belongs to grading"));
}
