#pragma once
// Launches on a GPU, in its locked worker. The order in which threads meet is the machine's own, so
// that no launch can be had again.
#include <memory>
#include <string>

#include "model/live_simulator.hpp"
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

}  // namespace warplab::app
