#pragma once
// Sees what the block that is walked asks of memory: who touched a word of shared memory last, what
// the instruction that was executed last accessed, and what global memory held before it was
// written.
#include <vector>

#include "data/steps.hpp"
#include "sim/observer.hpp"
#include "sim/steps/touched_memory.hpp"

namespace warplab::sim {

class Witness final : public Observer {
 public:
  explicit Witness(uint64_t block) : block_(block) {}

  Wants wants() const override { return {.loads = true, .stores = true, .atomics = true}; }
  bool wants_block(uint64_t number) override { return number == block_; }
  void launch_starts(const ObservedLaunch& launch) override;
  void access(const AccessEvent& event) override;

  // Of the instruction that is executed now; whoever executes one clears them before.
  std::vector<data::LoggedAccess> accesses;
  std::vector<data::StepWord> words;  // by word of shared memory
  TouchedMemory touched;

 private:
  const uint64_t block_;
  const LaunchState* launch_ = nullptr;
  std::vector<bool> reads_constant_;  // by instruction: ld.const
};

}  // namespace warplab::sim
