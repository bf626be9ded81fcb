#pragma once
// The state of a running block: warps, their splits, merge points and call frames, and the runner
// that executes blocks on one host thread. docs/SIMULATOR.md tells the rules that these structures
// implement.
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/decode/program.hpp"
#include "sim/device_heap.hpp"
#include "sim/execute/async_copies.hpp"
#include "sim/execute/tracking.hpp"
#include "sim/simulate.hpp"

namespace warplab::sim {

struct Block;
struct Runner;
class Observer;
class Suspects;

// One activation of a function for the lanes of a split; splits that part inside it share it.
struct Frame {
  const FunctionCode* function = nullptr;
  std::byte* registers = nullptr;
  Frame* caller = nullptr;
  const Inst* return_to = nullptr;  // the call; results are copied by its CallSite
  uint32_t live = 0;                // lanes that have not returned
  uint32_t local_base = 0;          // where its local variables begin, a byte offset for every lane
  uint32_t depth = 0;
};

// Where lanes that parted meet again. Lanes in `expected` have parted here and not exited; those in
// `arrived` wait.
struct Merge {
  const Inst* at = nullptr;  // the block's first record; null: the exit of `frame`
  Frame* frame = nullptr;
  Merge* outer = nullptr;
  uint32_t expected = 0, arrived = 0;
};

struct Split {
  const Inst* pc = nullptr;
  uint32_t mask = 0;
  Frame* frame = nullptr;
  Merge* merge = nullptr;
  int barrier = -1;  // waits at this block barrier, or kWarpBarrier; -1: can run
};
constexpr int kWarpBarrier = 16;  // pc is the instruction whose member lanes are awaited

struct Warp {
  // Hot: the running split.
  std::byte* base[2] = {nullptr, nullptr};  // the frame's registers, the program's constants
  uint32_t mask = 0;
  uint32_t first_thread = 0;  // number of lane 0 in the block
  Runner* runner = nullptr;
  Block* block = nullptr;
  Frame* frame = nullptr;
  Merge* merge = nullptr;
  const Inst* pc = nullptr;  // where to go on after the turn ended, null: nowhere
  uint64_t steps = 0;        // warp instructions so far
  uint64_t checkpoint = 0;   // look around when `steps` passes this
  uint64_t counted = 0;      // of `steps`, those that the runner's sum has already
  uint32_t spins = 0;        // backward branches since the last sign of progress
  // Others of this warp.
  std::deque<Split> ready;
  std::vector<Split> waiting;  // at barriers
  std::vector<Split> parting;  // gathered for one instruction, going apart after it
  bool ungathered = false;     // the next gathering is given up: go on without the others
  uint32_t exited = 0;         // lanes
  uint32_t lanes = 0;          // lanes that exist
  uint32_t index = 0;          // in the block
  bool yielded = false;        // gave up its turn while spinning
  bool followed = false;       // exact tracking follows values in its registers
  // Lanes that stored something after the last block barrier they took part in. A thread that
  // leaves without storing anything more only returned early, which hardware allows.
  uint32_t stored_since_barrier = 0;
  // Local memory, interleaved by 4-byte words: word w of lane l at 128 w + 4 l; a bit mask of lanes
  // that have written each word.
  std::vector<std::byte> local;
  std::vector<uint32_t> local_written;
  std::vector<std::unique_ptr<Merge>> merges;
  std::vector<Merge*> free_merges;

  template <class T>
  T* at(Place place) {
    return reinterpret_cast<T*>(base[place >> 31] + (place & 0x7fff'ffffu));
  }
  uint32_t& predicate(Place place) { return *at<uint32_t>(place); }
  bool done() const { return exited == lanes; }
};

struct Barrier {
  uint32_t arrived = 0;         // threads
  uint32_t expected = 0;        // 0: all threads of the block that have not exited
  uint32_t absent = 0;          // lanes that a warp which has arrived does not have: they count
  uint32_t predicate_true = 0;  // bar.red
};

struct Block {
  uint64_t linear = 0;
  Dim3 position{0, 0, 0};
  std::vector<Warp*> warps;
  std::vector<std::byte> shared;  // window_bytes
  SharedTracking tracking;
  Barrier barriers[16];
  AsyncCopies copies;
  uint32_t threads = 0;
  uint32_t exited = 0;                // threads
  uint32_t exited_after_storing = 0;  // of them, those that stored after their last barrier
  uint32_t first_exited = 0;          // one of those
  bool aborted = false;
};

// Counters of one host thread, expanded to lines when the launch is over.
struct SlotCounters {
  struct Visit {
    uint64_t warps = 0, lanes = 0;
  };
  struct Memory {
    uint64_t requests = 0, units = 0, ideal = 0, bytes = 0;
  };                               // sectors or wavefronts
  std::vector<Visit> blocks;       // parallel to Program::blocks
  std::vector<Memory> memory;      // parallel to Program::memory_sites
  std::vector<uint64_t> branches;  // divergent branches, or barrier arrivals
  // By allocation (by_allocation.hpp): of each memory site, what went where, and how much of
  // `memory` is accounted for. An access out of bounds went nowhere.
  struct Share {
    const Allocation* allocation = nullptr;
    Memory part;
  };
  std::vector<std::vector<Share>> shares;
  std::vector<Memory> booked;
};

// The last access pattern seen at a memory site and what it costs: most sites repeat theirs,
// shifted.
struct PatternCache {
  uint32_t mask = 0;
  uint32_t phase = ~0u;  // of the first address
  uint32_t units = 0, ideal = 0;
  alignas(64) uint32_t delta[kLanes] = {};
};

// A finding before it has words: the first thread in order, and how often.
struct RawFinding {
  FindingKind kind = FindingKind::note;
  uint32_t site = 0;
  uint64_t block = 0;
  uint32_t thread = 0;   // in the block
  uint64_t address = 0;  // global address, shared offset or local offset
  uint32_t bytes = 0;
  ptx::Space space = ptx::Space::generic;
  AccessKind access = AccessKind::load;
  uint64_t count = 0;
  std::string text;  // for kinds that bring their own words
  // Races.
  uint32_t other_site = 0;
  uint64_t other_block = 0;
  uint32_t other_thread = 0;
};

// What all host threads of a launch share.
struct LaunchState {
  const Program* program = nullptr;
  const AddressSpace* addresses = nullptr;
  std::vector<Allocation*> allocations;  // by number, as in tracking
  const Launch* launch = nullptr;
  std::vector<std::byte> parameters;  // as ld.param sees them
  std::vector<uint32_t> parameter_offsets;
  const Options* options = nullptr;
  GlobalTracking* tracking = nullptr;  // the cheap check; null: none
  Observer* observer = nullptr;        // exact tracking; null once it has seen enough
  Suspects* suspects = nullptr;        // what exact tracking looks at; null: at everything
  Suspects* marks = nullptr;  // the cheap check marks here what it finds, and stops at nothing
  GlobalTracking* provenance = nullptr;  // who wrote what, when there is no cheap check
  bool is_last = false;                  // no launch follows
  bool one_host_thread = false;          // runs all blocks
  bool by_lane = false;                  // no fast path: observer or provenance want every lane,
                                         // but for places that are no suspects
  DeviceHeap* heap = nullptr;            // for malloc() inside kernels
  // Of printf, of this launch and those before it: what it printed, and what it had to read for it.
  uint64_t output_bytes = 0, output_bytes_read = 0;
  // Where the heaps of the first launch and of this one begin: those of others lie between.
  uint64_t first_heap = 0, heap_begin = 0;
  // By allocation number: the buffers that the launch was given, the module's variables, the heap.
  std::vector<bool> visible;
  uint64_t threads_per_block = 0;
  uint32_t warps_per_block = 0;
  // By the schedule: lanes go from the last to the first, and of two sides of a branch the one that
  // jumps goes first; what a clock shows at a warp's first instruction, and how fast it goes.
  bool lanes_reversed = false;
  uint64_t clock_start = 0, clock_step = 1;
  uint32_t spins_in_polling_loop = 64;  // docs/SIMULATOR.md, "Spinning"
  std::atomic<bool> stop{false};        // cancelled, or somebody met a fatal error
  std::atomic<bool> suspicious{false};  // must be repeated with exact tracking
  std::atomic<uint64_t> next_block{0}, done_blocks{0};
  std::atomic<uint64_t> steps{0};  // warp instructions of this launch, see spend()
  uint64_t steps_before = 0;       // of the launches before it
  std::atomic<bool> overspent{false};
  // By allocation number: read without tracking, written. Both: reads must be tracked after all.
  std::unique_ptr<std::atomic<bool>[]> was_read, was_written;
  std::atomic<bool> reads_matter{false};

  // The allocation that holds all of [address, address + size) and is this launch's to reach, or
  // null.
  const Allocation* find(uint64_t address, uint64_t size) const {
    const Allocation* a = addresses->find(address, size);
    return a && visible[static_cast<size_t>(a->number)] ? a : nullptr;
  }
};

// All calls that are open at one time together: registers and local variables. 1024 threads with
// all of their local memory take 64 MiB. It is counted, so that a recursion ends at the same place
// wherever it runs, and never by taking the machine's memory.
constexpr uint64_t kMostStackBytes = uint64_t{1} << 30;

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
    for (; mask; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
  }
}
template <class F>
void each_lane_in_turn(const LaunchState& launch, uint32_t mask, F f) {
  each_lane_in_turn(launch.lanes_reversed, mask, f);
}

// Executes blocks on one host thread.
struct Runner {
  LaunchState* launch = nullptr;
  unsigned number = 0;
  SlotCounters counters;
  std::vector<PatternCache> patterns;                   // parallel to Program::memory_sites
  std::vector<const Allocation*> last_allocation;       // parallel to Program::memory_sites
  std::vector<const SharedLayout::Entry*> last_shared;  // likewise
  RunnerTracking tracking;
  std::map<std::pair<int, uint64_t>, RawFinding> findings;  // by (kind, site and other site)
  std::string output;
  bool output_limit_hit = false;
  std::vector<std::unique_ptr<Warp>> free_warps;
  std::vector<std::unique_ptr<Block>> free_blocks;
  std::vector<std::vector<Frame*>> free_frames;  // by function
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<std::unique_ptr<std::byte[]>> register_memory;
  uint64_t stack_bytes = 0;  // of all calls that are open

  void report(RawFinding finding);
  // Adds what `w` has executed since the last time to the launch's sum. When all warps together
  // have executed more than the run may, the launch stops. It is called when each block ends, so
  // whether that happens depends on the sum alone.
  void spend(Warp& w);
  bool fatal = false;  // the launch cannot go on in a meaningful way
};

// control.cpp -------------------------------------------------------------------------------------

// Ends the launch: nothing meaningful can follow. Returns null for the handler to return.
const Inst* stop_with(Warp& w, const Inst* i, FindingKind kind, uint32_t lanes,
                      std::string text = {});
// Gives the turn to the next split of `w` that can run; null: none can.
const Inst* next_split(Warp& w);
// `lanes` end; the others of the running split go on at `next`.
const Inst* lanes_exit(Warp& w, uint32_t lanes, const Inst* next);
Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask);
void release_frame(Runner& r, Frame* frame);
void enter(Warp& w, const Split& split);

// block.cpp ---------------------------------------------------------------------------------------
std::unique_ptr<Block> start_block(Runner& r, uint64_t linear);
void finish_block(Runner& r, std::unique_ptr<Block> block);
// Runs until the block ends (true) or every warp of it spins (false).
bool run_block(Runner& r, Block& block);
// One turn of a warp: until it waits or ends, or for `quantum` records if that is not 0. False: it
// cannot go on before a barrier completes.
bool run_warp(Runner& r, Warp& w, uint64_t quantum);
// One turn of a warp up to its next ordering access (kOrderingAccess), at least one instruction:
// true when it stands before one, false when it waits, spins or has ended.
bool run_to_ordering_access(Runner& r, Warp& w);
// Another split of a warp that was stopped goes on at its next turn, if one can.
void give_turn_to_next_split(Warp& w);
bool can_run(const Warp& w);
// After turns: completes barriers, lets go of what waits in vain, and reports a deadlock.
enum class BlockState { ended, can_run };
BlockState unblock(Runner& r, Block& block);

}  // namespace warplab::sim
