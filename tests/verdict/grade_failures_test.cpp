// A grading that cannot be made to its end: the file does not compile, a worker dies, a launch is
// refused, the reference is wrong. What is the student's fault, and what is nobody's.
#include "verdict/grade.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "doubled.hpp"

using namespace warplab;
using doubled::gate;
using doubled::grade;
using doubled::kernel;
using doubled::kRuns;
using doubled::right;
using doubled::times;
using scripted::Run;
using scripted::Script;
using sim::FindingKind;
using verdict::ExerciseResult;
using verdict::GradeOptions;
using verdict::NotGraded;
using verdict::Status;

namespace {

// Every worker that is started has this script: no reference is asked for.
ExerciseResult grade_what_does_not_compile(Script& student) {
  GradeOptions options;
  options.start_worker = scripted::workers(student, student);
  return verdict::grade(doubled::exercise(), "the source", options);
}

}  // namespace

TEST_CASE("what does not compile is not run") {
  Script student = right();
  student.compiles = false;
  student.diagnostics = {
      {compile::Diagnostic::Severity::warning, "doubled.cu", 1, 1, "unused variable"},
      {compile::Diagnostic::Severity::error, "doubled.cu", 4, 3, "expected a \";\""},
      {compile::Diagnostic::Severity::error, "doubled.cu", 9, 3, "expected a \"}\""}};
  const ExerciseResult result = grade(student);
  CHECK(student.runs == 0);
  CHECK(result.verdict == Status::fail);
  CHECK(result.error == "Line 4: expected a \";\" (and 1 more error).");
  CHECK(gate(result, "compiles").line == 4);
  CHECK(result.diagnostics.size() == 3);
  CHECK_FALSE(result.grader_failed);
}

TEST_CASE("a file whose compilation needs too much or crashes does not compile") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind : {Kind::memory_limit, Kind::stack_limit, Kind::crashed}) {
    Script student = right();
    student.compile_failure = {kind, data::as_it_is("The compiler was stopped.")};
    const ExerciseResult result = grade_what_does_not_compile(student);
    CHECK(result.verdict == Status::fail);
    const std::string what_next =
        kind == Kind::crashed
            ? " NVRTC cannot take something in this file. Take parts of it out until it compiles, "
              "and write the part that you took out last in another way."
            : "";
    CHECK(verdict::text_of(gate(result, "compiles")) == "The compiler was stopped." + what_next);
    CHECK_FALSE(result.grader_failed);
    CHECK(result.not_graded == NotGraded::none);
  }
}

TEST_CASE("a compilation that the clock or the system ends could not be graded") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind :
       {Kind::time_limit, Kind::computing_limit, Kind::lost, Kind::cannot_start}) {
    Script student = right();
    student.compile_failure = {kind, data::as_it_is("There is no more.")};
    const ExerciseResult result = grade_what_does_not_compile(student);
    CHECK(result.grader_failed);
    const bool is_time = kind == Kind::time_limit || kind == Kind::computing_limit;
    CHECK(result.not_graded == (is_time              ? NotGraded::time_limit
                                : kind == Kind::lost ? NotGraded::worker_lost
                                                     : NotGraded::worker_failed));
    CHECK_FALSE(result.has_score());
    CHECK(result.verdict == Status::not_checked);
    CHECK(gate(result, "compiles").status == Status::not_checked);
    CHECK(result.error != "");
  }
}

namespace {

// Workers of `student` but for the second, which is the reference's.
GradeOptions with_workers(Script& student, Script& reference, int& started) {
  GradeOptions options;
  options.start_worker = [&](const worker::Limits&) {
    worker::Outcome<std::unique_ptr<worker::Worker>> outcome;
    outcome.value =
        std::make_unique<scripted::ScriptedWorker>(++started == 2 ? reference : student);
    return outcome;
  };
  return options;
}

}  // namespace

TEST_CASE("variables without a value that could not be looked for are no pass and no fail") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind : {Kind::computing_limit, Kind::memory_limit, Kind::lost, Kind::crashed}) {
    for (const int failures : {1, 1000}) {
      Script student = right(), reference = right();
      student.undefined_variables = 1;
      student.marked_failure = {kind, data::as_it_is("The compiler has no more.")};
      student.failures_left = failures;
      int started = 0;
      const ExerciseResult result = verdict::grade(doubled::exercise(), "the source",
                                                   with_workers(student, reference, started));
      const bool is_tried_again = kind == Kind::lost || kind == Kind::crashed;
      CHECK(result.grader_failed == (failures > 1 || !is_tried_again));
      CHECK(result.has_score() != result.grader_failed);
      CHECK(result.verdict == (result.grader_failed ? Status::not_checked : Status::pass));
    }
  }
}

TEST_CASE("what the system ended is tried once more, and then right is right") {
  int left = 1;
  Script student = kernel([&](const Run& run) {
    if (run.input(0).size() == 100 && left-- > 0) {
      std::ranges::fill(run.output(1), 7.0f);  // half of a run that was killed
      return scripted::failed<sim::Report>(worker::Failure::Kind::lost, "It was killed.");
    }
    for (const float value : run.output(1)) CHECK(std::isnan(value));
    return times(run, 2);
  });
  Script reference = right();
  GradeOptions options;
  int started = 0;
  options.start_worker = [&](const worker::Limits&) {
    // The first is the student's, the second the reference's, the third the student's again.
    Script& script = ++started == 2 ? reference : student;
    worker::Outcome<std::unique_ptr<worker::Worker>> outcome;
    outcome.value = std::make_unique<scripted::ScriptedWorker>(script);
    return outcome;
  };
  const ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(started == 3);
  CHECK(student.runs == kRuns + 1);
  CHECK(student.compiled_files.size() == 2);
  CHECK(result.verdict == Status::pass);
  CHECK(result.score == 1);
}

TEST_CASE("a worker that cannot be started is the grader's failure") {
  GradeOptions options;
  options.start_worker = [](const worker::Limits&) {
    return scripted::failed<std::unique_ptr<worker::Worker>>(worker::Failure::Kind::cannot_start,
                                                             "There is no warplab-worker.");
  };
  const ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.not_graded == NotGraded::worker_failed);
  CHECK(result.error == "There is no warplab-worker.");
}

TEST_CASE(
    "time, memory and crashes of a run are not the student's: there is no verdict, no score") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind : {Kind::time_limit, Kind::memory_limit, Kind::crashed, Kind::lost}) {
    Script student = kernel([&](const Run& run) {
      if (run.input(0).size() < 100) return times(run, 3);  // it is wrong, too
      return scripted::failed<sim::Report>(kind, "The worker is gone.");
    });
    Script reference = right();
    GradeOptions options;
    int started = 0;
    options.start_worker = [&](const worker::Limits&) {
      worker::Outcome<std::unique_ptr<worker::Worker>> outcome;
      outcome.value =
          std::make_unique<scripted::ScriptedWorker>(++started == 2 ? reference : student);
      return outcome;
    };
    const ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
    CHECK(student.runs == (kind == Kind::lost ? 4 : 3));
    CHECK(gate(result, "terminates").status == Status::not_checked);
    CHECK(result.verdict == Status::not_checked);
    CHECK(result.grader_failed);
    CHECK_FALSE(result.has_score());
    CHECK(result.error != "");
  }
}

TEST_CASE("a launch that the simulator refuses fails that gate") {
  Script student = kernel([](const Run&) {
    return scripted::failed<sim::Report>(worker::Failure::Kind::rejected,
                                         "There is no kernel \"doubled\".");
  });
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "launches").status == Status::fail);
  CHECK(verdict::text_of(gate(result, "launches")) == "There is no kernel \"doubled\".");
  CHECK(gate(result, "terminates").status == Status::not_checked);
}

TEST_CASE("a kernel by another name is to have the one that is launched") {
  Script student = kernel([](const Run&) {
    auto refused = scripted::failed<sim::Report>(
        worker::Failure::Kind::rejected,
        "There is no kernel named doubled in doubled.cu; its kernels are: doubel.");
    refused.failure.refusal = sim::Refusal::Kind::other_kernels;
    refused.failure.kernel = "doubled";
    return refused;
  });
  CHECK(verdict::text_of(gate(grade(student), "launches")) ==
        "There is no kernel named doubled in doubled.cu; its kernels are: doubel. The exercise "
        "launches doubled: give yours that name.");
}

TEST_CASE("an instruction that the simulator does not know fails that gate, with its line") {
  Script student = kernel([](const Run&) -> worker::Outcome<sim::Report> {
    return {std::nullopt,
            {worker::Failure::Kind::rejected, data::as_it_is("Nobody simulates mma.sync."),
             sim::Refusal::Kind::unsupported, 12}};
  });
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "supported").status == Status::fail);
  CHECK(verdict::text_of(gate(result, "supported")) == "Nobody simulates mma.sync.");
  CHECK(gate(result, "supported").line == 12);
  CHECK(gate(result, "launches").status == Status::not_checked);
}

TEST_CASE("what a refusal is about does not depend on its words") {
  Script student = kernel([](const Run&) {
    return scripted::failed<sim::Report>(
        worker::Failure::Kind::rejected,
        "doubled.cu, line 12: the instruction for students is to launch fewer threads.");
  });
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "launches").status == Status::fail);
  CHECK(gate(result, "launches").line == 0);
  CHECK(gate(result, "supported").status != Status::fail);
}

TEST_CASE("a reference that fails is the exercise's fault, not the student's") {
  Script student = right();
  Script reference = kernel([](const Run& run) {
    auto ran = times(run, 2);
    ran.value->findings = {made_up::finding(FindingKind::race, 3, "Line 3 races.")};
    return ran;
  });
  GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.not_graded == NotGraded::reference_failed);
  CHECK(result.error ==
        "The reference reference.cu of doubled is wrong at n 1, seed 1: Line 3 races. The exercise "
        "is at fault, not what was handed in.");

  reference = right();
  reference.compiles = false;
  options.start_worker = scripted::workers(student, reference);
  result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.error.find("does not compile") != std::string::npos);
  CHECK(result.error.find("The exercise is at fault") != std::string::npos);
  CHECK(result.error.find('\n') == std::string::npos);

  // What the system did to it is not the author's.
  reference = kernel([](const Run&) {
    return scripted::failed<sim::Report>(worker::Failure::Kind::lost, "It was ended.");
  });
  options.start_worker = scripted::workers(student, reference);
  result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.error.find("It was ended.") != std::string::npos);
  CHECK(result.error.find("at fault") == std::string::npos);
}

TEST_CASE("the time of --timeout is the reference's, too") {
  using std::chrono::milliseconds;
  Script student = right();
  std::vector<milliseconds> limits;
  bool has_stopped = false;
  Script reference = kernel([&](const Run& run) {
    limits.push_back(run.job().time_limit);
    return has_stopped ? scripted::failed<sim::Report>(worker::Failure::Kind::time_limit,
                                                       "The simulation was stopped after 7 s.")
                       : times(run, 2);
  });
  GradeOptions options;
  options.timeout_seconds = 7;
  options.start_worker = scripted::workers(student, reference);
  ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.verdict == Status::pass);
  REQUIRE(limits.size() > 1);
  CHECK(limits.front() <= milliseconds(7'000));
  CHECK(limits.front() > milliseconds(0));
  for (size_t i = 1; i < limits.size(); ++i) CHECK(limits[i] <= limits[i - 1]);

  has_stopped = true;
  options.start_worker = scripted::workers(student, reference);
  result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.not_graded == NotGraded::time_limit);
  CHECK_FALSE(result.has_score());
  CHECK(result.error.find("the reference's run of n 1, seed 1") != std::string::npos);
  CHECK(result.error.find("--timeout") != std::string::npos);
}

TEST_CASE("a cancelled run checks nothing more and blames nobody") {
  std::atomic<bool> cancel = false;
  Script student = kernel([&](const Run&) {
    cancel = true;
    return scripted::failed<sim::Report>(worker::Failure::Kind::crashed, "Killed by signal 2.");
  });
  GradeOptions options;
  options.cancel = &cancel;
  const ExerciseResult result = grade(student, options);
  CHECK(student.runs == 1);
  CHECK(result.verdict == Status::not_checked);
  CHECK(result.error == "The run was cancelled.");
  CHECK(result.not_graded == NotGraded::interrupted);
  CHECK_FALSE(result.grader_failed);
}
