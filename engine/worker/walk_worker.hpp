#pragma once
// A worker in which one block of a launch can be walked through, forwards and backwards
// (sim/steps.hpp): the kernel is a student's, and is executed again at every step.
#include "sim/steps.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

class WalkWorker : public Worker {
 public:
  // As Worker::start().
  static Outcome<std::unique_ptr<WalkWorker>> start(const Limits& limits);
  // Runs the job up to one block of one launch, and keeps that block to be walked through until
  // this worker is given something else to run or to compile. What is in the buffers meanwhile is
  // of no use.
  virtual Outcome<data::StepWalk> open_walk(const Job& job, const sim::StepOptions& steps,
                                            const std::atomic<bool>* cancel = nullptr) = 0;
  // The state at a position of the walk, seen from one of its warps and lanes.
  virtual Outcome<data::StepState> state_at(uint32_t position, uint32_t warp, uint32_t lane) = 0;
  // The same where a search leads; none: nowhere.
  virtual Outcome<std::optional<data::StepState>> find_state(const data::StepSearch& search,
                                                             uint32_t warp, uint32_t lane) = 0;
};

}  // namespace warplab::worker
