// The GPU worker's process, as far as it goes without a GPU.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "words/text.hpp"
#include "worker/gpu_worker.hpp"
#include "worker_process.hpp"

using namespace warplab::worker;

TEST_CASE("a GPU worker that there is not is a failure to start") {
  const ScopedVariable nowhere("WARPLAB_GPU_WORKER", "/nonexistent/worker");
  const auto worker = GpuWorker::start("");
  REQUIRE_FALSE(worker);
  CHECK(worker.failure.kind == Failure::Kind::cannot_start);
  CHECK(warplab::words::text_of(worker.failure.says).find("/nonexistent/worker") !=
        std::string::npos);
}

TEST_CASE("a GPU with a UUID that there is not is refused with a reason, every time it is asked") {
  Outcome<std::unique_ptr<GpuWorker>> worker;
  SUBCASE("alone") { worker = GpuWorker::start("GPU-none"); }
  SUBCASE("with a library") { worker = GpuWorker::start_with_library("GPU-none"); }
  REQUIRE(worker);
  const auto ready = (*worker.value)->ready();
  REQUIRE_FALSE(ready);
  CHECK(ready.failure.kind == Failure::Kind::cannot_start);
  CHECK_FALSE(warplab::words::text_of(ready.failure.says).empty());
  const auto again = (*worker.value)->sample_copy();
  REQUIRE_FALSE(again);
  CHECK(warplab::words::text_of(again.failure.says) == words::text_of(ready.failure.says));
  CHECK_FALSE((*worker.value)->is_stuck());
}

TEST_CASE("a program that is no GPU worker is a failure, not a wait") {
  const ScopedVariable wrong("WARPLAB_GPU_WORKER", "/bin/true");
  auto worker = GpuWorker::start("");
  REQUIRE(worker);
  const auto ready = (*worker.value)->ready();
  REQUIRE_FALSE(ready);
  CHECK(ready.failure.kind == Failure::Kind::cannot_start);
}

TEST_CASE("waiting for a driver that does not answer ends at once when it is cancelled") {
  const std::filesystem::path program =
      std::filesystem::path(WARPLAB_BINARY_DIR) / ("silent-worker-" + std::to_string(::getpid()));
  std::ofstream(program) << "#!/bin/sh\nexec sleep 50\n";
  REQUIRE(::chmod(program.c_str(), 0755) == 0);
  const ScopedVariable silent("WARPLAB_GPU_WORKER", program.string());
  auto worker = GpuWorker::start("");
  REQUIRE(worker);
  std::atomic<bool> cancel = false;
  (*worker.value)->heed(&cancel);
  std::jthread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel = true;
  });
  const auto ready = (*worker.value)->ready();
  std::filesystem::remove(program);
  REQUIRE_FALSE(ready);
  // And not that the program ended, or that nobody would wait any longer.
  CHECK(ready.failure.kind == Failure::Kind::cancelled);
  CHECK_FALSE((*worker.value)->is_stuck());
}
