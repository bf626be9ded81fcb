// What exercises of courses need beside fixed launches over independent buffers: the course in
// needs/ has one exercise for each, with kernels that are right and kernels that are not.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "verdict/grade.hpp"
#include "verdict/plan/read_source.hpp"

using namespace warplab;
using verdict::ExerciseResult;
using verdict::Status;

namespace {

const std::filesystem::path kNeeds = WARPLAB_SOURCE_DIR "/tests/verdict/needs";

exercise::Exercise loaded(const std::string& folder) {
  auto exercise = exercise::load(kNeeds / "exercises" / folder);
  REQUIRE_MESSAGE(exercise, exercise.error());
  const auto solutions = exercise::load_solutions(*exercise, kNeeds / "solutions");
  REQUIRE_MESSAGE(solutions, solutions.error());
  return std::move(*exercise);
}

ExerciseResult graded(const exercise::Exercise& exercise, const std::filesystem::path& file) {
  const auto source = verdict::read_source(file);
  REQUIRE_MESSAGE(source, source.error());
  return verdict::grade(exercise, *source, {});
}

std::string told(const ExerciseResult& result) {
  std::string text = result.error;
  for (const verdict::GateResult& gate : result.gates)
    if (gate.status == Status::fail) text += "\n" + gate.name + ": " + verdict::text_of(gate);
  return text;
}

void check_all_of(const std::string& folder) {
  CAPTURE(folder);
  const exercise::Exercise exercise = loaded(folder);
  const ExerciseResult right = graded(exercise, exercise.solution);
  CHECK_MESSAGE(right.verdict == Status::pass, told(right));
  for (const exercise::KnownWrong& wrong : exercise.known_wrong) {
    CAPTURE(wrong.file.string());
    const ExerciseResult result = graded(exercise, wrong.file);
    const auto gate = std::ranges::find_if(result.gates, [&](const verdict::GateResult& one) {
      return one.name == wrong.caught_by || one.metric == wrong.caught_by;
    });
    REQUIRE(gate != result.gates.end());
    CHECK_MESSAGE(gate->status == Status::fail, told(result));
  }
}

}  // namespace

TEST_CASE("launches go on until a flag stays 0, over a graph that a kernel makes") {
  check_all_of("01-bfs-levels");
}

TEST_CASE("a flag that is always set fails by saying that the host would never stop") {
  const exercise::Exercise exercise = loaded("01-bfs-levels");
  const auto wrong = std::ranges::find_if(
      exercise.known_wrong, [](const auto& kernel) { return kernel.caught_by == "terminates"; });
  REQUIRE(wrong != exercise.known_wrong.end());
  CHECK(told(graded(exercise, wrong->file)).find("changed is still set after") !=
        std::string::npos);
}

TEST_CASE("stores of one value are a race where the exercise does not allow them") {
  exercise::Exercise exercise = loaded("01-bfs-levels");
  exercise.allows_same_value_stores = false;
  CHECK(graded(exercise, exercise.solution).verdict == Status::fail);
}

TEST_CASE("passes are loops inside of loops, at sizes that are powers of two") {
  check_all_of("02-bitonic");
}

TEST_CASE("of answers of which several are right a kernel decides, and says what is wrong") {
  check_all_of("04-coloring");
  const exercise::Exercise exercise = loaded("04-coloring");
  const ExerciseResult wrong = graded(exercise, exercise.known_wrong.front().file);
  CHECK_MESSAGE(told(wrong).find("are neighbours and both have colour") != std::string::npos,
                told(wrong));
}

TEST_CASE("two buffers change places from pass to pass") { check_all_of("05-jacobi"); }

TEST_CASE("a constant variable is filled, and a structure is passed by value") {
  check_all_of("06-convolve");
}

TEST_CASE("buffers of bf16 are compared within a tolerance that names sizes") {
  check_all_of("07-half-sum");
}

TEST_CASE("a later stage has its points where the earlier one is not written yet") {
  const exercise::Exercise exercise = loaded("03-stages");
  const ExerciseResult all = graded(exercise, exercise.solution);
  CHECK_MESSAGE(all.verdict == Status::pass, told(all));
  const ExerciseResult second = graded(exercise, exercise.known_wrong.front().file);
  // Gates over counters need every answer to be right.
  CHECK_MESSAGE(second.score == doctest::Approx(2.0 / 5), told(second));
  const auto status_of = [&](const std::string& name) {
    return std::ranges::find(second.gates, name, &verdict::GateResult::name)->status;
  };
  CHECK(status_of("right squares") == Status::fail);
  CHECK(status_of("right sums") == Status::pass);
  CHECK(status_of("initialized") == Status::pass);
  CHECK(status_of("few requests for sums") == Status::pass);
  CHECK(status_of("few requests for squares") == Status::not_checked);
  // Nothing is written, and nothing is earned.
  CHECK(graded(exercise, exercise.folder / exercise.student_file).score == 0);
}
