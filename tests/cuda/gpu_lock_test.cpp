#include "cuda/gpu_lock.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

using warplab::Result;
using warplab::cuda::GpuLock;

namespace {

// A GPU that only this test knows.
class MadeUpGpu {
 public:
  MadeUpGpu() : uuid_(fmt::format("GPU-test-{}", ::getpid())) {}
  ~MadeUpGpu() { std::filesystem::remove(fmt::format("/tmp/warplab-{}.lock", uuid_)); }
  const std::string& uuid() const { return uuid_; }

 private:
  std::string uuid_;
};

}  // namespace

TEST_CASE("a GPU that nobody holds is had at once") {
  const MadeUpGpu gpu;
  bool waited = false;
  CHECK(GpuLock::acquire(gpu.uuid(), [&] { waited = true; }));
  CHECK(GpuLock::acquire(gpu.uuid(), [&] { waited = true; }));  // the first was given back
  CHECK_FALSE(waited);
}

TEST_CASE("a second holder waits until the first gives the GPU back") {
  const MadeUpGpu gpu;
  Result<GpuLock> first = GpuLock::acquire(gpu.uuid());
  REQUIRE(first);
  std::atomic<bool> waiting{false}, had{false};
  std::thread second([&] {
    const auto lock = GpuLock::acquire(gpu.uuid(), [&] { waiting = true; });
    had = static_cast<bool>(lock);
  });
  while (!waiting) std::this_thread::yield();
  CHECK_FALSE(had);
  first = GpuLock();
  second.join();
  CHECK(had);
}

TEST_CASE("a process that is killed gives its GPU back") {
  const MadeUpGpu gpu;
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = GpuLock::acquire(gpu.uuid());
    const char taken = lock ? 'y' : 'n';
    if (::write(pipe_ends[1], &taken, 1) == 1) ::pause();
    ::_exit(0);
  }
  char taken = 0;
  REQUIRE(::read(pipe_ends[0], &taken, 1) == 1);
  CHECK(taken == 'y');
  bool waited = false;
  const auto lock = GpuLock::acquire(gpu.uuid(), [&] {
    waited = true;
    ::kill(child, SIGKILL);
  });
  CHECK(waited);
  CHECK(lock);
  ::waitpid(child, nullptr, 0);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

TEST_CASE("a wait that is no longer wanted ends") {
  const MadeUpGpu gpu;
  const auto first = GpuLock::acquire(gpu.uuid());
  std::atomic<bool> cancel{true};
  const auto second = GpuLock::acquire(gpu.uuid(), {}, &cancel);
  REQUIRE_FALSE(second);
  CHECK(second.error() == "The wait for the GPU was cancelled.");
}
