#pragma once
// What a launch asked of each buffer: gates over what a problem needs are about one buffer, and no
// cheap access to another one can dilute them. docs/SIMULATOR.md says how each number is counted.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/counter_table.hpp"

namespace warplab::data {

// One row a counter: X(enumerator, "name", "sentence"), where {} is the buffer's name. A gate or a
// key of JSON writes the buffer in front: "a.load.sectors". requests, sectors and bytes are the
// sums of the ones above.
#define WARPLAB_BUFFER_COUNTERS(X)                                                                 \
  X(load_requests, "load.requests", "Warp instructions that load from {}.")                        \
  X(load_sectors, "load.sectors",                                                                  \
    "Sectors of 32 bytes of {} that its loads touch, counted for each load.")                      \
  X(load_bytes, "load.bytes", "Bytes of {} that lanes ask for in loads.")                          \
  X(store_requests, "store.requests", "Warp instructions that store to {}.")                       \
  X(store_sectors, "store.sectors",                                                                \
    "Sectors of 32 bytes of {} that its stores touch, counted for each store.")                    \
  X(store_bytes, "store.bytes", "Bytes of {} that lanes store.")                                   \
  X(atomic_requests, "atomic.requests", "Warp instructions that update {} atomically.")            \
  X(atomic_sectors, "atomic.sectors",                                                              \
    "Sectors of 32 bytes of {} that its atomics touch, counted for each of them.")                 \
  X(atomic_bytes, "atomic.bytes", "Bytes of {} that lanes update atomically.")                     \
  X(requests, "requests", "Warp instructions that load from {}, store to it or update it.")        \
  X(sectors, "sectors", "Sectors of 32 bytes of {} that accesses touch, counted for each access.") \
  X(bytes, "bytes", "Bytes of {} that lanes load, store and update.")

enum class BufferCounter : uint8_t {
#define X(id, name, sentence) id,
  WARPLAB_BUFFER_COUNTERS(X)
#undef X
};
constexpr size_t kBufferCounterCount = 0
#define X(id, name, sentence) +1
    WARPLAB_BUFFER_COUNTERS(X)
#undef X
    ;

using BufferCounters = CounterValues<BufferCounter, kBufferCounterCount>;

// Sets the sums (requests, sectors, bytes) from their parts.
void fill_sums(BufferCounters& counters);

// The name without the buffer: "load.sectors".
std::string_view name_of(BufferCounter counter);
// What it counts of the buffer of that name, in a sentence that leans on no other.
std::string sentence_of(BufferCounter counter, std::string_view buffer);
std::optional<BufferCounter> buffer_counter_named(std::string_view name);

// Of one buffer in one launch. The sum over all lines equals the total; lines without an access
// are not there.
struct BufferTraffic {
  BufferCounters total;
  std::map<int, BufferCounters> lines;
  friend bool operator==(const BufferTraffic&, const BufferTraffic&) = default;
};

// Of a launch: one entry for each buffer of the run, in their order; what went to the module's
// __device__ and __constant__ variables; what went to blocks from malloc(). Their sectors add up to
// the launch's global.sectors and constant.sectors, but for accesses out of bounds, which belong to
// none. An access whose lanes reach several buffers is a request of each.
struct TrafficByBuffer {
  std::vector<BufferTraffic> buffers;
  BufferTraffic variables, heap;
  friend bool operator==(const TrafficByBuffer&, const TrafficByBuffer&) = default;
};

}  // namespace warplab::data
