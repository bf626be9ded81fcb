#pragma once
// How a run is to be made, and what is asked of it.
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine_code.hpp"
#include "sim/schedule.hpp"

namespace warplab::sim {

// One element of a buffer whose last write is asked for.
struct WatchedElement {
  int buffer = -1;
  uint64_t index = 0;
};

struct Options {
  unsigned threads = 1;  // host worker threads; never changes the result
  Schedule schedule;     // in which order blocks, warps and lanes go
  // In units of work (sim/work.hpp): of one warp in one launch, and of all warps of all launches
  // together. Like every limit here they are counted, so they end a run at the same place on every
  // machine and for every number of threads.
  uint64_t max_work_per_warp = 16'000'000;
  uint64_t max_work = UINT64_MAX;
  // What runs before this one have spent of the same allowance. Only told, with `max_work`.
  uint64_t work_before = 0;
  uint64_t max_output_bytes = 64 * 1024;  // of printf, of all launches together
  uint32_t max_static_shared_bytes = 48 * 1024;
  uint32_t max_shared_bytes = 227 * 1024;  // static and dynamic together
  // By kernel. One that is not in it is judged by its PTX alone.
  std::map<std::string, MachineCode> machine_code;
  ConstantStores constant_stores;  // of the module's source
  // Of clock64 and globaltimer, which count warp instructions: sim/clock.hpp.
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
  // In global memory threads may store one value in the same place, and others may read it
  // meanwhile: only two different values are a race.
  bool allows_same_value_stores = false;
  // Tracks exactly at once and reports nothing but what variables of the kernel's functions decide
  // before they have a value: registers and local memory. For a module whose source was marked
  // (compile::Source::mark_undefined), whose counters and races are not those of the kernel.
  bool only_undefined_variables = false;
  // Instead of deciding anything, run in order on one host thread and fill Report::watched.
  std::optional<WatchedElement> watch;
  std::string student_file = "kernel.cu";  // lines are reported in this file
  // Called now and then from one thread with the fraction of blocks done, of all launches together.
  std::function<void(double)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

}  // namespace warplab::sim
