// Grading with a GPU that a test plays: what it answers, the script says.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "doubled.hpp"
#include "exercise/exercise.hpp"
#include "made_up.hpp"
#include "scripted_gpu.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"

using namespace warplab;
using namespace warplab::verdict;
using doubled::gate;
using scripted::gpus;
using scripted::GpuScript;
using scripted::libraries;
using worker::Failure;

namespace {

constexpr const char* kExercise = R"TOML(
title = "Doubled"
module = "Tests"
file = "doubled.cu"
starter_fails = ["correct"]
hints = ["Twice."]
seeds = [1]
[sizes.gpu]
n = 4096
[sizes.graded]
n = 64
[[sizes.check]]
n = 7
[[buffer]]
name = "in"
type = "f32"
shape = ["n"]
role = "input"
fill = { kind = "random_integers", low = 1, high = 9 }
[[buffer]]
name = "out"
type = "f32"
shape = ["n"]
role = "output"
[[launch]]
kernel = "doubled"
block = [32]
grid = ["ceil_div(n, 32)"]
arguments = ["in", "out"]
[[gate]]
name = "fast"
metric = "copy_fraction"
min = 0.5
)TOML";

constexpr const char* kYardstickGate =
    "[[gate]]\nname = \"as the yardstick\"\nmetric = \"yardstick_fraction\"\nmin = 0.8\n";

exercise::Exercise doubled(const std::string& more = "") {
  return made_up::exercise_of(kExercise + more, {"statement.md", "doubled.cu", "reference.cu"});
}

worker::Outcome<sim::Report> simulate(const scripted::Run& run, float factor) {
  for (size_t i = 0; i < run.output(1).size(); ++i) run.output(1)[i] = factor * run.input(0)[i];
  return {scripted::completed(run.job()), {}};
}

struct Graded {
  float simulated_factor = 2;  // of the student's kernel, in the simulator
  std::string more_toml;
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* cancel = nullptr;
  std::string yardstick_file;
  bool names_library = false;
};

ExerciseResult graded(GpuScript& gpu, const Graded& how = {}) {
  exercise::Exercise exercise = doubled(how.more_toml);
  exercise.yardstick_file = how.yardstick_file;
  if (how.names_library) exercise.launches[0].library = "cublas.sgemm";
  scripted::Script student, reference;
  student.kernel = [&](const scripted::Run& run) { return simulate(run, how.simulated_factor); };
  reference.kernel = [](const scripted::Run& run) { return simulate(run, 2); };
  scripted::Script compiler;
  GpuSession session("", gpus(gpu), scripted::workers(compiler, compiler), libraries(gpu));
  GradeOptions options;
  options.gpu = &session;
  options.progress = how.progress;
  options.cancel = how.cancel;
  options.start_worker = scripted::workers(student, reference);
  return grade(exercise, "// here", options);
}

}  // namespace

TEST_CASE("a kernel that is right in the simulator is checked and timed on the GPU") {
  GpuScript gpu;
  const ExerciseResult result = graded(gpu);
  CHECK(result.verdict == Status::pass);
  CHECK(result.backend == "cuda");
  REQUIRE(result.gpu);
  CHECK(result.gpu->name == "Made-up GPU");
  REQUIRE(result.timings.size() == 1);
  CHECK(result.timings[0].bytes == 2 * 4096 * 4);
  CHECK(result.timings[0].copy_fraction == doctest::Approx(0.8));
  CHECK(gpu.runs == 6);  // the check size, four drawn for the file, and the graded size
  CHECK(gate(result, "same_on_gpu").status == Status::pass);
  CHECK(gate(result, "right_when_timed").status == Status::pass);
  CHECK(gate(result, "fast").status == Status::pass);
}

TEST_CASE("a run leaves a worker for the next one, unless it was cancelled") {
  GpuScript gpu;
  graded(gpu);
  CHECK(gpu.started == 3);  // the student's, the reference's, and one that waits
  GpuScript wrong;
  wrong.factor = 3;
  graded(wrong);
  CHECK(wrong.started == 2);  // the one that was started while the answer was checked still waits
  GpuScript cancelled;
  std::atomic<bool> cancel = false;
  graded(cancelled, {.progress =
                         [&](const Progress& progress) {
                           cancel = cancel || progress.doing.starts_with("timing");
                         },
                     .cancel = &cancel});
  CHECK(cancelled.started == 2);
}

TEST_CASE("the reference is timed where a gate compares with it, and only there") {
  GpuScript gpu;
  CHECK_FALSE(graded(gpu).timings.at(0).reference);
  GpuScript again;
  const ExerciseResult result = graded(
      again,
      {.more_toml =
           "[[gate]]\nname = \"as the reference\"\nmetric = \"reference_fraction\"\nmin = 0.8\n"});
  REQUIRE(result.gpu);
  REQUIRE(result.timings.size() == 1);
  REQUIRE(result.timings[0].reference);
  CHECK(result.timings[0].reference->time_us.median == doctest::Approx(90));
  CHECK(*gate(result, "as the reference").value == doctest::Approx(0.9));
  CHECK(gate(result, "as the reference").status == Status::pass);
  CHECK(gate(result, "fast").status == Status::pass);
}

TEST_CASE("a yardstick of the kernel's shape is timed beside it where a gate compares with it") {
  GpuScript without;
  CHECK_FALSE(graded(without).timings.at(0).yardstick);
  CHECK(without.reference_jobs.size() == 1);
  GpuScript gpu;
  const ExerciseResult result = graded(gpu, {.more_toml = kYardstickGate});
  REQUIRE(result.timings.size() == 1);
  REQUIRE(result.timings[0].yardstick);
  CHECK_FALSE(result.timings[0].reference);
  CHECK(result.timings[0].yardstick->time_us.median == doctest::Approx(95));
  CHECK(*gate(result, "as the yardstick").value == doctest::Approx(0.95));
  CHECK(gate(result, "as the yardstick").status == Status::pass);
  CHECK(gate(result, "fast").status == Status::pass);
  REQUIRE(gpu.reference_jobs.size() == 2);
  REQUIRE(gpu.reference_jobs[1].launches.size() == 1);
  const sim::Launch& stream = gpu.reference_jobs[1].launches[0];
  CHECK(stream.kernel == "warplab_stream_one_4");
  CHECK(stream.grid == Dim3{128, 1, 1});
  CHECK(stream.block == Dim3{32, 1, 1});
}

TEST_CASE("a kernel that is slower than its yardstick allows is not there yet") {
  GpuScript gpu;
  gpu.yardstick_us = 60;
  const ExerciseResult result = graded(gpu, {.more_toml = kYardstickGate});
  CHECK(gate(result, "as the yardstick").status == Status::fail);
  CHECK(verdict::text_of(gate(result, "as the yardstick"))
            .find("the yardstick takes 60.0 us: 0.60") != std::string::npos);
  CHECK(gate(result, "fast").status == Status::pass);
}

TEST_CASE("an exercise's own yardstick is launched as its kernel is") {
  GpuScript gpu;
  const ExerciseResult result =
      graded(gpu, {.more_toml = kYardstickGate, .yardstick_file = "reference.cu"});
  CHECK(gate(result, "as the yardstick").status == Status::pass);
  REQUIRE(gpu.reference_jobs.size() == 2);
  CHECK(gpu.reference_jobs[1].launches == gpu.reference_jobs[0].launches);
  CHECK(gpu.reference_jobs[1].launches[0].kernel == "doubled");
}

TEST_CASE("a library that the machine has is timed beside the kernel that names it") {
  GpuScript gpu;
  gpu.library = "cuBLAS 1.2.3";
  const ExerciseResult result = graded(gpu, {.names_library = true});
  CHECK(result.verdict == Status::pass);
  REQUIRE(result.timings.size() == 1);
  REQUIRE(result.timings[0].library);
  CHECK(result.timings[0].library_name == "cuBLAS 1.2.3");
  CHECK(result.timings[0].library->time_us.median == doctest::Approx(25));
  CHECK(result.timings[0].kernel.time_us.median == doctest::Approx(100));
  REQUIRE(gpu.library_jobs.size() == 1);
  CHECK(gpu.library_jobs[0].launches[0].kernel == "cublas.sgemm");
  CHECK(gpu.library_jobs[0].launches[0].arguments == gpu.reference_jobs[0].launches[0].arguments);
  CHECK(gpu.library_jobs[0].copy_bytes == gpu.reference_jobs[0].copy_bytes);
}

TEST_CASE("a library that is not there, or not asked for, or wrong, is not told of") {
  GpuScript without;  // this machine has none
  const ExerciseResult lacking = graded(without, {.names_library = true});
  CHECK(without.libraries_started == 1);
  GpuScript unasked;
  unasked.library = "cuBLAS 1.2.3";
  const ExerciseResult plain = graded(unasked);
  CHECK(unasked.libraries_started == 0);
  GpuScript wrong;
  wrong.library = "cuBLAS 1.2.3";
  wrong.library_error = 1;
  const ExerciseResult mistaken = graded(wrong, {.names_library = true});
  CHECK(wrong.library_jobs.size() == 1);
  for (const ExerciseResult* result : {&lacking, &plain, &mistaken}) {
    CHECK(result->verdict == Status::pass);
    REQUIRE(result->timings.size() == 1);
    CHECK_FALSE(result->timings[0].library);
    CHECK(result->timings[0].library_name.empty());
    CHECK(gate(*result, "fast").status == Status::pass);
  }
}

TEST_CASE("a machine without the library is asked once") {
  GpuScript gpu;
  GpuSession session("", gpus(gpu), &worker::Worker::start, libraries(gpu));
  CHECK_FALSE(session.take_with_library());
  CHECK_FALSE(session.take_with_library());
  CHECK(gpu.libraries_started == 1);
}

TEST_CASE("what is wrong in the simulator never reaches the GPU") {
  GpuScript gpu;
  const ExerciseResult result = graded(gpu, {.simulated_factor = 3});
  CHECK(result.verdict == Status::fail);
  CHECK(gpu.runs == 0);
  CHECK(gate(result, "fast").status == Status::not_checked);
  CHECK(verdict::text_of(gate(result, "same_on_gpu")).find("the simulator found it wrong") !=
        std::string::npos);
}

TEST_CASE("a GPU that gives another answer than the simulator is a loud failure, and no time") {
  GpuScript gpu;
  gpu.factor = 3;
  const ExerciseResult result = graded(gpu);
  CHECK(result.verdict == Status::fail);
  const GateResult same = gate(result, "same_on_gpu");
  CHECK(same.status == Status::fail);
  CHECK(verdict::text_of(same).find("The GPU and the simulator disagree: out[0] is ") == 0);
  CHECK(gpu.samples == 0);
}

TEST_CASE(
    "a kernel that fails on the GPU alone, or writes beyond a buffer there, is a difference") {
  GpuScript gpu;
  SUBCASE("fails") {
    gpu.run_failure = Failure{Failure::Kind::time_limit, data::as_it_is("It did not end.")};
    const GateResult same = gate(graded(gpu), "same_on_gpu");
    CHECK(same.status == Status::fail);
    CHECK(verdict::text_of(same).find("It did not end.") != std::string::npos);
  }
  SUBCASE("writes beyond") {
    gpu.overrun = {"out"};
    const GateResult same = gate(graded(gpu), "same_on_gpu");
    CHECK(same.status == Status::fail);
    CHECK(verdict::text_of(same).find("beyond the end of out") != std::string::npos);
  }
}

TEST_CASE("every timed answer is compared with the reference's, and one that is wrong ends it") {
  GpuScript gpu;
  gpu.digest_error = 1;
  const ExerciseResult result = graded(gpu);
  const GateResult right = gate(result, "right_when_timed");
  CHECK(right.status == Status::fail);
  CHECK(verdict::text_of(right).find("out[0] is 1 and should be 2") != std::string::npos);
  CHECK(gate(result, "fast").status == Status::not_checked);
  CHECK(result.score == 0);
}

TEST_CASE("a time that cannot be true is a failure of its own") {
  GpuScript gpu;
  gpu.kernel_us = 30;
  const ExerciseResult result = graded(gpu);
  CHECK(gate(result, "plausible_time").status == Status::fail);
  CHECK(result.verdict == Status::fail);
}

TEST_CASE("progress names the GPU, and says when it is timing and when it is not") {
  GpuScript gpu;
  std::vector<std::string> timing, other;
  graded(gpu, {.progress = [&](const Progress& progress) {
           std::vector<std::string>& said = progress.is_timing ? timing : other;
           if (said.empty() || said.back() != progress.doing) said.push_back(progress.doing);
         }});
  CHECK(timing == std::vector<std::string>{"timing on Made-up GPU: n 4096"});
  REQUIRE_FALSE(other.empty());
  CHECK(other.front() == "compiling");
  CHECK(other.back().starts_with("checking on Made-up GPU: n 64, drawn seed "));
}

TEST_CASE("other programs on the GPU are counted, and our own processes are none of them") {
  GpuScript gpu;
  const auto own = static_cast<uint32_t>(::getpid());
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  gpu.processes = {own, static_cast<uint32_t>(child)};
  const std::string with_ours = graded(gpu).gpu->note;
  gpu.started = 0;
  gpu.processes->push_back(static_cast<uint32_t>(::getppid()));
  const std::string with_one = graded(gpu).gpu->note;
  gpu.started = 0;
  gpu.processes->push_back(1);
  const std::string with_two = graded(gpu).gpu->note;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(with_ours.empty());
  CHECK(with_one == "1 other process has this GPU open; what it does there may disturb the times.");
  CHECK(with_two ==
        "2 other processes have this GPU open; what they do there may disturb the times.");
}

TEST_CASE("a very short kernel is timed in batches") {
  GpuScript gpu;
  gpu.kernel_us = 10;
  gpu.copy_us = 8;
  const ExerciseResult result = graded(gpu);
  REQUIRE(result.gpu);
  CHECK(result.timings[0].batch == 4);
  CHECK(result.timings[0].kernel.time_us.median == doctest::Approx(10));
}

TEST_CASE("a driver that hangs loses the GPU and not the lab: the simulator's gates stand") {
  GpuScript gpu;
  gpu.run_failure = Failure{Failure::Kind::time_limit, data::as_it_is("It did not end.")};
  gpu.stuck = true;
  const ExerciseResult result = graded(gpu);
  CHECK_FALSE(result.grader_failed);
  CHECK(gate(result, "correct").status == Status::pass);
  const GateResult fast = gate(result, "fast");
  CHECK(fast.status == Status::not_checked);
  CHECK(verdict::text_of(fast).find("The driver has not released the GPU Made-up GPU") !=
        std::string::npos);
}

TEST_CASE("a session without a GPU says why, and goes on saying it") {
  GpuScript gpu;
  gpu.not_ready =
      Failure{Failure::Kind::cannot_start, data::as_it_is("There is no NVIDIA driver here.")};
  GpuSession session("", gpus(gpu));
  const auto ready = session.open();
  REQUIRE_FALSE(ready);
  CHECK(ready.error() == "There is no NVIDIA driver here.");
  CHECK(session.open().error() == ready.error());
  CHECK(gpu.started == 1);
  CHECK_FALSE(session.take());
}

TEST_CASE(
    "a session that is cancelled while the GPU starts ends at once, and can be opened again") {
  GpuScript gpu;
  gpu.slow_start = true;
  GpuSession session("", gpus(gpu));
  std::atomic<bool> cancel = false;
  std::jthread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    cancel = true;
  });
  const auto ready = session.open(&cancel);
  REQUIRE_FALSE(ready);
  CHECK(ready.error() == "The start was cancelled.");
  gpu.slow_start = false;
  CHECK(session.open());
}

TEST_CASE("what a run had not come to when it was cancelled is not checked, and says so") {
  GpuScript gpu;
  std::atomic<bool> cancel = false;
  std::string at;
  SUBCASE("while the answer is checked") { at = "checking on Made-up GPU"; }
  SUBCASE("while it is timed") { at = "timing on Made-up GPU"; }
  const ExerciseResult result = graded(
      gpu,
      {.progress =
           [&](const Progress& progress) { cancel = cancel || progress.doing.starts_with(at); },
       .cancel = &cancel});
  CHECK(cancel);
  CHECK(result.error == "The run was cancelled.");
  CHECK(gate(result, "correct").status == Status::pass);
  const GateResult same = gate(result, "same_on_gpu");
  CHECK(same.status == Status::not_checked);
  CHECK(verdict::text_of(same) == "Not checked: The run was cancelled.");
  CHECK(gate(result, "fast").status == Status::not_checked);
}

TEST_CASE("a worker that was warmed is the one that is taken") {
  GpuScript gpu;
  GpuSession session("", gpus(gpu));
  session.warm();
  session.warm();
  CHECK(gpu.started == 1);
  CHECK(session.take());
  CHECK(gpu.started == 1);
  CHECK(session.take());
  CHECK(gpu.started == 2);
}

TEST_CASE("a GPU newer than the compiler gets PTX, of which its driver makes what it needs") {
  CHECK(capability_to_compile_for(75) == 75);
  CHECK(capability_to_compile_for(90) == 90);
  CHECK(capability_to_compile_for(120) == 90);
  compile::Compiled compiled;
  compiled.ptx = ".version 9.0";
  compiled.cubin = {0x7f, 'E', 'L', 'F'};
  CHECK(image_for(90, compiled) == compiled.cubin);
  const std::vector<uint8_t> image = image_for(120, compiled);
  REQUIRE(image.size() == compiled.ptx.size() + 1);
  CHECK(std::string(image.begin(), image.end() - 1) == compiled.ptx);
  CHECK(image.back() == 0);
}
