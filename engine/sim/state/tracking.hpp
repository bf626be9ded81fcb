#pragma once
// The cheap check that runs with every launch: has any word been touched by two threads, one of
// them writing, without a barrier between them? While the answer is no, the launch has no race and
// no thread saw another's value, so blocks may run in any order on any number of host threads and
// the result is the same. Once it is yes, or a value is read that nobody wrote, the launch is
// repeated one block at a time with exact tracking, which decides what really happened (see
// observe/).
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/device/address_space.hpp"
#include "sim/device/zero_pages.hpp"

namespace warplab::sim {

// A cell says which thread touched a unit of memory: 0 nobody, thread number + 1, or one of these.
constexpr uint32_t kManyThreads = 0xffff'ffffu;
constexpr uint32_t kAtomicsOnly = 0xffff'fffeu;
constexpr uint64_t kMostThreads = 0x7fff'fff0u;
// In a writer's cell, with the last thread's number: others have stored there, too, and all of them
// the same value (execute/same_values.hpp).
constexpr uint32_t kSameValue = 0x8000'0000u;
inline uint32_t last_writer(uint32_t cell) {
  return cell >= kAtomicsOnly ? cell : cell & ~kSameValue;
}

// Units are words of 4 bytes, or the element where that is smaller.
struct TrackedAllocation {
  Allocation* allocation = nullptr;
  uint32_t unit_shift = 2;
  uint64_t units = 0;
  ZeroPages writer;  // uint32_t a unit; shared by all host threads
  // uint32_t a unit, where reads are tracked; not of the heap: nobody reads there what he has not
  // written himself without being told of, so that a unit's writer is its only silent reader.
  ZeroPages reader;
  // Where pages are small, by page of cells: it is there to be written, and what it stands for,
  // too. A page that is read first is made twice.
  std::vector<uint8_t> ready_pages;
  uint64_t ready_count = 0;
  bool reads_tracked = false;
  bool fully_initialized = true;
  ZeroPages initialized;  // a bit a unit, where not fully initialized
};

constexpr unsigned kUnitsOfPageShift = 10;  // 4096 bytes of cells

struct GlobalTracking {
  std::vector<TrackedAllocation> allocations;  // by allocation number
};

// One host thread's own bits, merged when the launch is over: two threads of the host may update a
// writer cell at the same moment, but a bit that only one of them sets is never lost.
struct RunnerTracking {
  struct Entry {
    ZeroPages written, atomically, read;  // a bit a unit
    bool wrote = false, updated = false, read_untracked = false, read_only_path = false;
  };
  std::vector<Entry> allocations;
};

// Shared memory of one block, in units of Program::shared_unit_shift: neighbouring halves or bytes
// are neighbouring threads' own. A shadow cell is FastTrack's epoch: (clock << 11) | thread + 1, or
// one of the two tags below. Clocks count barriers that all threads of the block take part in, on
// and on from block to block: that is `epoch`, and what a block did before its last such barrier
// comes before all that it does now. Where other barriers order threads, too, each warp has a clock
// of its own that runs ahead of it, and a vector clock (state/warp_clocks.hpp).
constexpr uint32_t kSharedTagBits = 11;
constexpr uint32_t kSharedTags = (1u << kSharedTagBits) - 1;
constexpr uint32_t kSharedMany = 2047, kSharedAtomic = 2046;
constexpr uint32_t kLastSharedEpoch = (1u << (32 - kSharedTagBits)) - 2;

class WarpClocks;

struct SharedTracking {
  bool enabled = false;
  uint32_t first_epoch = 1, epoch = 1;   // of this block; now
  uint32_t last_clock = 0;               // that any warp has got by itself
  uint32_t unit_shift = 2;               // log2 of a unit's bytes
  std::vector<uint32_t> writer, reader;  // a cell a unit
  // Null where barriers of the whole block are all that orders its threads.
  std::shared_ptr<WarpClocks> clocks;
};

}  // namespace warplab::sim
