#pragma once
// What all host threads of a running launch share.
#include <atomic>
#include <bit>
#include <memory>
#include <vector>

#include "sim/data_names.hpp"
#include "sim/device/device_heap.hpp"
#include "sim/options.hpp"
#include "sim/program/program.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/observed_by.hpp"
#include "sim/state/suspects.hpp"
#include "sim/state/tracking.hpp"

namespace warplab::sim {

// Which memory the launch may reach.
struct LaunchMemory {
  const AddressSpace* addresses = nullptr;
  // By allocation number: the buffers that the launch was given, the module's variables, the heap.
  std::vector<bool> visible;
  DeviceHeap* heap = nullptr;  // for malloc() inside kernels
  // Where the heaps of the first launch and of this one begin: those of others lie between.
  uint64_t first_heap = 0, heap_begin = 0;

  // The allocation that holds all of [address, address + size) and is this launch's to reach, or
  // null.
  [[gnu::always_inline]] const Allocation* find(uint64_t address, uint64_t size) const {
    const Allocation* a = addresses->find(address, size);
    return a && visible[static_cast<size_t>(a->number)] ? a : nullptr;
  }
};

// What is decided about races and values that nobody wrote, and what has come of it so far.
struct LaunchChecks {
  GlobalTracking* tracking = nullptr;  // the cheap check; null: none
  Suspects* marks = nullptr;           // where it marks what it finds, and stops at nothing
  Suspects* suspects = nullptr;        // what exact tracking looks at; null: at everything
  // Stores of what is there already are told apart from others.
  bool tells_values() const { return marks && !marks->looks_away(); }
  GlobalTracking* provenance = nullptr;  // who wrote what, when there is no cheap check
  std::atomic<bool> suspicious{false};   // must be repeated with exact tracking
  // By allocation number: read without tracking, written. Both: reads must be tracked after all.
  std::unique_ptr<std::atomic<bool>[]> was_read, was_written;
  std::atomic<bool> reads_need_tracking{false};
};

constexpr uint32_t kSpinsInPollingLoop = 64;  // docs/SIMULATOR.md, "Spinning"
class LateWrites;

// What a schedule decides (execute/launch.cpp).
struct LaunchOrder {
  bool one_host_thread = false;  // runs all blocks
  // Lanes go from the last to the first, and of two sides of a branch the one that jumps goes
  // first.
  bool lanes_reversed = false;
  // A thread that asks whether a phase of a barrier object is complete is told no the first few
  // times, if it is not (execute/barrier_objects.cpp).
  bool objects_say_no = false;
  bool waits_give_way = false;  // who only waits gives its turn away at once (execute/waiting.hpp)
  bool lanes_apart = false;     // lanes that have gone apart run ahead, each as far as it can
  uint32_t spins_in_polling_loop = kSpinsInPollingLoop;
  LateWrites* late = nullptr;  // keeps them while they come late; null: none does
  // Not where the rest of the launch runs in order (execute/scheduled.cpp).
  bool lanes_run_ahead() const {
    return lanes_apart && spins_in_polling_loop == kSpinsInPollingLoop;
  }
};

// Of printf, of this launch and those before it: what it printed, and what it had to read for it.
struct LaunchOutput {
  uint64_t bytes = 0, bytes_read = 0;
};

// How far the host threads have come.
struct LaunchProgress {
  std::atomic<uint64_t> next_block{0}, done_blocks{0};
  std::atomic<uint64_t> work{0};  // of this launch (sim/work.hpp), see Runner::spend()
  uint64_t work_before = 0;       // of the launches before it
  std::atomic<bool> overspent{false};
  std::atomic<bool> stop{false};  // cancelled, or somebody met a fatal error
};

// What all host threads of a launch share.
struct LaunchState {
  const Program* program = nullptr;
  const Launch* launch = nullptr;
  const Options* options = nullptr;
  size_t number = 0;                  // of the launch, in the run
  bool is_last = false;               // no launch follows
  std::vector<std::byte> parameters;  // as ld.param sees them
  uint64_t grid_workspace = 0;        // its address (ptx::kGridWorkspace); 0: not cooperative
  uint64_t threads_per_block = 0;
  uint32_t warps_per_block = 0;
  LaunchMemory memory;
  LaunchChecks checks;
  Observer* observer = nullptr;  // null: none
  ObservedBy observed_by;        // what it is told, of the blocks that it wants
  LaunchOrder order;
  LaunchOutput printed;
  LaunchProgress progress;
};

// Calls f(lane) for every lane of `mask` in the order of the schedule.
template <class F>
void each_lane_in_turn(bool reversed, uint32_t mask, F f) {
  if (reversed) [[unlikely]] {
    while (mask) {
      const auto lane = static_cast<unsigned>(31 - std::countl_zero(mask));
      mask &= ~(1u << lane);
      f(lane);
    }
  } else {
    for_lanes(mask, f);
  }
}
template <class F>
void each_lane_in_turn(const LaunchState& launch, uint32_t mask, F f) {
  each_lane_in_turn(launch.order.lanes_reversed, mask, f);
}

}  // namespace warplab::sim
