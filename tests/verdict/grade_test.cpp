// The sequence of a grading, without a compiler and without a simulator: what is run, when it
// stops, what is compared with what.
#include "verdict/grade.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "made_up.hpp"
#include "scripted_worker.hpp"

using namespace warplab;
using scripted::completed;
using scripted::Run;
using scripted::Script;
using sim::FindingKind;
using verdict::ExerciseResult;
using verdict::GradeOptions;
using verdict::NotGraded;
using verdict::Status;

namespace {

// tests/cli/exercises/01-doubled: out = 2 * in; sizes 1, 100 and 257 with two seeds, five sizes
// drawn for the file, 12 small ones drawn for their inputs, graded 4096.
constexpr int kSamples = 12;
constexpr int kRuns = 3 * 2 + 5 + kSamples + 1;

exercise::Exercise doubled() {
  auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/tests/cli/exercises/01-doubled");
  if (!loaded) FAIL(loaded.error());
  return *loaded;
}

worker::Outcome<sim::Report> times(const Run& run, float factor) {
  const auto in = run.input(0);
  const auto out = run.output(1);
  for (size_t i = 0; i < in.size(); ++i) out[i] = factor * in[i];
  return {completed(run.job()), {}};
}

Script kernel(scripted::Kernel k) {
  Script script;
  script.kernel = std::move(k);
  return script;
}

Script right() {
  return kernel([](const Run& run) { return times(run, 2); });
}

ExerciseResult grade(Script& student, GradeOptions options = {}) {
  Script reference = right();
  options.start_worker = scripted::workers(student, reference);
  return verdict::grade(doubled(), "the source", options);
}

// Every worker that is started has this script: no reference is asked for.
ExerciseResult grade_what_does_not_compile(Script& student) {
  GradeOptions options;
  options.start_worker = scripted::workers(student, student);
  return verdict::grade(doubled(), "the source", options);
}

verdict::GateResult gate(const ExerciseResult& result, const std::string& name) {
  return made_up::gate(result.gates, name);
}

}  // namespace

TEST_CASE("a right kernel is run at every size with every seed, and passes") {
  Script student = right();
  const ExerciseResult result = grade(student);
  CHECK(student.runs == kRuns);
  CHECK(student.compiled_files == std::vector<std::string>{"doubled.cu"});
  CHECK(result.verdict == Status::pass);
  CHECK(result.score == 1);
  CHECK(result.error == "");
  CHECK(result.slug == "doubled");
  CHECK(result.compiler == "NVRTC 13.0");
  REQUIRE(result.counters.size() == 1);
  CHECK(result.counters[0].total[sim::Counter::global_load_requests] == 10);
}

TEST_CASE("outputs hold poison before every run") {
  Script student = kernel([](const Run& run) {
    for (const float value : run.output(1)) CHECK(std::isnan(value));
    return times(run, 2);
  });
  CHECK(grade(student).verdict == Status::pass);
}

TEST_CASE("a kernel that writes nothing is wrong at the first element of the first size") {
  Script student = kernel([](const Run& run) -> worker::Outcome<sim::Report> {
    return {completed(run.job()), {}};
  });
  const ExerciseResult result = grade(student);
  CHECK(student.runs == kRuns);
  REQUIRE(result.mismatch);
  CHECK(result.mismatch->buffer == "out");
  CHECK(result.mismatch->index == std::vector<uint64_t>{0});
  CHECK(result.mismatch->wrong == 1);
  CHECK(result.mismatch->where == "n 1, seed 1");
  CHECK(result.mismatch->line == 7);  // what the scripted worker says
  CHECK(gate(result, "correct").line == 7);
  CHECK(gate(result, "correct").status == Status::fail);
  CHECK(gate(result, "coalesced loads").status == Status::not_checked);
  CHECK(result.score == 0);
}

TEST_CASE("a kernel that is wrong at an odd size only has no points for its counters either") {
  Script student =
      kernel([](const Run& run) { return times(run, run.input(0).size() == 257 ? 3 : 2); });
  const ExerciseResult result = grade(student);
  CHECK(result.mismatch->where == "n 257, seed 1");
  CHECK(gate(result, "correct").status == Status::fail);
  CHECK(gate(result, "coalesced loads").status == Status::pass);
  CHECK(result.score == 0);
  CHECK(result.verdict == Status::fail);
}

TEST_CASE(
    "a kernel that is wrong for one input in ten is found, one that looks and does right not") {
  const auto looks_at_equal_beginnings = [](float wrong) {
    return kernel([wrong](const Run& run) {
      const auto in = run.input(0);
      return times(run, in.size() > 1 && in[0] == in[1] ? wrong : 2);
    });
  };
  int found = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    GradeOptions options;
    options.seed = seed;
    Script wrong = looks_at_equal_beginnings(3), right = looks_at_equal_beginnings(2);
    if (gate(grade(wrong, options), "correct").status == Status::fail) ++found;
    CHECK(grade(right, options).verdict == Status::pass);
  }
  CHECK(found == 20);
}

TEST_CASE("a kernel that is wrong at the graded size only is wrong") {
  Script student =
      kernel([](const Run& run) { return times(run, run.input(0).size() == 4096 ? 3 : 2); });
  const ExerciseResult result = grade(student);
  CHECK(result.mismatch->where.starts_with("n 4096, drawn seed "));
  CHECK(result.mismatch->total == 4096);
  CHECK(gate(result, "coalesced loads").status == Status::not_checked);
  CHECK(gate(result, "coalesced loads").value == 4);
}

TEST_CASE("inputs differ from seed to seed") {
  std::set<std::vector<float>> seen;
  Script student = kernel([&](const Run& run) {
    const auto in = run.input(0);
    seen.insert(std::vector<float>(in.begin(), in.end()));
    return times(run, 2);
  });
  grade(student);
  CHECK(seen.size() > kRuns - 4);  // of one or two elements there are few
}

TEST_CASE("the seed moves the seeds of all runs, and is reported") {
  std::vector<float> first, again, other;
  const auto remember = [](std::vector<float>& into) {
    return kernel([&into](const Run& run) {
      const auto in = run.input(0);
      into.insert(into.end(), in.begin(), in.end());
      return times(run, 2);
    });
  };
  Script a = remember(first), b = remember(again), c = remember(other);
  GradeOptions options;
  grade(a, options);
  grade(b, options);
  options.seed = 77;
  const ExerciseResult result = grade(c, options);
  CHECK(first == again);
  CHECK(first != other);
  CHECK(result.seed == 77);
}

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

TEST_CASE(
    "a file whose compilation computes too long, needs too much or crashes does not compile") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind :
       {Kind::computing_limit, Kind::memory_limit, Kind::stack_limit, Kind::crashed}) {
    Script student = right();
    student.compile_failure = {kind, "The compiler was stopped."};
    const ExerciseResult result = grade_what_does_not_compile(student);
    CHECK(result.verdict == Status::fail);
    CHECK(gate(result, "compiles").message == "The compiler was stopped.");
    CHECK_FALSE(result.grader_failed);
    CHECK(result.not_graded == NotGraded::none);
  }
}

TEST_CASE("a compilation that the clock or the system ends could not be graded") {
  using Kind = worker::Failure::Kind;
  for (const Kind kind : {Kind::time_limit, Kind::lost, Kind::cannot_start}) {
    Script student = right();
    student.compile_failure = {kind, "There is no more."};
    const ExerciseResult result = grade_what_does_not_compile(student);
    CHECK(result.grader_failed);
    CHECK(result.not_graded == (kind == Kind::time_limit ? NotGraded::time_limit
                                : kind == Kind::lost     ? NotGraded::worker_lost
                                                         : NotGraded::worker_failed));
    CHECK_FALSE(result.has_score());
    CHECK(result.verdict == Status::not_checked);
    CHECK(gate(result, "compiles").status == Status::not_checked);
    CHECK(result.error != "");
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
  const ExerciseResult result = verdict::grade(doubled(), "the source", options);
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
  const ExerciseResult result = verdict::grade(doubled(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.not_graded == NotGraded::worker_failed);
  CHECK(result.error == "There is no warplab-worker.");
}

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
  using warplab::sim::FindingKind;
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
    const ExerciseResult result = verdict::grade(doubled(), "the source", options);
    CHECK(student.runs == (kind == Kind::lost ? 4 : 3));
    CHECK(gate(result, "terminates").status == Status::not_checked);
    CHECK(result.verdict == Status::not_checked);
    CHECK(result.grader_failed);
    CHECK_FALSE(result.has_score());
    CHECK(result.error != "");
  }
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
  CHECK(verdict::grade(doubled(), "the source", options).verdict == Status::pass);
  REQUIRE(allowed.size() == kRuns);
  // What one run leaves over is for the next.
  for (size_t i = 0; i < allowed.size(); ++i)
    CHECK(allowed[i] == 64'000'000 + 32 * 100 * (i + 1) - 1000 * i);
}

TEST_CASE("a launch that the simulator refuses fails that gate") {
  Script student = kernel([](const Run&) {
    return scripted::failed<sim::Report>(worker::Failure::Kind::rejected,
                                         "There is no kernel \"doubled\".");
  });
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "launches").status == Status::fail);
  CHECK(gate(result, "launches").message == "There is no kernel \"doubled\".");
  CHECK(gate(result, "terminates").status == Status::not_checked);
}

TEST_CASE("an instruction that the simulator does not know fails that gate, with its line") {
  Script student = kernel([](const Run&) -> worker::Outcome<sim::Report> {
    return {std::nullopt,
            {worker::Failure::Kind::rejected, "Nobody simulates mma.sync.",
             sim::Refusal::Kind::unsupported, 12}};
  });
  const ExerciseResult result = grade(student);
  CHECK(gate(result, "supported").status == Status::fail);
  CHECK(gate(result, "supported").message == "Nobody simulates mma.sync.");
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
  ExerciseResult result = verdict::grade(doubled(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.not_graded == NotGraded::reference_failed);
  CHECK(result.error ==
        "The reference reference.cu of doubled is wrong at n 1, seed 1: Line 3 races.");

  reference = right();
  reference.compiles = false;
  options.start_worker = scripted::workers(student, reference);
  result = verdict::grade(doubled(), "the source", options);
  CHECK(result.grader_failed);
  CHECK(result.error.find("does not compile") != std::string::npos);
}

TEST_CASE("a reference that is kept answers a second submission without running again") {
  Script first = right(), second = right(), script = right();
  const exercise::Exercise e = doubled();
  verdict::Reference reference(
      e,
      [&](const worker::Limits&) {
        worker::Outcome<std::unique_ptr<worker::Worker>> outcome;
        outcome.value = std::make_unique<scripted::ScriptedWorker>(script);
        return outcome;
      },
      1, 90);
  GradeOptions options;
  options.reference = &reference;
  options.start_worker = scripted::workers(first, first);
  CHECK(verdict::grade(e, "the source", options).verdict == Status::pass);
  CHECK(script.runs == kRuns);
  CHECK(script.compiled_files == std::vector<std::string>{"reference.cu"});
  options.start_worker = scripted::workers(second, second);
  CHECK(verdict::grade(e, "the source", options).verdict == Status::pass);
  CHECK(second.runs == kRuns);
  CHECK(script.runs == kRuns);
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

TEST_CASE("progress says what is done and never goes back") {
  std::vector<std::string> said;
  double last = -1;
  Script student = right();
  GradeOptions options;
  options.progress = [&](const verdict::Progress& progress) {
    CHECK(progress.fraction >= last);
    CHECK(progress.fraction <= 1);
    last = progress.fraction;
    if (said.empty() || said.back() != progress.doing) said.push_back(progress.doing);
  };
  grade(student, options);
  CHECK(said.front() == "compiling");
  CHECK(said[1] == "checking n 1, seed 1");
  CHECK(said.back().starts_with("counting n 4096, drawn seed "));
  CHECK(last == doctest::Approx(1));
}

TEST_CASE("pictures are kept only on request") {
  Script student = right();
  CHECK(grade(student).pictures.empty());
}

TEST_CASE("what a kernel prints is kept from the first run that printed") {
  Script student = kernel([](const Run& run) {
    auto ran = times(run, 2);
    if (run.input(0).size() >= 100) ran.value->output = std::to_string(run.input(0).size());
    return ran;
  });
  CHECK(grade(student).output == "100");
}

TEST_CASE("a submission without a source fails to compile, with the reason") {
  const ExerciseResult result = verdict::reject(doubled(), "doubled.cu is missing.", 5);
  CHECK(result.verdict == Status::fail);
  CHECK(result.error == "doubled.cu is missing.");
  CHECK(result.seed == 5);
  CHECK(gate(result, "compiles").message == "doubled.cu is missing.");
  CHECK_FALSE(result.grader_failed);
}

TEST_CASE("grading again and again leaves no descriptor open, whatever is kept of the reference") {
  const auto open_descriptors = [] {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      (void)entry;
      ++count;
    }
    return count;
  };
  const exercise::Exercise exercise = doubled();
  Script student = right(), of_reference = right();
  verdict::Reference reference(exercise, scripted::workers(of_reference, of_reference), 1, 90);
  size_t before = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    GradeOptions options;
    options.seed = 1000 * seed;  // answers that are not known yet, and are kept
    options.start_worker = scripted::workers(student, student);
    options.reference = &reference;
    CHECK(verdict::grade(exercise, "the source", options).verdict == Status::pass);
    if (seed == 1) before = open_descriptors();
  }
  CHECK(of_reference.runs == 100 * kRuns);
  CHECK(open_descriptors() == before);
}

TEST_CASE("a result names the bytes that were graded and the exercise that graded them") {
  exercise::Exercise exercise = doubled();
  exercise.hash = "0123";
  Script student = right(), reference = right();
  GradeOptions options;
  options.start_worker = scripted::workers(student, reference);
  const ExerciseResult first = verdict::grade(exercise, "the source", options);
  CHECK(first.exercise_hash == "0123");
  CHECK(first.file_hash.size() == 64);
  options.start_worker = scripted::workers(student, reference);
  CHECK(verdict::grade(exercise, "the source", options).file_hash == first.file_hash);
  options.start_worker = scripted::workers(student, reference);
  CHECK(verdict::grade(exercise, "the source ", options).file_hash != first.file_hash);
  CHECK(verdict::reject(exercise, "It is missing.", 1).file_hash.empty());
}
