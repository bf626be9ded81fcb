#pragma once
// Sees what the block that is walked asks of memory: who touched a word of shared memory last, what
// the instruction that was executed last accessed, and what global memory held before it was
// written, and by whom.
#include <vector>

#include "data/steps.hpp"
#include "sim/observer.hpp"
#include "sim/steps/touched_memory.hpp"
#include "sim/steps/turn_log.hpp"

namespace warplab::sim {

// The bytes between the lowest and the highest that an instruction accessed.
struct Reach {
  uint64_t begin = 0, end = 0;
  uint32_t position = 0;
  data::TraceSpace space = data::TraceSpace::global;
  bool writes = false;
};

class Witness final : public Observer {
 public:
  explicit Witness(uint64_t block) : block_(block) {}

  Wants wants() const override { return {.loads = true, .stores = true, .atomics = true}; }
  bool wants_block(uint64_t number) override { return number == block_; }
  void launch_starts(LaunchState& launch) override;
  void access(const AccessEvent& event) override;

  // While it is set, the reach of every access goes there, with this position, and `accesses` stays
  // empty: a first run through the block needs no more.
  std::vector<Reach>* reaches = nullptr;
  uint32_t position = 0;
  // Of the instruction that is executed now; whoever executes one clears them before.
  std::vector<data::LoggedAccess> accesses;
  std::vector<data::StepWord> words;  // by word of shared memory
  TouchedMemory touched;
  // Of a block that is not alone: what others have written of what it accesses is put there first.
  const TurnLog* log = nullptr;
  struct Seen {
    uint64_t accesses = 0;
    size_t changes = 0;  // of TurnLog::changes, those that have been made
  };
  Seen seen;

 private:
  data::TraceSpace space_of(const AccessEvent& event) const;
  void note_reach(const AccessEvent& event);
  void keep(const AccessEvent& event);
  void make_changes_of_others();
  void note_write(uint64_t address, uint32_t bytes, uint16_t thread);

  const uint64_t block_;
  const LaunchState* launch_ = nullptr;
  std::vector<bool> reads_constant_;  // by instruction: ld.const
};

}  // namespace warplab::sim
