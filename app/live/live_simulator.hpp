#pragma once
// Launches by the simulator, in the locked worker. The order in which blocks and warps take turns
// comes from a seed: the same seed loses the same additions on every machine.
#include <memory>

#include "exercise/exercise.hpp"
#include "live/live.hpp"
#include "live/live_kernel.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/reference.hpp"
#include "worker/worker.hpp"

namespace warplab::app {

// What every machine needs: the student's kernel compiled, the inputs of the pictures, and the
// answer that is expected of them.
struct LiveCase {
  exercise::Exercise exercise;
  verdict::PreparedRun run;  // points into `exercise`
  size_t shown = 0;          // the buffer whose picture is seen
  bool adds_up = false;      // it starts with zeros, and the kernel changes it
  std::shared_ptr<const verdict::RunMemory> expected;
  LiveKernel kernel;

  // The picture of what the run's outputs hold.
  std::shared_ptr<const Picture> picture() const;
};
Result<std::unique_ptr<LiveCase>> make_live_case(const LiveRequest& request,
                                                 const verdict::StartWorker& start,
                                                 const std::atomic<bool>& cancel);

// One launch in this order, into `outputs`. The Error names the line that left its buffers, or says
// why the launch did not come to its end.
Result<bool> simulate_launch(LiveCase& live, uint64_t schedule, const std::atomic<bool>& cancel);

class SimulatorMachine final : public LiveMachine {
 public:
  explicit SimulatorMachine(verdict::StartWorker start_worker = &worker::Worker::start);
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) override;
  Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>& cancel) override;

 private:
  verdict::StartWorker start_worker_;
  std::unique_ptr<LiveCase> case_;
};

}  // namespace warplab::app
