// What the simulator finds in a run, and when that makes it the last one.
#include "verdict/grade.hpp"

#include <algorithm>

#include "doubled.hpp"

using namespace warplab;
using doubled::gate;
using doubled::grade;
using doubled::kernel;
using doubled::kRuns;
using doubled::times;
using scripted::Run;
using scripted::Script;
using sim::FindingKind;
using verdict::ExerciseResult;
using verdict::GradeOptions;
using verdict::Status;

TEST_CASE("a finding that leaves the run complete does not stop the others") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    if (run.input(0).size() == 100)
      ran.value->findings = {
          made_up::finding(FindingKind::out_of_bounds, 3, "Line 3 reads in[100].")};
    return ran;
  });
  const ExerciseResult result = grade(student);
  CHECK(student.runs == kRuns);
  CHECK(gate(result, "in_bounds").message == "Line 3 reads in[100] (n 100, seed 1).");
  CHECK(gate(result, "correct").status == Status::pass);
  CHECK(gate(result, "coalesced loads").status == Status::pass);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].count == 2);  // the same with seed 2
}

TEST_CASE("after a race, no other is looked for, and what was not looked for does not pass") {
  std::vector<bool> exact;
  Script student = kernel([&](const Run& run) {
    exact.push_back(run.job().options.exact_tracking);
    auto ran = times(run, 2);
    ran.value->races_checked = exact.back();
    if (exact.size() == 2)
      ran.value->findings = {made_up::finding(FindingKind::race, 4, "A race.")};
    return ran;
  });
  const ExerciseResult result = grade(student);
  REQUIRE(exact.size() == kRuns);
  CHECK(exact[0]);
  CHECK(exact[1]);
  CHECK(std::count(exact.begin(), exact.end(), true) == 2);
  CHECK(gate(result, "race_free").status == Status::fail);
  CHECK(gate(result, "initialized").status == Status::not_checked);
  CHECK(gate(result, "correct").status == Status::pass);
}

TEST_CASE("beside a value that nobody wrote, races are looked for in so many accesses in all") {
  std::vector<std::pair<bool, uint64_t>> asked;
  Script student = kernel([&](const Run& run) {
    const sim::Options& options = run.job().options;
    asked.emplace_back(options.exact_tracking, options.max_tracking_in_all);
    auto ran = times(run, 2);
    ran.value->races_checked = options.exact_tracking;
    ran.value->tracking_work = uint64_t{3} << 20;
    ran.value->findings = {
        made_up::finding(FindingKind::uninitialized, 4, "Line 4 stores what nobody wrote.")};
    return ran;
  });
  const ExerciseResult result = grade(student);
  REQUIRE(asked.size() == kRuns);
  CHECK(asked[0] == std::pair(true, UINT64_MAX));
  CHECK(asked[1] == std::pair(true, uint64_t{4} << 20));
  CHECK(asked[2] == std::pair(true, uint64_t{1} << 20));  // 3 million were spent
  for (size_t i = 3; i < asked.size(); ++i) CHECK_FALSE(asked[i].first);
  CHECK(gate(result, "initialized").status == Status::fail);
  CHECK(gate(result, "race_free").status == Status::not_checked);
}

TEST_CASE("a right kernel is tracked in every run, whatever that costs") {
  std::vector<std::pair<bool, uint64_t>> asked;
  Script student = kernel([&](const Run& run) {
    const sim::Options& options = run.job().options;
    asked.emplace_back(options.exact_tracking, options.max_tracking_in_all);
    auto ran = times(run, 2);
    ran.value->tracking_work = uint64_t{1} << 40;
    return ran;
  });
  CHECK(grade(student).verdict == Status::pass);
  REQUIRE(asked.size() == kRuns);
  for (const auto& options : asked) CHECK(options == std::pair(true, UINT64_MAX));
}

TEST_CASE("a run that ends early at a check size leaves the counters to be judged") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    if (run.input(0).size() == 100) {
      ran.value->completed = false;
      ran.value->findings = {made_up::finding(FindingKind::null_pointer, 3, "Line 3 reads null.")};
    }
    return ran;
  });
  const ExerciseResult result = grade(student);
  CHECK(student.runs == kRuns);
  CHECK(gate(result, "in_bounds").status == Status::fail);
  CHECK(gate(result, "correct").status == Status::not_checked);
  CHECK(gate(result, "correct").message == "Not checked: the run at n 100, seed 1 ended early.");
  CHECK(gate(result, "coalesced loads").status == Status::pass);
}

TEST_CASE("what is undefined fails its gate, and a run that ended all the same is judged") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    ran.value->findings = {made_up::finding(FindingKind::undefined_behavior, 8,
                                            "Line 8 names a mask without itself.")};
    return ran;
  });
  const ExerciseResult result = grade(student);
  CHECK(student.runs == kRuns);
  CHECK(gate(result, "terminates").status == Status::fail);
  CHECK(gate(result, "terminates").line == 8);
  CHECK(gate(result, "coalesced loads").status == Status::pass);
  CHECK(result.score == 0);
}

TEST_CASE("an endless loop ends the grading, and nothing later is checked") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    ran.value->completed = false;
    ran.value->findings = {made_up::finding(FindingKind::step_limit, 8, "Does line 8 end?")};
    return ran;
  });
  const ExerciseResult result = grade(student);
  CHECK(student.runs == 1);
  CHECK(gate(result, "terminates").status == Status::fail);
  CHECK(gate(result, "terminates").line == 8);
  CHECK(result.error == "Does line 8 end (n 1, seed 1)?");
  for (const char* name : {"in_bounds", "initialized", "race_free", "correct", "coalesced loads"})
    CHECK(gate(result, name).status == Status::not_checked);
}

TEST_CASE("a kernel may do the work of 64 million warp instructions and 32 times the reference's") {
  std::vector<uint64_t> allowed;
  const auto counting = [](uint64_t work, const Run& run) {
    auto ran = times(run, 2);
    ran.value->work = work;
    return ran;
  };
  Script student = kernel([&](const Run& run) {
    allowed.push_back(run.job().options.max_work);
    return counting(1000, run);
  });
  Script reference = kernel([&](const Run& run) { return counting(100, run); });
  GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  CHECK(verdict::grade(doubled::exercise(), "the source", options).verdict == Status::pass);
  REQUIRE(allowed.size() == kRuns);
  // What one run leaves over is for the next.
  for (size_t i = 0; i < allowed.size(); ++i)
    CHECK(allowed[i] == 64'000'000 + 32 * 100 * (i + 1) - 1000 * i);
}
