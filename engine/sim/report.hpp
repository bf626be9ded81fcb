#pragma once
// What a run was: counted, found, written.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/data_names.hpp"
#include "sim/finding.hpp"

namespace warplab::sim {

// The last write of a WatchedElement.
struct WatchedWrite {
  int launch = -1;
  ThreadPlace place;
  int line = 0;  // of the student's file; 0 where there is none
};

// Counters of one source line; the sum over all lines equals the total.
using LineCounters = std::map<int, Counters>;

struct LaunchReport {
  Counters total;
  LineCounters lines;
  TrafficByBuffer traffic;
  bool completed = false;  // false: ended early by an error, see findings
};

struct Report {
  bool completed = false;  // every launch ran to its end
  bool cancelled = false;
  // False: exact_tracking was off although it would have been needed, or it ended early, after a
  // finding or for want of memory.
  bool races_checked = false;
  uint64_t work = 0;  // of all launches, in the units of sim/work.hpp
  // What looking for places where threads meet has added to it, in the same units; limits count it,
  // too. Where no thread stores what others have stored it is 0.
  uint64_t swept_work = 0;
  uint64_t tracking_work = 0;   // what exact tracking has looked at, see observe/exact.hpp
  uint64_t tracking_bytes = 0;  // the most that exact tracking took at once, by its own count
  // A function of the kernels reads a register that it may not have written on some way there: a
  // variable without a value, or one whose reads are guarded as its writes are.
  bool may_read_unset_registers = false;
  // Something was executed whose result depends on the order in which threads run: an atomic whose
  // old value is used, a volatile access or one with a memory order, updates of different kinds,
  // malloc(). Another Options::schedule may then give another answer. `order_line` is the first
  // such line, 0 where none is known.
  bool order_matters = false;
  int order_line = 0;
  // A launch has written something that may take effect late, and looked at the same memory by
  // strong accesses: orders of the kind `late` may show what the others do not.
  bool late_writes_matter = false;
  // The same of strong writes of any kind and strong loads: the order `late 0` may show something.
  bool early_loads_matter = false;
  std::vector<LaunchReport> launches;
  // Sorted by line, then place; at most one for each kind, line and other line.
  std::vector<Finding> findings;
  std::string output;  // of printf, in block and thread order of the default schedule
  std::optional<WatchedWrite> watched;  // with Options::watch; none: no launch wrote it
  // With Options::keep_writers, who wrote each element last: one entry per buffer, empty for
  // buffers no launch wrote, else one global thread number (block * threads per block + thread, of
  // the last launch that wrote) + 1 per unit: 4 bytes, or the element where that is smaller. 0: not
  // written in that launch; ~0u and ~0u - 1: several threads, or atomics.
  std::vector<std::vector<uint32_t>> writers;
  std::vector<int> writer_launch;  // per buffer: the launch to which `writers` refers, -1: none
  // Likewise, per buffer and bit by bit: has any of the launches written this unit? The lowest bit
  // of the first word is unit 0. Empty where it was not looked at.
  std::vector<std::vector<uint64_t>> written;
};

}  // namespace warplab::sim
