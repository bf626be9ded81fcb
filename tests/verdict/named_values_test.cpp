// Numbers that a kernel compares its data with stand among the inputs that are drawn for its file.
#include <algorithm>
#include <cmath>

#include "doubled.hpp"
#include "planned_matrix.hpp"
#include "verdict/run_plan.hpp"

using namespace warplab;
using doubled::gate;
using doubled::kernel;
using doubled::kRuns;
using doubled::times;
using scripted::Run;
using scripted::Script;
using verdict::ExerciseResult;
using verdict::PlannedRun;
using verdict::Status;

namespace {

constexpr float kNamed = 42.5f;

bool has_named(const Run& run) {
  return std::ranges::find(run.input(0), kNamed) != run.input(0).end();
}

// Doubles numbers with fractions, of which no two are equal by chance.
ExerciseResult grade(Script& student, Script reference = doubled::right()) {
  exercise::Exercise exercise = doubled::exercise();
  exercise.buffers[0].fill.kind = exercise::fill_kind("uniform");
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  return verdict::grade(exercise, "the source", options);
}

// Doubles all but one number.
Script wrong_at_one_number() {
  return kernel([](const Run& run) {
    auto ran = times(run, 2);
    for (float& value : run.output(1))
      if (value == 2 * kNamed) value = 0;
    return ran;
  });
}

// Doubles, and gives no number at all for one of them.
Script without_a_number() {
  return kernel([](const Run& run) {
    auto ran = times(run, 2);
    for (float& value : run.output(1))
      if (value == 2 * kNamed) value = NAN;
    return ran;
  });
}

}  // namespace

TEST_CASE("a kernel that is wrong at one number that it names is found, without a further run") {
  Script silent = wrong_at_one_number();
  CHECK(gate(grade(silent), "correct").status == Status::pass);
  CHECK(silent.runs == kRuns);
  Script names = wrong_at_one_number();
  names.compared_values = {kNamed};
  const ExerciseResult result = grade(names);
  CHECK(names.runs == kRuns);
  CHECK(gate(result, "correct").status == Status::fail);
  CHECK(gate(result, "correct").message.find("drawn seed") != std::string::npos);
}

TEST_CASE("a number that no input may be stands in none") {
  Script student = kernel([](const Run& run) {
    for (const float value : run.input(0)) CHECK(std::abs(value) < 1e6f);
    return times(run, 2);
  });
  student.compared_values = {1e9, -1e9, NAN, INFINITY};
  CHECK(grade(student).verdict == Status::pass);
}

TEST_CASE(
    "a right kernel that names numbers loses nothing where the reference has no answer to them") {
  int with_named = 0;
  Script student = kernel([&](const Run& run) {
    with_named += has_named(run);
    return times(run, 2);
  });
  student.compared_values = {kNamed};
  const ExerciseResult result = grade(student, without_a_number());
  CHECK(result.verdict == Status::pass);
  CHECK(with_named == 0);
  CHECK(student.runs == kRuns);
  CHECK(gate(result, "correct").status == Status::pass);
}

TEST_CASE("drawn checks with random inputs are given the numbers, and what is counted is not") {
  const exercise::Exercise e = planned::matrix();
  std::vector<PlannedRun> runs = verdict::plan_runs(e, 1, "its text");
  const std::vector<PlannedRun> plain = runs;
  verdict::add_runs_near(runs, {{}, {}, {42.5}}, e, 1, "its text");
  REQUIRE(runs.size() == plain.size());
  size_t given = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun& run = runs[i];
    const bool is_drawn_check = run.seed.drawn && !run.graded && !run.counted_again &&
                                run.seed_index == exercise::kRandomFills;
    CHECK(run.named.values.empty() == !is_drawn_check);
    if (is_drawn_check) CHECK(run.named.turn == given++);
    CHECK(run.has_data_of(plain[i]) == !is_drawn_check);
  }
  CHECK(given == 11 + 6);
  runs = plain;
  verdict::add_runs_near(runs, {}, e, 1, "its text");
  for (const PlannedRun& run : runs) CHECK(run.named.values.empty());
}
