#pragma once
// What the simulator counts, by the names that gates, JSON and the window use.
// Definitions follow Nsight Compute; docs/SIMULATOR.md has one paragraph for each.
#include "sim/counter_table.hpp"

namespace warplab::sim {

// One row a counter: X(enumerator, "name", "explanation"). Those of a space alone, such as
// global.sectors, are the sums of its loads, stores and atomics.
#define WARPLAB_COUNTERS(X)                                                                        \
  WARPLAB_TRAFFIC(X, global_, "global.")                                                           \
  X(shared_load_requests, "shared.load.requests", "Warp instructions that load shared memory.")    \
  X(shared_load_wavefronts, "shared.load.wavefronts",                                              \
    "Passes over the 32 banks that the loads of shared memory take.")                              \
  X(shared_load_bank_conflicts, "shared.load.bank_conflicts",                                      \
    "Passes of those loads beyond the fewest possible: lanes wanted different words of one bank.") \
  X(shared_store_requests, "shared.store.requests",                                                \
    "Warp instructions that store to shared memory.")                                              \
  X(shared_store_wavefronts, "shared.store.wavefronts",                                            \
    "Passes over the 32 banks that the stores to shared memory take.")                             \
  X(shared_store_bank_conflicts, "shared.store.bank_conflicts",                                    \
    "Passes of those stores beyond the fewest possible: lanes wrote different words of one bank.") \
  X(shared_atomic_requests, "shared.atomic.requests",                                              \
    "Warp instructions that update shared memory with an atomic.")                                 \
  X(shared_atomic_wavefronts, "shared.atomic.wavefronts",                                          \
    "Passes over the 32 banks that the atomics on shared memory take.")                            \
  X(shared_atomic_bank_conflicts, "shared.atomic.bank_conflicts",                                  \
    "Passes of those atomics beyond the fewest possible.")                                         \
  X(shared_requests, "shared.requests", "Loads, stores and atomics of shared memory together.")    \
  X(shared_wavefronts, "shared.wavefronts",                                                        \
    "Passes over the 32 banks that all accesses to shared memory take.")                           \
  X(shared_bank_conflicts, "shared.bank_conflicts",                                                \
    "Passes over the banks beyond the fewest possible, of all accesses to shared memory.")         \
  X(local_load_requests, "local.load.requests",                                                    \
    "Warp instructions that load local memory: a thread's own arrays, and registers that did not " \
    "fit.")                                                                                        \
  X(local_load_sectors, "local.load.sectors",                                                      \
    "Pieces of 32 bytes that the loads of local memory touch.")                                    \
  X(local_store_requests, "local.store.requests", "Warp instructions that store to local memory.") \
  X(local_store_sectors, "local.store.sectors",                                                    \
    "Pieces of 32 bytes that the stores to local memory touch.")                                   \
  X(local_requests, "local.requests", "Loads and stores of local memory together.")                \
  X(local_sectors, "local.sectors", "Pieces of 32 bytes that all accesses to local memory touch.") \
  X(constant_requests, "constant.requests", "Warp instructions that load __constant__ memory.")    \
  X(constant_sectors, "constant.sectors", "Pieces of 32 bytes that the loads of constants touch.") \
  X(param_requests, "param.requests", "Warp instructions that load the kernel's parameters.")      \
  X(warp_instructions, "warp_instructions", "Instructions, each counted once for a warp.")         \
  X(thread_instructions, "thread_instructions",                                                    \
    "Instructions, each counted once for every lane that is active in it.")                        \
  X(branches, "branches", "Branches, each counted once for a warp.")                               \
  X(branches_divergent, "branches.divergent",                                                      \
    "Branches at which the lanes of a warp part: its two sides then run one after the other.")     \
  X(barriers, "barriers", "Barriers of the whole block, counted once for a warp.")                 \
  X(warp_exchanges, "warp_exchanges",                                                              \
    "Shuffles, votes, matches and reductions among the lanes of a warp, each counted once.")

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

// Sets the sums (global.sectors and the like) from their parts.
void fill_sums(Counters& counters);

std::string_view name_of(Counter counter);
std::string_view explanation_of(Counter counter);
std::optional<Counter> counter_named(std::string_view name);

}  // namespace warplab::sim
