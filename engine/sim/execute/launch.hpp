#pragma once
// Running one launch: its blocks in parallel where nothing can tell the order, else one after the
// other.
#include <functional>
#include <memory>
#include <vector>

#include "sim/state/runner.hpp"

namespace warplab::sim {

struct LaunchOutcome {
  SlotCounters counters;
  std::vector<RawFinding> findings;
  std::vector<RawFinding> told;  // those of `findings` that the observer has made
  std::string output;
  bool completed = false;
  bool overspent = false;   // stopped because of Options::max_work
  bool suspicious = false;  // threads met in memory, or read what nobody wrote: use exact tracking
  bool ends_by_chance = false;  // ended early on several host threads: which one first is chance
  // It stopped where it could not know: with reads tracked the launch may turn out harmless.
  bool reads_need_tracking = false;
  std::vector<bool> read_and_written;  // by allocation: of which reads matter
  std::vector<RunnerTracking> touched;
  uint32_t mixed_barrier = kNoSite;  // Runner::mixed_barrier
  uint64_t swept_work = 0;           // of what it has done: Report::swept_work
};

// One that has done nothing yet.
Runner make_runner(LaunchState& launch, unsigned number);
// What the order decides besides the turns of blocks and warps. One host thread runs all blocks, or
// `schedule` is the default.
void set_order(LaunchState& launch, const Schedule& schedule, bool one_host_thread);

// `threads` host threads; 1 for what depends on the order, as every order but the default one does.
// `progress` gets the number of blocks done.
LaunchOutcome run_launch(LaunchState& launch, unsigned threads, const Schedule& schedule,
                         const std::function<void(uint64_t)>& progress);

}  // namespace warplab::sim
