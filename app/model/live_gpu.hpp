#pragma once
// Launches on a GPU, in its locked worker. The order in which threads meet is the machine's own, so
// that no launch can be had again.
#include <memory>
#include <string>

#include "model/live_simulator.hpp"
#include "model/live_steps.hpp"
#include "verdict/gpu_session.hpp"

namespace warplab::app {

// Device memory of the window into which the worker copies each picture; no descriptor: there is
// none.
struct SharedPictures {
  int descriptor = -1;
  uint64_t bytes = 0;
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
  SharedPictures shared_;
  verdict::StartGpuWorker start_gpu_worker_;
  verdict::StartWorker start_worker_;
  std::unique_ptr<worker::GpuWorker> gpu_;
  std::unique_ptr<LiveCase> case_;
  bool is_mirrored_ = false;
  std::string why_on_host_;
  uint64_t launches_ = 0;
};

// Steps on a GPU. What a step leaves comes back to the window, whose numbers it is, and goes into
// the next one: some hundred kilobytes both ways.
class GpuStepsMachine final : public StepsMachine {
 public:
  explicit GpuStepsMachine(std::string uuid,
                           verdict::StartGpuWorker start_gpu_worker = &worker::GpuWorker::start,
                           verdict::StartWorker start_worker = &worker::Worker::start);
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) override;

 protected:
  Result<bool> advance(bool is_kept, const std::atomic<bool>& cancel) override;
  void describe(LiveFrame& frame) override;
  bool can_compare() const override { return false; }

 private:
  Result<bool> simulate_once(const std::atomic<bool>& cancel);
  std::string uuid_;
  verdict::StartGpuWorker start_gpu_worker_;
  std::unique_ptr<worker::GpuWorker> gpu_;
  bool is_loaded_ = false, is_simulated_ = false;
  std::string loaded_source_;
  int capability_ = 0;
};

}  // namespace warplab::app
