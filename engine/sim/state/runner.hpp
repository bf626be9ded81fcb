#pragma once
// One host thread that executes blocks of a launch, and all that it holds.
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/state/block.hpp"
#include "sim/state/launch_state.hpp"
#include "sim/state/raw_finding.hpp"
#include "sim/state/register_memory.hpp"
#include "sim/state/slot_counters.hpp"
#include "sim/state/tracking.hpp"
#include "sim/state/trip.hpp"
#include "sim/state/warp.hpp"

namespace warplab::sim {

// All calls that are open at one time together: registers and local variables. 1024 threads with
// all of their local memory take 64 MiB. It is counted, so that a recursion ends at the same place
// wherever it runs, and never by taking the machine's memory.
constexpr uint64_t kMostStackBytes = uint64_t{1} << 30;

// What findings are one of: their kind, site and other site.
inline std::pair<int, uint64_t> finding_key(FindingKind kind, uint32_t site, uint32_t other_site) {
  return {static_cast<int>(kind), uint64_t{site} << 32 | other_site};
}

constexpr uint32_t kNoSite = ~0u;

// Executes blocks on one host thread.
struct Runner {
  Runner() = default;
  Runner(Runner&&) = default;
  Runner& operator=(Runner&&) = default;

  LaunchState* launch = nullptr;
  unsigned number = 0;
  SlotCounters counters;
  Trip trip;                                            // of the warp whose turn it is
  std::vector<PatternCache> patterns;                   // parallel to Program::memory_sites
  std::vector<const Allocation*> last_allocation;       // parallel to Program::memory_sites
  std::vector<const SharedLayout::Entry*> last_shared;  // likewise
  RunnerTracking tracking;
  using Findings = std::map<std::pair<int, uint64_t>, RawFinding>;  // by finding_key()
  Findings findings;
  // While an observer tells what it has seen: what was found without it.
  const Findings* found_before = nullptr;
  std::string output;
  bool output_limit_hit = false;
  std::vector<std::unique_ptr<Warp>> free_warps;
  std::vector<std::unique_ptr<Block>> free_blocks;
  std::vector<std::vector<Frame*>> free_frames;  // by function
  std::deque<Frame> frames;
  RegisterMemory register_memory;
  uint64_t stack_bytes = 0;  // of all calls that are open
  uint64_t swept_work = 0;   // of the work of its warps: sim/work.hpp
  // The first barrier at which now these warps of a block met and now those, so that others might
  // meet there in another order; kNoSite: none.
  uint32_t mixed_barrier = kNoSite;
  // Every register of a new call is 0, also one that is written before it is read: for somebody who
  // looks at all of them.
  bool whole_frames = false;

  void report(RawFinding finding);
  // A finding of these places is there already, from this thread or one before it: `count` is added
  // to it, and true is returned. What is wrong once is often wrong a million times.
  bool is_known(FindingKind kind, uint32_t site, uint32_t other_site, uint64_t block,
                uint32_t thread, uint64_t count = 1);
  // Adds the work of `w` since the last time to the launch's sum. When all warps together have done
  // more than the run may, the launch stops. It is called when each block ends, so whether that
  // happens depends on the sum alone.
  void spend(Warp& w);
  bool fatal = false;  // the launch cannot go on in a meaningful way
};

}  // namespace warplab::sim
