// What an author writes, as `grader check` sees it: headers, formulas, tolerances, numbers that are
// only reported, a starter that is right, wrong kernels as patches.
#include "program.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;

namespace {

constexpr const char* kDescription = R"toml(title = "Decay"
module = "Tests"
file = "decay.cu"
starter_fails = []
hints = ["There is nothing to do."]

[sizes.graded]
n = 256
[[sizes.check]]
n = 5

[[buffer]]
name = "in"
type = "f32"
shape = ["n"]
role = "input"
fill = { kind = "formula", formula = "1 + random + index / n" }

[[buffer]]
name = "rough"
type = "f32"
shape = ["n"]
role = "output"
expected = "exp(-i0 / 8)"
tolerance = { absolute = 0.25 }

[[buffer]]
name = "fine"
type = "f32"
shape = ["n"]
role = "output"

[[launch]]
kernel = "decay"
block = [64]
grid = ["ceil_div(n, 64)"]
arguments = ["in", "rough", "fine", { i32 = "n" }]

[[gate]]
name = "few stores"
metric = "fine.store.requests"
max = "ceil_div(n, 32)"

[[gate]]
name = "sectors for a request"
metric = "global.sectors / global.requests"
ideal = 4
unit = "sectors"
reported = true
)toml";

constexpr const char* kReference = R"(#include "halves.cuh"
extern "C" __global__ void decay(const float* in, float* rough, float* fine, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  rough[i] = expf(-i / 8.0f);
  fine[i] = half_of(in[i]);
}
)";

// 0.25 away from exp() nowhere.
constexpr const char* kSolution = R"(#include "halves.cuh"
extern "C" __global__ void decay(const float* in, float* rough, float* fine, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  rough[i] = i < 2 ? 1.0f : i < 6 ? 0.6f : i < 11 ? 0.35f : 0.1f;
  fine[i] = half_of(in[i]);
}
)";

std::string patch(const std::string& caught_by, const std::string& from, const std::string& to) {
  const std::string head =
      caught_by.empty() ? "" : "// caught by: " + caught_by + "\n// why: It is a test.\n";
  return head + "--- solution.cu\n+++ other.cu\n@@ -6 +6 @@\n-  " + from + "\n+  " + to + "\n";
}

class Course {
 public:
  Course() {
    folder_.write("exercises/01-decay/exercise.toml", kDescription);
    folder_.write("exercises/01-decay/statement.md", "# Decay\n");
    folder_.write("exercises/01-decay/decay.cu", kSolution);
    folder_.write("exercises/01-decay/reference.cu", kReference);
    folder_.write("exercises/01-decay/halves.cuh",
                  "#pragma once\n#include \"times.cuh\"\n"
                  "__device__ inline float half_of(float a) { return times(a, 0.5f); }\n");
    folder_.write("exercises/common/times.cuh",
                  "__device__ inline float times(float a, float b) { return a * b; }\n");
    folder_.write("solutions/01-decay/solution.cu", kSolution);
    const std::string fine = "fine[i] = half_of(in[i]);";
    folder_.write("solutions/01-decay/wrong-third.patch",
                  patch("correct", fine, "fine[i] = in[i] / 3;"));
    folder_.write("solutions/01-decay/wrong-nearly.patch",
                  patch("correct", fine, "fine[i] = half_of(in[i]) * 1.00001f;"));
    folder_.write("solutions/01-decay/wrong-twice.patch",
                  patch("few stores", fine,
                        "*(volatile float*)(fine + i) = 1; *(volatile float*)(fine + i) = "
                        "half_of(in[i]);"));
    folder_.write("solutions/01-decay/wrong-none.patch", patch("correct", fine, ";"));
    folder_.write("solutions/01-decay/right-times.patch",
                  patch("", fine, "fine[i] = 0.5f * in[i];"));
  }
  Ended check(const std::string& format = "text") const {
    return grader({"check", "decay", "--exercises", (folder_.path() / "exercises").string(),
                   "--format", format, "--backend", "sim"});
  }
  Ended grade(const std::string& submission = "", const std::string& format = "text") const {
    std::vector<std::string> words = {
        "decay",     "--exercises", (folder_.path() / "exercises").string(), "--format", format,
        "--backend", "sim"};
    if (!submission.empty())
      words.insert(words.end(), {"--submission", (folder_.path() / submission).string()});
    return grader(words);
  }
  const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("an exercise with all that an author may write is in order") {
  const Course course;
  const Ended ended = course.check();
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "It passes every gate, as starter_fails says."));
  CHECK(contains(ended.out, "wrong-nearly.patch"));
  CHECK(contains(ended.out, "right-times.patch"));
}

TEST_CASE("a reported number is shown in text and JSON, and decides nothing") {
  const Course course;
  const Ended text = course.grade();
  CAPTURE(text.out);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "sectors for a request: 4 sectors, ideal 4; only reported."));
  const json report = course.grade("", "json").json();
  const json& gate = report.at("exercises").at(0).at("gates").back();
  CHECK(gate.at("name") == "sectors for a request");
  CHECK(gate.at("reported") == true);
  CHECK(gate.at("applies") == false);
  CHECK(gate.at("value") == 4);
  CHECK(gate.at("possible") == 0);
  CHECK(report.at("exercises").at(0).at("score") == 1);
}

TEST_CASE("a patch that does not fit the solution any more is named with its hunk") {
  const Course course;
  std::string changed = kSolution;
  changed.replace(changed.find("half_of"), 7, "0.5f * ");
  course.folder().write("solutions/01-decay/solution.cu", changed);
  const Ended ended = course.check();
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 1);
  CHECK(contains(ended.out, ".patch: hunk 1 (line 5 of the patch) does not apply: "));
}

TEST_CASE("a submission cannot replace a header") {
  const Course course;
  course.folder().write("handed-in/decay.cu", kSolution);
  course.folder().write("handed-in/halves.cuh",
                        "__device__ inline float half_of(float a) { return a / 3; }\n");
  CHECK(course.grade("handed-in").exit_code == 0);
  // And one that its own file includes beside that is no header at all.
  course.folder().write("handed-in/mine.cuh", "\n");
  course.folder().write("handed-in/decay.cu", std::string("#include \"mine.cuh\"\n") + kSolution);
  const Ended ended = course.grade("handed-in");
  CHECK(ended.exit_code == 1);
  CHECK(contains(ended.out, "mine.cuh"));
}

TEST_CASE("a header that is missing: exit 2, with the file and line that include it") {
  const Course course;
  program::fs::remove(course.folder().path() / "exercises/common/times.cuh");
  const Ended ended = course.grade();
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out + ended.err,
                 "halves.cuh:2: includes \"times.cuh\", which is neither in the exercise's folder "
                 "nor in \"common\" beside it"));
}

TEST_CASE("a new exercise like another one is in order, and its own") {
  const program::Folder folder;
  program::fs::copy(program::kExercises, folder.path() / "exercises",
                    program::fs::copy_options::recursive);
  program::fs::copy(program::kHere / "solutions", folder.path() / "solutions",
                    program::fs::copy_options::recursive);
  const std::string exercises = (folder.path() / "exercises").string();
  const Ended made =
      program::grader({"new", "my-sums", "--like", "doubled", "--exercises", exercises});
  CAPTURE(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(contains(made.out, "grader check my-sums --exercises"));
  CHECK(contains(folder.read("exercises/03-my-sums/exercise.toml"), "title = \"My sums\"\n"));
  // A submission may be one flat folder, so that no two exercises have a file of one name.
  CHECK(contains(folder.read("exercises/03-my-sums/exercise.toml"), "file = \"my_sums.cu\"\n"));
  CHECK(program::fs::exists(folder.path() / "exercises/03-my-sums/my_sums.cu"));
  CHECK(program::grader({"check", "my-sums", "--exercises", exercises, "--backend", "sim"})
            .exit_code == 0);
  const auto refused = [&](const std::string& name, const std::string& like) {
    const Ended ended = program::grader({"new", name, "--like", like, "--exercises", exercises});
    CHECK(ended.exit_code == 2);
    return ended.err;
  };
  CHECK(contains(refused("my-sums", "doubled"), "there is an exercise \"my-sums\" already"));
  CHECK(contains(refused("../evil", "doubled"), "small letters, digits and hyphens"));
  CHECK(contains(refused("other", "dubled"), "doubled"));
  // One that Warp Lab comes with, in the short form as it is there.
  REQUIRE(program::grader(
              {"new", "my-tiles", "--like", "transpose-conflict-free", "--exercises", exercises})
              .exit_code == 0);
  CHECK(contains(folder.read("exercises/04-my-tiles/exercise.toml"), "\"through one tile of in\""));
  CHECK(program::fs::exists(folder.path() / "exercises/04-my-tiles/my_tiles.cu"));
  CHECK(program::fs::exists(folder.path() / "solutions/04-my-tiles/solution.cu"));
  const Ended listed = program::grader({"list", "--exercises", exercises});
  CHECK(listed.exit_code == 0);
  CHECK(contains(listed.out, "my-tiles"));
}

TEST_CASE("mutants of a solution: what survives is named, and the exit code says it") {
  const program::Folder folder;
  const std::vector<std::string> words = {
      "mutate",    "doubled", "--exercises", program::kExercises.string(),
      "--threads", "2",       "--survivors", folder.path().string()};
  const Ended ended = program::grader(words);
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  CHECK(contains(ended.out, "doubled: "));
  CHECK(contains(ended.out, " mutants caught ("));
  CHECK((ended.exit_code == 1) == contains(ended.out, "survives: line "));
  std::vector<std::string> for_programs = words;
  for_programs.insert(for_programs.end(), {"--format", "json"});
  const json mutants = program::grader(for_programs).json()["mutations"][0]["mutants"];
  REQUIRE(mutants.size() > 10);
  int caught = 0;
  for (size_t i = 0; i < mutants.size(); ++i) {
    const std::string fate = mutants[i]["fate"];
    caught += fate == "caught";
    CHECK((fate == "caught") == !mutants[i]["caught_by"].get<std::string>().empty());
    // A survivor is a submission that passes.
    const auto kept = folder.path() / ("doubled-" + std::to_string(i + 1));
    CHECK((fate == "survived") == program::fs::exists(kept / "doubled.cu"));
  }
  CHECK(caught > 10);
  for_programs.back() = "junit";
  CHECK(contains(program::grader(for_programs).err, "mutate has text and json"));
}
