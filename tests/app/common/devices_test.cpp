// The GPUs of a machine, the one that is chosen, and what a run does with it.
#include "common/devices.hpp"

#include <doctest/doctest.h>

#include "sample_gpus.hpp"
#include "sample_lab.hpp"
#include "sample_timing.hpp"
#include "shown_window.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

const std::atomic<bool> kGoOn = false;

struct Machine {
  SampleLab sample;
  verdict::GradeOptions seen;  // of the last run
  std::string gpu_of_run;      // its name, empty: none
  std::unique_ptr<Lab> open(const verdict::StartGpuWorker& start) {
    sample.grade = [this](const exercise::Exercise&, const std::string&,
                          const verdict::GradeOptions& options) {
      seen = options;
      gpu_of_run = options.gpu ? options.gpu->open()->device.name : "";
      return verdict::ExerciseResult{};
    };
    auto lab = std::make_unique<Lab>(
        sample.places(), sample.loader(), sample.grade, [] {},
        Lab::Gpus{[start](const std::atomic<bool>& cancel) { return find_gpus(start, cancel); },
                  start});
    lab->open("copy");
    return lab;
  }
};

void wait_for_devices(Lab& lab) {
  REQUIRE(tick_until(lab, [&] { return !lab.devices().is_looking(); }));
}

}  // namespace

TEST_CASE("every GPU is found by name, and two of one name are told apart") {
  const GpuList two =
      find_gpus(machine_with({{"GPU-1a2b", "NVIDIA H200"}, {"GPU-3c4d", "NVIDIA H200"}}), kGoOn);
  CHECK(two.gpus ==
        std::vector<Gpu>{{"GPU-1a2b", "NVIDIA H200 (1a2b)"}, {"GPU-3c4d", "NVIDIA H200 (3c4d)"}});
  const GpuList mixed =
      find_gpus(machine_with({{"GPU-1", "Tesla T4"}, {"GPU-2", "NVIDIA H200"}}), kGoOn);
  CHECK(mixed.gpus == std::vector<Gpu>{{"GPU-1", "Tesla T4"}, {"GPU-2", "NVIDIA H200"}});
}

TEST_CASE("where there is no GPU the reason is kept") {
  const GpuList none = find_gpus(machine_with({}), kGoOn);
  CHECK(none.gpus.empty());
  CHECK(none.why_none == "There is no NVIDIA driver.");
}

TEST_CASE(
    "a run uses the first GPU until the simulator alone or another one is chosen, and this is "
    "remembered") {
  const auto start = machine_with({{"GPU-1", "Tesla T4"}, {"GPU-2", "NVIDIA H200"}});
  Machine machine;
  {
    auto lab = machine.open(start);
    wait_for_devices(*lab);
    run_to_the_end(*lab);
    CHECK(machine.gpu_of_run == "Tesla T4");
    lab->settings().device = "GPU-2";
    lab->settings().compute_capability = 75;
    run_to_the_end(*lab);
    CHECK(machine.gpu_of_run == "NVIDIA H200");
    CHECK(machine.seen.compute_capability == 90);
  }
  {
    auto lab = machine.open(start);
    wait_for_devices(*lab);
    REQUIRE(lab->chosen_gpu());
    CHECK(lab->chosen_gpu()->name == "NVIDIA H200");
    lab->settings().device = kSimulatorOnly;
    run_to_the_end(*lab);
    CHECK(machine.gpu_of_run.empty());
    CHECK(machine.seen.compute_capability == 75);
    CHECK(machine.seen.why_no_gpu ==
          "no time was measured, because the simulator alone was chosen");
  }
  auto lab = machine.open(start);
  wait_for_devices(*lab);
  CHECK_FALSE(lab->chosen_gpu());
}

TEST_CASE(
    "without a GPU a run says that there was none, and a chosen GPU that is gone is not replaced "
    "by another") {
  Machine machine;
  auto lab = machine.open(machine_with({}));
  wait_for_devices(*lab);
  run_to_the_end(*lab);
  CHECK(machine.gpu_of_run.empty());
  CHECK(machine.seen.why_no_gpu == "no time was measured, because there is no NVIDIA GPU");
  lab = nullptr;
  lab = machine.open(machine_with({{"GPU-1", "Tesla T4"}}));
  wait_for_devices(*lab);
  lab->settings().device = "GPU-9";
  run_to_the_end(*lab);
  CHECK(machine.gpu_of_run.empty());
  CHECK(machine.seen.why_no_gpu ==
        "no time was measured, because the GPU that was chosen is not here");
}

TEST_CASE("a GPU that stopped answering costs its times, with the reason, and not the run") {
  Machine machine;
  std::atomic<bool> is_there = true;
  auto lab = machine.open([&](const std::string& uuid) {
    return is_there ? machine_with({{"GPU-1", "Tesla T4"}})(uuid) : machine_with({})(uuid);
  });
  wait_for_devices(*lab);
  is_there = false;
  run_to_the_end(*lab);
  CHECK(machine.gpu_of_run.empty());
  CHECK(machine.seen.why_no_gpu == "no time was measured: There is no NVIDIA driver");
}

TEST_CASE("while a kernel is timed the run asks for quiet, and goes on when the window has drawn") {
  SampleLab sample;
  std::atomic<bool> go_on = false;
  const auto start = machine_with({{"GPU-1", "Tesla T4"}});
  Runner runner(
      [&](const exercise::Exercise&, const std::string&, const verdict::GradeOptions& options) {
        options.progress({"counting 96", 0.5, false});
        options.progress({"timing on Tesla T4: rows 96", 1, true});
        while (!go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        options.progress({"checking on Tesla T4: rows 7", 1, false});
        while (go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return verdict::ExerciseResult{};
      },
      [] {}, start);
  const auto until = [](const std::function<bool()>& done) {
    for (int i = 0; i < 5000 && !done(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return done();
  };
  RunRequest request;
  request.gpu = "";
  CHECK_FALSE(runner.wants_quiet());
  runner.start(request);
  REQUIRE(until([&] { return runner.wants_quiet(); }));
  CHECK(runner.progress().doing == "timing on Tesla T4: rows 96");
  runner.confirm_quiet();
  go_on = true;
  REQUIRE(until([&] { return !runner.wants_quiet(); }));
  CHECK(until([&] { return runner.progress().doing == "checking on Tesla T4: rows 7"; }));
  go_on = false;
  CHECK(until([&] { return !runner.is_busy(); }));
}

TEST_CASE("a cancelled run wants no quiet, nor does one that times nothing") {
  std::atomic<bool> go_on = false;
  const auto start = machine_with({{"GPU-1", "Tesla T4"}});
  Runner runner(
      [&](const exercise::Exercise&, const std::string&, const verdict::GradeOptions& options) {
        options.progress(options.gpu ? verdict::Progress{"timing on Tesla T4: rows 96", 1, true}
                                     : verdict::Progress{"counting rows 96", 1, false});
        while (!go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return verdict::ExerciseResult{};
      },
      [] {}, start);
  RunRequest request;
  runner.start(request);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK_FALSE(runner.wants_quiet());
  go_on = true;
  while (runner.is_busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  go_on = false;
  request.gpu = "GPU-1";
  runner.start(request);
  for (int i = 0; i < 5000 && !runner.wants_quiet(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(runner.wants_quiet());
  runner.cancel();
  CHECK_FALSE(runner.wants_quiet());
  go_on = true;
}

TEST_CASE("a driver that takes its time to answer does not keep the window from closing") {
  const auto start = std::chrono::steady_clock::now();
  std::atomic<bool> was_cancelled = false;
  {
    const Devices devices(
        [&](const std::atomic<bool>& cancel) {
          while (!cancel && std::chrono::steady_clock::now() - start < std::chrono::seconds(30))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          was_cancelled = cancel.load();
          return GpuList{};
        },
        [] {});
    CHECK(devices.is_looking());
  }
  CHECK(was_cancelled);
}

TEST_CASE("the device menu offers each GPU and each simulated one, or says that there is no GPU") {
  for (const bool has_gpu : {true, false}) {
    Shown shown;
    const auto start = has_gpu ? machine_with({{"GPU-2", "NVIDIA H200"}}) : machine_with({});
    shown.move_to(start);
    shown.headless.click("device");
    CHECK(shown.headless.has("gpu NVIDIA H200") == has_gpu);
    CHECK(shown.headless.has("no gpu") == !has_gpu);
    // All of them can be seen without scrolling.
    for (const char* item :
         {has_gpu ? "gpu NVIDIA H200" : "no gpu", "simulate 75", "simulate 90"}) {
      CAPTURE(item);
      CHECK(shown.headless.is_whole(item));
    }
    shown.headless.click("simulate 75");
    CHECK(shown.lab->settings().device == kSimulatorOnly);
    CHECK(shown.lab->settings().compute_capability == 75);
    CHECK_FALSE(shown.lab->chosen_gpu());
    if (!has_gpu) continue;
    shown.headless.click("device");
    shown.headless.click("gpu NVIDIA H200");
    CHECK(shown.lab->settings().device == "GPU-2");
    CHECK(shown.lab->chosen_gpu());
  }
}
