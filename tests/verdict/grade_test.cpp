// The sequence of a grading, without a compiler and without a simulator: what is run, and what is
// compared with what.
#include "verdict/grade.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

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
using verdict::ExerciseResult;
using verdict::GradeOptions;
using verdict::Status;

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
    return {scripted::completed(run.job()), {}};
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
    "a kernel that is wrong for one input in ten is found nearly always, one that looks and does "
    "right never") {
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
  CHECK(found >= 18);  // five of the inputs are drawn, some of them of few values
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

TEST_CASE("a reference that is kept answers a second submission without running again") {
  Script first = right(), second = right(), script = right();
  const exercise::Exercise e = doubled::exercise();
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

TEST_CASE("a picture knows what was written, where the buffer begins without content") {
  Script student = right(), reference = right();
  student.written = {7};
  exercise::Exercise exercise = doubled::exercise();
  exercise.views = {{"in", "", "viridis", {}, {}}, {"out", "", "viridis", {}, {}}};
  GradeOptions options;
  options.keep_pictures = true;
  options.start_worker = scripted::workers(student, reference);
  const ExerciseResult result = verdict::grade(exercise, "the source", options);
  REQUIRE(result.pictures.size() == 2);
  CHECK(result.pictures[0].written.empty());
  CHECK(result.pictures[1].written == student.written);
}

TEST_CASE("what the writing thread had read is said to whoever asks for it, and nobody else") {
  Script student = kernel([](const Run& run) { return times(run, 3); });
  data::AccessLog log;
  log.buffers = {{0, 0x1000, 4}, {1, 0x9000, 4}};
  log.accesses.resize(2);
  for (data::LoggedAccess& access : log.accesses) access.mask = 1, access.bytes = 4;
  log.accesses[0].addresses[0] = 0x1000;
  log.accesses[1].addresses[0] = 0x9000;
  log.accesses[1].kind = data::TraceKind::store;
  student.access_log = log;
  CHECK(grade(student).mismatch->inputs.empty());
  CHECK(student.logs == 0);
  GradeOptions options;
  options.name_inputs = true;
  const ExerciseResult result = grade(student, options);
  CHECK(student.logs == 1);
  CHECK(result.mismatch->inputs.starts_with("after it had read in[0] = "));
  CHECK(verdict::text_of(gate(result, "correct")).find(" on line 7, after it had read in[0] = ") !=
        std::string::npos);
  // A log without the store, one of another element, or none: nothing is said.
  student.access_log->accesses.pop_back();
  CHECK(grade(student, options).mismatch->inputs.empty());
  student.access_log = log;
  student.access_log->accesses[1].addresses[0] = 0x1000;
  CHECK(grade(student, options).mismatch->inputs.empty());
  student.access_log.reset();
  CHECK(grade(student, options).mismatch->inputs.empty());
  CHECK(student.logs == 4);
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
  const ExerciseResult result = verdict::reject(doubled::exercise(), "doubled.cu is missing.", 5);
  CHECK(result.verdict == Status::fail);
  CHECK(result.error == "doubled.cu is missing.");
  CHECK(result.seed == 5);
  CHECK(verdict::text_of(gate(result, "compiles")) == "doubled.cu is missing.");
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
  const exercise::Exercise exercise = doubled::exercise();
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
  exercise::Exercise exercise = doubled::exercise();
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
