// Grading on a real GPU, seen by the programs that share it and by whoever waits for it.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "cuda/gpu_lock.hpp"
#include "gpu_fixture.hpp"
#include "verdict/grade.hpp"

using namespace gpu_test;
using Clock = std::chrono::steady_clock;

namespace {

const std::filesystem::path kRoot = WARPLAB_SOURCE_DIR;
constexpr const char* kFolder = "33-transpose-conflict-free";

// A right solution, graded on the first GPU; without one the test is skipped.
struct Setup {
  verdict::GpuSession gpu{""};
  std::optional<worker::GpuReady> ready;
  std::optional<exercise::Exercise> exercise;
  std::string source;
  verdict::GradeOptions options;

  explicit operator bool() const { return ready.has_value(); }
  Setup() {
    const auto opened = gpu.open();
    if (!opened) {
      warplab_test::skip("no GPU (" + opened.error() + ")");
      return;
    }
    ready = *opened;
    auto loaded = exercise::load(kRoot / "exercises" / kFolder);
    REQUIRE(loaded);
    exercise = std::move(*loaded);
    const auto read = verdict::read_source(kRoot / "solutions" / kFolder / "solution.cu");
    REQUIRE(read);
    source = *read;
    options.threads = 4;
    options.gpu = &gpu;
  }
  verdict::ExerciseResult grade() { return verdict::grade(*exercise, source, options); }
};

}  // namespace

TEST_CASE("two programs do not time on one GPU at once") {
  Setup setup;
  if (!setup) return;
  auto held = cuda::GpuLock::acquire(setup.ready->device.uuid);
  REQUIRE(held);
  bool waited = false, timed_too_early = false;
  setup.options.progress = [&](const verdict::Progress& progress) {
    timed_too_early = timed_too_early || (progress.is_timing && !waited);
    if (progress.doing.find("another program's measurement") == std::string::npos) return;
    waited = true;
    held = cuda::GpuLock();
  };
  const auto result = setup.grade();
  CHECK(waited);
  CHECK_FALSE(timed_too_early);
  CHECK(result.verdict == verdict::Status::pass);
}

TEST_CASE(
    "a run that is cancelled while it is timed ends at once, and the GPU is free for the next") {
  Setup setup;
  if (!setup) return;
  std::atomic<bool> cancel = false;
  std::optional<Clock::time_point> cancelled;
  setup.options.cancel = &cancel;
  setup.options.progress = [&](const verdict::Progress& progress) {
    if (!progress.is_timing || cancelled) return;
    cancelled = Clock::now();
    cancel = true;
  };
  const auto result = setup.grade();
  REQUIRE(cancelled);
  const std::chrono::duration<double> took = Clock::now() - *cancelled;
  MESSAGE("ended ", took.count(), " s after it was cancelled");
  CHECK(result.error == "The run was cancelled.");
  const auto lock = cuda::GpuLock::acquire(setup.ready->device.uuid);
  CHECK(lock);
  cancel = false;
}

TEST_CASE(
    "progress names the GPU while it times, and a quiet GPU has no other programs to tell of") {
  Setup setup;
  if (!setup) return;
  std::string doing;
  setup.options.progress = [&](const verdict::Progress& progress) {
    if (progress.is_timing && doing.empty()) doing = progress.doing;
  };
  const auto result = setup.grade();
  CHECK(doing == "timing on " + setup.ready->device.name + ": rows 4096, cols 4096");
  REQUIRE(result.gpu);
  MESSAGE("note: \"", result.gpu->note, "\"");
  CHECK(result.gpu->note.find("process") == std::string::npos);
}
