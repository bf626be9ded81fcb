#pragma once
// One pass over all launches of a run. docs/SIMULATOR.md, "Three passes".
#include <memory>
#include <vector>

#include "sim/run/run.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {

class Observer;

enum class Pass {
  checked,   // the cheap check, as parallel as the kernels allow; it stops where something is found
  sweep,     // one block at a time: the same, but it goes on, and marks what it finds
  exact,     // one block at a time, observed: all that the sweep has marked, or simply all
  observed,  // nothing decided: one block at a time for an observer from outside, or for none
};

struct PassPlan {
  Pass kind = Pass::checked;
  unsigned threads = 1;
  size_t launches = SIZE_MAX;          // the first so many, if there are more
  Observer* observer = nullptr;        // of an observed pass
  std::vector<bool> track_reads;       // by allocation
  bool to_the_end = false;             // the exact pass does not stop at its first findings
  bool follows_fences = true;          // the exact pass looks at what they order
  std::unique_ptr<Suspects> suspects;  // marked by the sweep, for the exact pass
};

struct PassResult {
  Report report;
  // Why the pass was given up, if it was:
  bool suspicious = false;  // repeat it with exact tracking
  // Repeat it with PassPlan::track_reads, to which the allocations have been added.
  bool reads_need_tracking = false;
  bool ends_by_chance = false;  // repeat it on one host thread
  // Of an exact pass behind a sweep: it ended with what it was looking for, and `told` is all that
  // it adds to the sweep's report.
  bool ended_early = false;
  std::vector<Finding> told;
  // Of an exact pass: it looked away too early, and what it waited for did not come.
  bool must_look_again = false;
  // Of an exact pass that does not follow fences: it has ended with a race that they may order.
  bool must_follow_fences = false;
  // For whoever goes on where the pass has ended: by allocation, whether it was written since it
  // was last new; and what printf had to read.
  std::vector<bool> written;
  uint64_t printed_bytes_read = 0;
};

PassResult make_pass(Run& run, PassPlan& plan);

}  // namespace warplab::sim
