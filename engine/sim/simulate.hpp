#pragma once
// The simulator's front door: run a sequence of launches of a parsed module over buffers.
// Everything inside engine/sim is reached through this header by the rest of the program.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "data/buffer_counters.hpp"
#include "data/counters.hpp"
#include "data/launch.hpp"
#include "ptx/module.hpp"
#include "sim/finding.hpp"
#include "sim/refusal.hpp"
#include "sim/schedule.hpp"

namespace warplab::sim {

// What is run and what is counted are described outside, for all engines alike (engine/data); the
// simulator calls them by the same names.
using data::Argument;
using data::Buffer;
using data::buffer_counter_named;
using data::BufferCounter;
using data::BufferCounters;
using data::BufferTraffic;
using data::bytes_of;
using data::Counter;
using data::counter_named;
using data::Counters;
using data::ElementType;
using data::fill_sums;
using data::kBufferCounterCount;
using data::kCounterCount;
using data::Launch;
using data::name_of;
using data::TrafficByBuffer;

// One element of a buffer whose last write is asked for.
struct WatchedElement {
  int buffer = -1;
  uint64_t index = 0;
};
struct WatchedWrite {
  int launch = -1;
  ThreadPlace place;
  int line = 0;  // of the student's file; 0 where there is none
};

// Some blocks of one launch, whose values are followed from where they are loaded to where they are
// stored.
struct FollowedBlocks {
  int launch = 0;
  std::vector<uint64_t> blocks;  // linear numbers, each once
};

struct Options {
  unsigned threads = 1;  // host worker threads; never changes the result
  Schedule schedule;     // in which order blocks, warps and lanes go
  // What a GPU decides and a kernel may not build on is drawn by these numbers, each another GPU on
  // another day. `machine`: what clocks show, and the numbers of the multiprocessor, the warp and
  // the grid; 0: as simple as can be where the order is, else that of the schedule. `placement`:
  // where buffers and variables lie; 0: one behind the other.
  uint64_t machine = 0, placement = 0;
  // In units of work (sim/work.hpp): of one warp in one launch, and of all warps of all launches
  // together. Like every limit here they are counted, so they end a run at the same place on every
  // machine and for every number of threads.
  uint64_t max_work_per_warp = 16'000'000;
  uint64_t max_work = UINT64_MAX;
  uint64_t max_output_bytes = 64 * 1024;  // of printf, of all launches together
  uint32_t max_static_shared_bytes = 48 * 1024;
  uint32_t max_shared_bytes = 227 * 1024;  // static and dynamic together
  // Registers a thread of each kernel, as the last stage of the compiler allotted them. A kernel
  // that is not in it is not judged by its registers.
  std::map<std::string, uint32_t> registers;
  // Of clock64 and globaltimer, which are modelled: one warp instruction a tick.
  uint32_t clock_khz = 1'000'000;
  // Races and uninitialised values are always decided. A run that finds no cross-thread traffic
  // pays nothing for it; otherwise the launch is repeated with exact tracking, which is slower.
  // With `exact_tracking = false` the repetition keeps only the counters and results deterministic.
  bool exact_tracking = true;
  // Fill Report::writers and Report::written: 4 bytes and a bit for each word of the buffers.
  bool keep_writers = true;
  // How much memory exact tracking may take, by its own count; 0: as much as it may by default.
  uint64_t max_tracking_bytes = 0;
  // How much it still looks at after its first finding, see observe/exact.hpp; 0: likewise.
  uint64_t max_tracking_work = 0;
  // And how much in all, finding or not, in the same units: for a kernel of which a finding is
  // known already, from an earlier run.
  uint64_t max_tracking_in_all = UINT64_MAX;
  // Tracks exactly at once, without asking the cheap check first: to test one against the other.
  bool always_exact = false;
  // Tracks exactly at once and reports nothing but what variables of the kernel's functions decide
  // before they have a value: registers and local memory. For a module whose source was marked
  // (compile::Source::mark_undefined), whose counters and races are not those of the kernel.
  bool only_undefined_variables = false;
  // Instead of deciding anything, run in order on one host thread and fill Report::watched.
  std::optional<WatchedElement> watch;
  // Instead of deciding anything, run only these blocks, on one host thread, and count the
  // followed_bytes and exchanged_bytes of every buffer (observe/shared_exchange.hpp). Other
  // launches are run, whole, only where the followed one could see what they leave; the report has
  // them all.
  std::optional<FollowedBlocks> follow;
  std::string student_file = "kernel.cu";  // lines are reported in this file
  // Called now and then from one thread with the fraction of blocks done, of all launches together.
  std::function<void(double)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

// Counters of one source line; the sum over all lines equals the total.
using LineCounters = std::map<int, Counters>;

struct LaunchReport {
  Counters total;
  LineCounters lines;
  TrafficByBuffer traffic;
  bool completed = false;  // false: ended early by an error, see findings
};

class Observer;

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
  // old value is used, a volatile access or one with a memory order, updates of different kinds, a
  // clock, malloc(). Another Options::schedule may then give another answer. `order_line` is the
  // first such line, 0 where none is known. `order_by_machine`: all of it are clocks and numbers
  // that the hardware decides.
  bool order_matters = false, order_by_machine = false;
  int order_line = 0;
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

// Runs `launches` in order. A Refusal means that nothing could be run (no such kernel, wrong
// arguments, block too large, unsupported instruction in the module); what the kernel does wrong is
// in findings.
Result<Report, Refusal> simulate(const ptx::Module& module, std::span<Buffer> buffers,
                                 std::span<const Launch> launches, const Options& options);

// The same on one host thread, and `observer` (sim/observer.hpp) is told what it wants to see.
// Races and uninitialised values are not looked for, so that what it sees is one execution in the
// order of Options::schedule and nothing else: Report::findings are those of a thread by itself.
Result<Report, Refusal> simulate_observed(const ptx::Module& module, std::span<Buffer> buffers,
                                          std::span<const Launch> launches, const Options& options,
                                          Observer& observer);

// The same by the plainest means: one lane at a time, straight from the PTX, no fast paths. The
// oracle for simulate(): outputs and counters must be equal. Finds no races.
Result<Report, Refusal> simulate_plainly(const ptx::Module& module, std::span<Buffer> buffers,
                                         std::span<const Launch> launches, const Options& options);

}  // namespace warplab::sim
