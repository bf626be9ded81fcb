#pragma once
// The locked child process that runs kernels on a GPU, seen from the parent. It is given cubins,
// never source. One error is one process: after a Failure other than Kind::rejected it is gone. The
// parent keeps thresholds and expected answers; from the worker come raw times and bytes.
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuda/bench.hpp"
#include "cuda/driver.hpp"
#include "data/lab_says.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

// What a GPU worker says when it is locked.
struct GpuReady {
  cuda::Device device;              // the one it works on
  std::vector<std::string> others;  // UUIDs of all that it sees
  int landlock_version = 0;
  std::string library;  // "cuBLAS 13.0.2", where it was asked for and is there; else empty
};

struct GpuState {
  std::optional<unsigned> clock_mhz;
  std::optional<std::vector<uint32_t>> processes;  // of cuda::Nvml, by their numbers
};

// A buffer of timed runs. `initial` holds the content that stays the same, or is turned.
struct TimedBuffer {
  sim::Buffer description;  // `bytes` is not used
  cuda::Content content = cuda::Content::poison;
  double low = 0, high = 0, step = 1;
  const SharedMemory* initial = nullptr;
  bool digested = false;
};

// As cuda::Plan.
struct TimedJob {
  std::vector<TimedBuffer> buffers;
  std::vector<sim::Launch> launches;
  size_t timed_begin = 0, timed_end = 0;
  uint64_t copy_bytes = 0;
  unsigned sets = 1;
};

// Calls are made by one thread at a time.
class GpuWorker {
 public:
  // Starts the process (the program `warplab-gpu-worker` beside this executable, or
  // $WARPLAB_GPU_WORKER) for the GPU with this UUID, empty: the first. Does not wait until it is
  // ready, which takes half a second on a machine with a GPU: so it can be started early.
  static Outcome<std::unique_ptr<GpuWorker>> start(const std::string& uuid);
  // The same, and launches of it may name routines of cuBLAS where the machine has it
  // (data/library_routine.hpp). No kernel of a student's comes into such a process.
  static Outcome<std::unique_ptr<GpuWorker>> start_with_library(const std::string& uuid);
  virtual ~GpuWorker() = default;  // kills and reaps the process

  // From now on, while `*cancel` is set, each call ends at once with Kind::cancelled, and the
  // process with it; null: no call does.
  virtual void heed(const std::atomic<bool>* cancel) = 0;

  // Waits for it. A failure says why there is no GPU to use.
  virtual Outcome<GpuReady> ready() = 0;
  enum class Role : uint8_t { own_kernels, kernels };
  virtual Outcome<bool> load(Role role, std::span<const uint8_t> cubin) = 0;
  // Runs the launches once, each with `launch_time` to end. Returns the names of the buffers beyond
  // whose ends something was written. Needs load(kernels).
  virtual Outcome<std::vector<std::string>> run(const Job& job,
                                                std::chrono::milliseconds launch_time) = 0;
  // From now on run() copies buffer `buffer` into this device memory of ours, too; see
  // cuda::Bench::mirror().
  virtual Outcome<bool> mirror(int descriptor, uint64_t bytes, size_t buffer, unsigned slots) {
    (void)descriptor, (void)bytes, (void)buffer, (void)slots;
    return {std::nullopt,
            {Failure::Kind::rejected, data::say(data::LabSays::worker_mirrors_nothing)}};
  }
  // From now on these buffers stay on the GPU from run() to run(); see cuda::Bench::keep().
  virtual Outcome<bool> keep(const std::vector<size_t>& buffers) {
    (void)buffers;
    return {std::nullopt,
            {Failure::Kind::rejected, data::say(data::LabSays::worker_keeps_nothing)}};
  }
  // Gets ready for samples; returns how many sets of buffers there is room for.
  virtual Outcome<unsigned> prepare(const TimedJob& job, std::chrono::milliseconds launch_time) = 0;
  virtual Outcome<cuda::Sample> sample(uint64_t seed, unsigned set, unsigned batch, bool timed) = 0;
  virtual Outcome<cuda::Sample> sample_copy() = 0;
  virtual Outcome<bool> read(unsigned set, size_t buffer, const SharedMemory& to) = 0;
  virtual Outcome<GpuState> state() = 0;
  // After a failure: the process was killed and the driver does not let it go. Its GPU is lost
  // until the machine is restarted.
  virtual bool is_stuck() = 0;
};

}  // namespace warplab::worker
