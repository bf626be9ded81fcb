// The GPU worker's process, as far as it goes without a GPU.
#include <doctest/doctest.h>

#include "worker/gpu_worker.hpp"
#include "worker_process.hpp"

using namespace warplab::worker;

TEST_CASE("a GPU worker that there is not is a failure to start") {
  const ScopedVariable nowhere("WARPLAB_GPU_WORKER", "/nonexistent/worker");
  const auto worker = GpuWorker::start("");
  REQUIRE_FALSE(worker);
  CHECK(worker.failure.kind == Failure::Kind::cannot_start);
  CHECK(worker.failure.message.find("/nonexistent/worker") != std::string::npos);
}

TEST_CASE("a GPU with a UUID that there is not is refused with a reason, every time it is asked") {
  auto worker = GpuWorker::start("GPU-none");
  REQUIRE(worker);
  const auto ready = (*worker.value)->ready();
  REQUIRE_FALSE(ready);
  CHECK(ready.failure.kind == Failure::Kind::cannot_start);
  CHECK_FALSE(ready.failure.message.empty());
  const auto again = (*worker.value)->sample_copy();
  REQUIRE_FALSE(again);
  CHECK(again.failure.message == ready.failure.message);
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
