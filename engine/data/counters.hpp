#pragma once
// What the simulator counts, by the names that gates, JSON and the window use.
// Definitions follow Nsight Compute; docs/SIMULATOR.md has one paragraph for each.
#include <cstdint>
#include <optional>
#include <string_view>

#include "data/counter_table.hpp"

namespace warplab::data {

// One row a counter: X(enumerator, "name", "explanation"). Those of a space alone, such as
// global.sectors, are the sums of its loads, stores and atomics.
#define WARPLAB_COUNTERS(X)                                                                       \
  X(global_load_requests, "global.load.requests", "warp instructions that load global memory")    \
  X(global_load_sectors, "global.load.sectors", "distinct 32-byte sectors those loads touch")     \
  X(global_load_bytes, "global.load.bytes", "bytes the lanes asked for")                          \
  X(global_store_requests, "global.store.requests", "warp instructions that store global memory") \
  X(global_store_sectors, "global.store.sectors", "distinct 32-byte sectors those stores touch")  \
  X(global_store_bytes, "global.store.bytes", "bytes the lanes stored")                           \
  X(global_atomic_requests, "global.atomic.requests", "warp instructions with global atomics")    \
  X(global_atomic_sectors, "global.atomic.sectors", "distinct 32-byte sectors those touch")       \
  X(global_atomic_bytes, "global.atomic.bytes", "bytes the lanes updated")                        \
  X(global_requests, "global.requests", "loads, stores and atomics of global memory")             \
  X(global_sectors, "global.sectors", "the sectors that all of them touch")                       \
  X(global_bytes, "global.bytes", "bytes the lanes load, store and update")                       \
  X(shared_load_requests, "shared.load.requests", "warp instructions that load shared memory")    \
  X(shared_load_wavefronts, "shared.load.wavefronts", "passes over the 32 banks they need")       \
  X(shared_load_bank_conflicts, "shared.load.bank_conflicts", "passes beyond the ideal")          \
  X(shared_store_requests, "shared.store.requests", "warp instructions that store shared memory") \
  X(shared_store_wavefronts, "shared.store.wavefronts", "passes over the 32 banks they need")     \
  X(shared_store_bank_conflicts, "shared.store.bank_conflicts", "passes beyond the ideal")        \
  X(shared_atomic_requests, "shared.atomic.requests", "warp instructions with shared atomics")    \
  X(shared_atomic_wavefronts, "shared.atomic.wavefronts", "passes over the 32 banks they need")   \
  X(shared_atomic_bank_conflicts, "shared.atomic.bank_conflicts", "passes beyond the ideal")      \
  X(shared_requests, "shared.requests", "loads, stores and atomics of shared memory")             \
  X(shared_wavefronts, "shared.wavefronts", "the passes that all of them need")                   \
  X(shared_bank_conflicts, "shared.bank_conflicts", "passes beyond the ideal")                    \
  X(local_load_requests, "local.load.requests", "warp instructions that load local memory")       \
  X(local_load_sectors, "local.load.sectors", "32-byte sectors of local memory loaded")           \
  X(local_store_requests, "local.store.requests", "warp instructions that store local memory")    \
  X(local_store_sectors, "local.store.sectors", "32-byte sectors of local memory stored")         \
  X(local_requests, "local.requests", "loads and stores of local memory")                         \
  X(local_sectors, "local.sectors", "the sectors that all of them touch")                         \
  X(constant_requests, "constant.requests", "warp instructions that load constants")              \
  X(constant_sectors, "constant.sectors", "distinct 32-byte sectors those touch")                 \
  X(param_requests, "param.requests", "warp instructions that load parameters")                   \
  X(warp_instructions, "warp_instructions", "instructions, counted once a warp")                  \
  X(thread_instructions, "thread_instructions", "instructions, counted once an active lane")      \
  X(branches, "branches", "branch instructions, counted once a warp")                             \
  X(branches_divergent, "branches.divergent", "branches at which the lanes of a warp part")       \
  X(barriers, "barriers", "block barriers, counted once a warp")                                  \
  X(warp_exchanges, "warp_exchanges", "shuffles, votes, matches and reductions of a warp")        \
  X(busiest_warp, "busiest_warp.instructions", "instructions of the warp that has most of them")  \
  X(busiest_block, "busiest_block.instructions",                                                  \
    "instructions of all warps of the block that has most")

enum class Counter : uint8_t {
#define X(id, name, text) id,
  WARPLAB_COUNTERS(X)
#undef X
};
constexpr size_t kCounterCount = 0
#define X(id, name, text) +1
    WARPLAB_COUNTERS(X)
#undef X
    ;

using Counters = CounterValues<Counter, kCounterCount>;

// False for what is one warp's or one block's: a launch has it, and none of its lines. Launches
// come one after the other, so that of several of them it is the sum.
constexpr bool is_told_by_line(Counter counter) {
  return counter != Counter::busiest_warp && counter != Counter::busiest_block;
}

// Sets the sums (global.sectors and the like) from their parts.
void fill_sums(Counters& counters);

std::string_view name_of(Counter counter);
std::string_view explanation_of(Counter counter);
std::optional<Counter> counter_named(std::string_view name);

}  // namespace warplab::data
