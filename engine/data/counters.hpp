#pragma once
// What the simulator counts, by the names that gates, JSON and the window use.
// Definitions follow Nsight Compute; docs/SIMULATOR.md has one paragraph for each.
#include <cstdint>
#include <optional>
#include <string_view>

#include "data/counter_table.hpp"

namespace warplab::data {

// One row a counter: X(enumerator, "name", "sentence"); the sentence stands alone. Those of a space
// alone, such as global.sectors, are the sums of its loads, stores and atomics.
#define WARPLAB_COUNTERS(X)                                                                        \
  X(global_load_requests, "global.load.requests", "Warp instructions that load global memory.")    \
  X(global_load_sectors, "global.load.sectors",                                                    \
    "Sectors of 32 bytes that loads of global memory touch, counted for each load.")               \
  X(global_load_bytes, "global.load.bytes", "Bytes of global memory that lanes ask for in loads.") \
  X(global_store_requests, "global.store.requests", "Warp instructions that store global memory.") \
  X(global_store_sectors, "global.store.sectors",                                                  \
    "Sectors of 32 bytes that stores to global memory touch, counted for each store.")             \
  X(global_store_bytes, "global.store.bytes", "Bytes of global memory that lanes store.")          \
  X(global_atomic_requests, "global.atomic.requests", "Warp instructions with global atomics.")    \
  X(global_atomic_sectors, "global.atomic.sectors",                                                \
    "Sectors of 32 bytes that global atomics touch, counted for each of them.")                    \
  X(global_atomic_bytes, "global.atomic.bytes",                                                    \
    "Bytes of global memory that lanes update atomically.")                                        \
  X(global_requests, "global.requests",                                                            \
    "Warp instructions that load, store or update global memory.")                                 \
  X(global_sectors, "global.sectors",                                                              \
    "Sectors of 32 bytes that loads, stores and atomics of global memory touch, counted "          \
    "for each access.")                                                                            \
  X(global_bytes, "global.bytes", "Bytes of global memory that lanes load, store and update.")     \
  X(shared_load_requests, "shared.load.requests", "Warp instructions that load shared memory.")    \
  X(shared_load_wavefronts, "shared.load.wavefronts",                                              \
    "Passes over the 32 banks of shared memory that its loads take.")                              \
  X(shared_load_bank_conflicts, "shared.load.bank_conflicts",                                      \
    "Passes that loads of shared memory take beyond the fewest that their bytes need.")            \
  X(shared_store_requests, "shared.store.requests", "Warp instructions that store shared memory.") \
  X(shared_store_wavefronts, "shared.store.wavefronts",                                            \
    "Passes over the 32 banks of shared memory that its stores take.")                             \
  X(shared_store_bank_conflicts, "shared.store.bank_conflicts",                                    \
    "Passes that stores to shared memory take beyond the fewest that their bytes need.")           \
  X(shared_atomic_requests, "shared.atomic.requests", "Warp instructions with shared atomics.")    \
  X(shared_atomic_wavefronts, "shared.atomic.wavefronts",                                          \
    "Passes over the 32 banks of shared memory that its atomics take.")                            \
  X(shared_atomic_bank_conflicts, "shared.atomic.bank_conflicts",                                  \
    "Passes that atomics of shared memory take beyond the fewest that their bytes need.")          \
  X(shared_requests, "shared.requests",                                                            \
    "Warp instructions that load, store or update shared memory.")                                 \
  X(shared_wavefronts, "shared.wavefronts",                                                        \
    "Passes over the 32 banks of shared memory that its loads, stores and atomics take.")          \
  X(shared_bank_conflicts, "shared.bank_conflicts",                                                \
    "Passes that loads, stores and atomics of shared memory take beyond the fewest that "          \
    "their bytes need.")                                                                           \
  X(local_load_requests, "local.load.requests", "Warp instructions that load local memory.")       \
  X(local_load_sectors, "local.load.sectors",                                                      \
    "Sectors of 32 bytes of local memory that are loaded.")                                        \
  X(local_store_requests, "local.store.requests", "Warp instructions that store local memory.")    \
  X(local_store_sectors, "local.store.sectors",                                                    \
    "Sectors of 32 bytes of local memory that are stored.")                                        \
  X(local_requests, "local.requests", "Warp instructions that load or store local memory.")        \
  X(local_sectors, "local.sectors",                                                                \
    "Sectors of 32 bytes of local memory that are loaded and stored.")                             \
  X(spilled_sectors, "spilled.sectors",                                                            \
    "Sectors of 32 bytes of local memory that registers take which the machine code does "         \
    "without, if each warp stores and loads them once.")                                           \
  X(constant_requests, "constant.requests", "Warp instructions that load constants.")              \
  X(constant_sectors, "constant.sectors",                                                          \
    "Sectors of 32 bytes that loads of constants touch, counted for each load.")                   \
  X(param_requests, "param.requests", "Warp instructions that load parameters.")                   \
  X(warp_instructions, "warp_instructions", "Instructions, counted once a warp.")                  \
  X(weighted_instructions, "weighted_instructions",                                                \
    "Instructions, counted once a warp; one that takes as long as many counts as these.")          \
  X(thread_instructions, "thread_instructions", "Instructions, counted once an active lane.")      \
  X(branches, "branches", "Branch instructions, counted once a warp.")                             \
  X(branches_divergent, "branches.divergent", "Branches at which the lanes of a warp part.")       \
  X(barriers, "barriers", "Block barriers, counted once a warp.")                                  \
  X(warp_exchanges, "warp_exchanges", "Shuffles, matches and reductions of a warp.")               \
  X(warp_votes, "warp_votes", "Votes of a warp (ballot, any, all): one bit of each lane.")         \
  X(matrix_products, "matrix_products",                                                            \
    "Products of small matrices by tensor cores (mma, wmma.mma), counted once a warp.")            \
  X(busiest_warp, "busiest_warp.instructions", "Instructions of the warp that has most of them.")  \
  X(busiest_block, "busiest_block.instructions",                                                   \
    "Instructions of all warps of the block that has most.")

enum class Counter : uint8_t {
#define X(id, name, sentence) id,
  WARPLAB_COUNTERS(X)
#undef X
};
constexpr size_t kCounterCount = 0
#define X(id, name, sentence) +1
    WARPLAB_COUNTERS(X)
#undef X
    ;

using Counters = CounterValues<Counter, kCounterCount>;

// False for what is one warp's or one block's, and for what only the machine code has: a launch has
// it, and none of its lines. Launches come one after the other, so that of several of them it is
// the sum.
constexpr bool is_told_by_line(Counter counter) {
  return counter != Counter::busiest_warp && counter != Counter::busiest_block &&
         counter != Counter::spilled_sectors;
}

// Sets the sums (global.sectors and the like) from their parts.
void fill_sums(Counters& counters);

std::string_view name_of(Counter counter);
// What it counts, in a sentence that leans on no other: under the mouse there are no rows around
// it.
std::string_view sentence_of(Counter counter);
std::optional<Counter> counter_named(std::string_view name);

}  // namespace warplab::data
