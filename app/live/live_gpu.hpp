#pragma once
// Launches on a GPU, in its locked worker. The order in which threads meet is the machine's own, so
// that no launch can be had again.
#include <memory>
#include <string>
#include <vector>

#include "live/live_simulator.hpp"
#include "live/live_steps.hpp"
#include "verdict/gpu/gpu_session.hpp"

namespace warplab::app {

// Device memory of the window into which the worker copies each picture; no descriptor: there is
// none.
struct SharedPictures {
  int descriptor = -1;
  uint64_t bytes = 0;
};

// The slots that the worker has written, one after the other.
class MirroredPictures {
 public:
  explicit MirroredPictures(SharedPictures shared) : shared_(shared) {}
  // From now on each run of `gpu` leaves `picture`, which is its buffer `index`, in the window's
  // memory, too, if that can be had.
  void begin(worker::GpuWorker& gpu, const data::Buffer& picture, size_t index,
             const verdict::StartWorker& start_worker, const std::atomic<bool>& cancel);
  void end() { is_on_ = false, why_on_host_.clear(); }
  // What the worker has written last, or why there is nothing.
  void describe(LiveFrame& frame) const;
  void count_run() { ++runs_; }

 private:
  std::string trouble(worker::GpuWorker& gpu, const data::Buffer& picture, size_t index,
                      const verdict::StartWorker& start_worker, const std::atomic<bool>& cancel);
  Result<bool> load_own_kernels(worker::GpuWorker& gpu, const verdict::StartWorker& start_worker,
                                const std::atomic<bool>& cancel);
  SharedPictures shared_;
  std::vector<uint8_t> own_kernels_;  // compiled once for the GPU; each worker loads them
  bool is_on_ = false;
  std::string why_on_host_;
  uint64_t runs_ = 0;
};

class GpuMachine final : public LiveMachine {
 public:
  explicit GpuMachine(std::string uuid, SharedPictures shared = {},
                      verdict::StartGpuWorker start_gpu_worker = &worker::GpuWorker::start,
                      verdict::StartWorker start_worker = &worker::Worker::start);
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) override;
  Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>& cancel) override;

 private:
  std::string uuid_;
  MirroredPictures pictures_;
  verdict::StartGpuWorker start_gpu_worker_;
  verdict::StartWorker start_worker_;
  std::unique_ptr<worker::GpuWorker> gpu_;
  std::unique_ptr<LiveCase> case_;
};

// Steps on a GPU. What a step leaves stays there for the next one; a copy comes to the window, for
// its numbers and to go on from should a step fail.
class GpuStepsMachine final : public LiveStepsMachine {
 public:
  explicit GpuStepsMachine(std::string uuid, SharedPictures shared = {},
                           verdict::StartGpuWorker start_gpu_worker = &worker::GpuWorker::start,
                           verdict::StartWorker start_worker = &worker::Worker::start);
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) override;

 protected:
  Result<bool> advance(bool is_kept, const std::atomic<bool>& cancel) override;
  void describe(LiveFrame& frame) override;
  bool can_compare() const override { return false; }

 private:
  Result<bool> simulate_once(const std::atomic<bool>& cancel);
  Result<bool> load_once(const std::atomic<bool>& cancel);
  std::string uuid_;
  MirroredPictures pictures_;
  verdict::StartGpuWorker start_gpu_worker_;
  std::unique_ptr<worker::GpuWorker> gpu_;
  bool is_loaded_ = false, is_simulated_ = false;
  bool keeps_ = false;  // the worker has what the last step left
  std::string loaded_source_;
  int capability_ = 0;
};

}  // namespace warplab::app
