#pragma once
// A GPU for the exercises of one program: found once, its workers started before they are needed,
// given up when its driver hangs.
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verdict/run/reference.hpp"
#include "worker/gpu_worker.hpp"

namespace warplab::verdict {

using StartGpuWorker =
    std::function<worker::Outcome<std::unique_ptr<worker::GpuWorker>>(const std::string& uuid)>;

// For a GPU of `capability` (90 is 9.0): the compute capability to compile for, and what its driver
// then loads. That is a cubin, or, for a GPU newer than the compiler knows, PTX, of which its
// driver makes one.
int capability_to_compile_for(int capability);
std::vector<uint8_t> image_for(int capability, const compile::Compiled& compiled);
// Both at once, in a worker that is started for it.
worker::Outcome<std::vector<uint8_t>> compile_for_gpu(const compile::Source& source,
                                                      const worker::GpuReady& gpu,
                                                      const StartWorker& start_worker,
                                                      const std::atomic<bool>* cancel);
// Warp Lab's own kernels.
compile::Source own_kernels();

class GpuSession {
 public:
  // The GPU with this UUID, empty: the first. `start_gpu_worker` is worker::GpuWorker::start, or a
  // test's own.
  explicit GpuSession(std::string uuid, StartGpuWorker start_gpu_worker = &worker::GpuWorker::start,
                      StartWorker start_worker = &worker::Worker::start,
                      StartGpuWorker start_with_library = &worker::GpuWorker::start_with_library);

  // `cancel`, where it is given, ends the call as soon as it is set; nothing is lost by that.
  using Cancel = const std::atomic<bool>*;

  // Finds it. The Error says why there is none; later calls repeat it.
  Result<worker::GpuReady> open(Cancel cancel = nullptr);
  // Starts a worker that the next take() will find ready. Not while something is timed. Each run
  // leaves one.
  void warm();
  // A worker that nothing has been done with yet, and that heeds `cancel`.
  worker::Outcome<std::unique_ptr<worker::GpuWorker>> take(Cancel cancel = nullptr);
  // One that has cuBLAS, for times to be compared with. A failure: the machine has none, or it does
  // not work; it is not looked for again.
  worker::Outcome<std::unique_ptr<worker::GpuWorker>> take_with_library(Cancel cancel = nullptr);
  // After a failure of a worker: if its process cannot be ended the driver hangs, and the GPU is
  // not used any more. Returns whether that is so.
  bool lose_if_stuck(worker::GpuWorker& worker);
  // Our own kernels, compiled for this GPU.
  worker::Outcome<std::vector<uint8_t>> own_kernels(Cancel cancel = nullptr);
  // `source` for this GPU: a cubin, or, for one newer than the compiler knows, PTX, of which its
  // driver makes one.
  worker::Outcome<std::vector<uint8_t>> compile(const compile::Source& source,
                                                Cancel cancel = nullptr);

 private:
  std::string uuid_;
  StartGpuWorker start_gpu_worker_;
  StartWorker start_worker_;
  StartGpuWorker start_with_library_;
  bool has_no_library_ = false;
  std::unique_ptr<worker::GpuWorker> spare_;
  std::optional<worker::GpuReady> ready_;
  data::Saying why_not_;
  std::vector<uint8_t> own_kernels_;
};

}  // namespace warplab::verdict
