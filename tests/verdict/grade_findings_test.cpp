// What the simulator finds in a run, and when that makes it the last one.
#include "verdict/grade.hpp"

#include <algorithm>
#include <functional>

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
  CHECK(verdict::text_of(gate(result, "in_bounds")) == "Line 3 reads in[100] (n 100, seed 1).");
  CHECK(gate(result, "correct").status == Status::pass);
  CHECK(gate(result, "coalesced loads").status == Status::pass);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].count == 2);  // the same with seed 2
}

TEST_CASE("a function that returns the address of its variable is named as the cause") {
  using Severity = compile::Diagnostic::Severity;
  const compile::Diagnostic warning{Severity::warning,
                                    "kernel.cu",
                                    7,
                                    1,
                                    "returning pointer to local variable: it ends there",
                                    compile::Diagnostic::About::returned_address};
  const std::string cause = "Line 7 returns the address of a variable that ends with its function";
  // Of what is found in local memory, that; of a wrong answer, where nothing is found there.
  const auto graded = [&](const std::vector<compile::Diagnostic>& diagnostics,
                          const std::string& buffer, float factor) {
    Script student = kernel([=](const Run& run) {
      auto ran = times(run, factor);
      if (buffer.empty()) return ran;
      sim::Finding f = made_up::finding(FindingKind::uninitialized, 3, "Line 3 stores nothing.");
      f.buffer = buffer;
      ran.value->findings = {f};
      return ran;
    });
    student.diagnostics = diagnostics;
    return grade(student);
  };
  const auto has_cause = [&](const ExerciseResult& result, const std::string& of) {
    return verdict::text_of(gate(result, of)).find(cause) != std::string::npos;
  };
  const ExerciseResult local = graded({warning}, "local memory", 3);
  CHECK(has_cause(local, "initialized"));
  CHECK_FALSE(has_cause(local, "correct"));
  CHECK_FALSE(has_cause(graded({warning}, "tile", 2), "initialized"));
  CHECK(has_cause(graded({warning}, "", 3), "correct"));
  CHECK_FALSE(has_cause(graded({}, "", 3), "correct"));
  CHECK_FALSE(has_cause(graded({}, "local memory", 3), "initialized"));
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
  CHECK(asked[0] == std::pair(true, uint64_t{1} << 25));
  CHECK(asked[1] == std::pair(true, uint64_t{4} << 20));
  CHECK(asked[2] == std::pair(true, uint64_t{1} << 20));  // 3 million were spent
  for (size_t i = 3; i < asked.size(); ++i) CHECK_FALSE(asked[i].first);
  CHECK(gate(result, "initialized").status == Status::fail);
  CHECK(gate(result, "race_free").status == Status::not_checked);
}

namespace {

// How far each run may be tracked; the kernel is right, and each run takes `work` of it.
struct Asked {
  std::vector<std::pair<bool, uint64_t>> runs;
  Script student(float factor, uint64_t work, int racy_run = -1) {
    return kernel([=, this](const Run& run) {
      const sim::Options& options = run.job().options;
      runs.emplace_back(options.exact_tracking, options.max_tracking_in_all);
      auto ran = times(run, factor);
      ran.value->tracking_work = std::min(work, options.max_tracking_in_all);
      ran.value->races_checked = options.exact_tracking && work <= options.max_tracking_in_all;
      // Whatever else a run finds that was made before is no news.
      ran.value->findings = {made_up::finding(FindingKind::note, 3, "A note.")};
      if (static_cast<int>(runs.size()) == racy_run)
        ran.value->findings.push_back(made_up::finding(FindingKind::race, 4, "A race."));
      return ran;
    });
  }
  // Those that were made again without a limit.
  auto whole() const { return std::count(runs.begin(), runs.end(), std::pair(true, UINT64_MAX)); }
};

}  // namespace

TEST_CASE("a right kernel is tracked in every run, or in the smallest where that costs much") {
  Asked cheap, dear;
  Script little = cheap.student(2, 1000);
  CHECK(grade(little).verdict == Status::pass);
  CHECK(cheap.runs.size() == kRuns);  // each of them once
  Script much = dear.student(2, uint64_t{1} << 40);
  const ExerciseResult result = grade(much);
  CHECK(result.verdict == Status::pass);
  CHECK(verdict::text_of(gate(result, "race_free")) ==
        "It passes in 1 run; 11 runs with much to look at were searched only in part.");
  CHECK(dear.runs.size() == kRuns + 1);
  CHECK(dear.whole() == 1);
  CHECK(dear.runs[0] == std::pair(true, uint64_t{1} << 25));
  CHECK(dear.runs[1] == std::pair(true, uint64_t{1} << 23));
  CHECK(dear.runs[2] == std::pair(true, uint64_t{1} << 22));  // half of what is left each time
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].count == kRuns);
}

TEST_CASE("a race in what was too much to look at is found once everything else is right") {
  Asked asked;
  Script student = asked.student(2, uint64_t{1} << 24, kRuns + 1);
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "race_free").status == Status::fail);
  CHECK(asked.runs.size() == kRuns + 1);  // the first was within its limit
  CHECK(result.verdict == Status::fail);
}

TEST_CASE("of a kernel that is wrong in another way, what is too much to look at is left alone") {
  Asked asked;
  Script student = asked.student(3, uint64_t{1} << 24);
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "correct").status == Status::fail);
  CHECK(asked.whole() == 0);
  CHECK(asked.runs.size() == kRuns);
  CHECK(gate(result, "race_free").status == Status::pass);
  CHECK(verdict::text_of(gate(result, "race_free")) ==
        "It passes in 1 run; 11 runs with much to look at were searched only in part.");
  // Where none was looked at whole, nothing is known.
  Asked more;
  Script dearer = more.student(3, uint64_t{1} << 40);
  const ExerciseResult unknown = grade(dearer);
  CHECK(more.whole() == 0);
  CHECK(gate(unknown, "race_free").status == Status::not_checked);
  CHECK(gate(unknown, "initialized").status == Status::not_checked);
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
  CHECK(verdict::text_of(gate(result, "correct")) ==
        "Not checked: the run at n 100, seed 1 ended early.");
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

TEST_CASE("what a sweep looked at is of a kernel's work, too") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    ran.value->work = 1000;
    ran.value->swept_work = 300;
    return ran;
  });
  CHECK(grade(student).work.done == kRuns * 1300);
}

TEST_CASE("a kernel may do the work of 96 million warp instructions and 20 times the reference's") {
  std::vector<uint64_t> allowed, before;
  const auto counting = [](uint64_t work, const Run& run) {
    auto ran = times(run, 2);
    ran.value->work = work;
    return ran;
  };
  Script student = kernel([&](const Run& run) {
    allowed.push_back(run.job().options.max_work);
    before.push_back(run.job().options.work_before);
    return counting(1000, run);
  });
  Script reference = kernel([&](const Run& run) { return counting(100, run); });
  GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  CHECK(verdict::grade(doubled::exercise(), "the source", options).verdict == Status::pass);
  REQUIRE(allowed.size() == kRuns);
  // What one run leaves over is for the next.
  for (size_t i = 0; i < allowed.size(); ++i)
    CHECK(allowed[i] == 96'000'000 + 20 * 100 * (i + 1) - 1000 * i);
  for (size_t i = 0; i < before.size(); ++i) CHECK(before[i] == 1000 * i);
}

TEST_CASE(
    "what a kernel that is wrong elsewhere does at the graded size is counted where it is cheap") {
  uint64_t allowed = 0;  // at the graded size
  const auto graded = [&](float factor, uint64_t work) {
    Script student = kernel([&](const Run& run) {
      auto ran = times(run, factor);
      if (run.input(0).size() != 4096) return ran;
      allowed = run.job().options.max_work;
      ran.value->work = std::min(work, allowed);
      ran.value->completed = work < allowed;
      if (!ran.value->completed)
        ran.value->findings = {
            made_up::finding(FindingKind::step_limit, 3, "It is still running.")};
      return ran;
    });
    Script reference = kernel([&](const Run& run) {
      auto ran = times(run, 2);
      ran.value->work = 100;
      return ran;
    });
    GradeOptions options;
    options.start_worker = scripted::workers(student, reference);
    return verdict::grade(doubled::exercise(), "the source", options);
  };

  // Right: only what nobody may do ends it.
  CHECK(graded(2, 50'000'000).verdict == Status::pass);
  CHECK(allowed > 96'000'000);
  CHECK(gate(graded(2, 1'000'000'000), "terminates").status == Status::fail);

  const ExerciseResult cheap = graded(3, 1'000'000);
  CHECK(allowed == cheap.work.allowed);
  CHECK(allowed >= 16'000'400);
  CHECK(allowed < 16'100'000);
  CHECK(gate(cheap, "terminates").status == Status::pass);
  CHECK(cheap.counters.size() == 1);

  const ExerciseResult dear = graded(3, 50'000'000);
  CHECK(dear.score == 0);
  CHECK(gate(dear, "correct").status == Status::fail);
  CHECK(gate(dear, "terminates").status == Status::not_checked);
  CHECK(verdict::text_of(gate(dear, "terminates")).find("ended early") != std::string::npos);
  CHECK(dear.findings.empty());
  CHECK(dear.counters.empty());
}

TEST_CASE("what a kernel that is wrong elsewhere does at all further sizes together is bounded") {
  // Of each run behind the first one; the reference does 100.
  const auto graded = [](float factor, uint64_t work) {
    bool is_first = true;
    Script student = kernel([&](const Run& run) {
      auto ran = times(run, factor);
      const uint64_t allowed = run.job().options.max_work;
      ran.value->work = is_first ? 1000 : std::min(work, allowed);
      ran.value->completed = is_first || work <= allowed;
      is_first = false;
      if (!ran.value->completed)
        ran.value->findings = {
            made_up::finding(FindingKind::step_limit, 3, "It is still running.")};
      return ran;
    });
    Script reference = kernel([&](const Run& run) {
      auto ran = times(run, 2);
      ran.value->work = 100;
      return ran;
    });
    GradeOptions options;
    options.start_worker = scripted::workers(student, reference);
    return verdict::grade(doubled::exercise(), "the source", options);
  };

  const ExerciseResult right = graded(2, 2'000'000);
  CHECK(right.verdict == Status::pass);
  CHECK(right.work.allowed > 96'000'000);
  CHECK(right.work.done > 16'100'000);

  const ExerciseResult dear = graded(3, 2'000'000);
  CHECK(dear.score == 0);
  CHECK(dear.work.done <= dear.work.allowed);
  CHECK(dear.work.allowed < 16'100'000);
  CHECK(gate(dear, "correct").status == Status::fail);
  CHECK(gate(dear, "terminates").status == Status::not_checked);
  CHECK(verdict::text_of(gate(dear, "terminates")).find("known to be wrong") != std::string::npos);
  CHECK(dear.findings.empty());

  const ExerciseResult cheap = graded(3, 1000);
  CHECK(cheap.score == 0);
  CHECK(gate(cheap, "terminates").status == Status::pass);
}
