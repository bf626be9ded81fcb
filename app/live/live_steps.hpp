#pragma once
// An exercise with a [live]: a step works on what the step before has left, as the sweeps of a
// sampler do. The number of a launch is how many steps there were; 0 is how it begins. In the
// simulator the reference makes the same steps beside the student's kernel.
#include <memory>
#include <string>
#include <vector>

#include "live/live.hpp"
#include "live/live_kernel.hpp"

namespace warplab::app {

class LiveStepsMachine : public LiveMachine {
 public:
  explicit LiveStepsMachine(verdict::StartWorker start_worker = &worker::Worker::start);
  // Another text of the same exercise goes on with what is there. A text that does not compile
  // leaves it as it is.
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) override;
  Result<bool> change(const exercise::LiveValues& values) override;
  // The next one, the one that is there, or else the beginning. What fails has no effect: the
  // buffers are as they were before.
  Result<LiveFrame> launch(uint64_t step, const std::atomic<bool>& cancel) override;

 protected:
  // How steps of the student's kernel are made; by default in the simulator. `kept_`: ours() is as
  // the last step left it, else it has other content.
  virtual Result<bool> advance(bool is_kept, const std::atomic<bool>& cancel);
  virtual void describe(LiveFrame& frame) { (void)frame; }
  virtual bool can_compare() const { return true; }

  verdict::PreparedRun& ours() { return ours_; }
  const LiveKernel& kernel() const { return kernel_; }
  const verdict::StartWorker& start_worker() const { return start_worker_; }
  const exercise::LiveSpec& spec() const { return *exercise_->live; }
  Result<bool> simulate(const std::atomic<bool>& cancel);

 private:
  Result<bool> make_runs(const exercise::LiveValues& values, bool keeps_content);
  Result<std::shared_ptr<const verdict::RunMemory>> make_inputs(const exercise::Case& setup);
  Result<bool> restart();
  Result<bool> refill_what_is_not_carried(verdict::PreparedRun& run);
  Result<bool> set_step(verdict::PreparedRun& run, const std::optional<Dim3>& block);
  Result<bool> step_both(const std::atomic<bool>& cancel);
  Result<bool> step_reference(const std::atomic<bool>& cancel);
  void forget_kernels();
  LiveFrame frame();

  verdict::StartWorker start_worker_;
  std::unique_ptr<exercise::Exercise> exercise_;  // as the course has it
  std::unique_ptr<exercise::Exercise> shown_;  // with the values that are set; the runs point to it
  exercise::LiveValues values_;
  std::string source_;
  int compute_capability_ = 90;
  LiveKernel kernel_, reference_;
  bool compares_ = false;
  verdict::PreparedRun ours_, theirs_;
  std::vector<std::string> made_from_;  // of each input: what decided its content
  uint64_t done_ = 0;
  bool is_kept_ = false;
};

}  // namespace warplab::app
