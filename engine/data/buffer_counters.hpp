#pragma once
// What a launch asked of each buffer: gates over what a problem needs are about one buffer, and no
// cheap access to another one can dilute them. docs/SIMULATOR.md says how each number is counted.
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "data/counter_table.hpp"

namespace warplab::data {

// One row a counter: X(enumerator, "name", "explanation"). A gate or a key of JSON writes the
// buffer in front: "a.load.sectors". requests, sectors and bytes are the sums of the ones above;
// the last two are there only where blocks were followed (sim::Options::follow).
#define WARPLAB_BUFFER_COUNTERS(X)                                                     \
  X(load_requests, "load.requests", "warp instructions that load from it")             \
  X(load_sectors, "load.sectors", "distinct 32-byte sectors those loads touch")        \
  X(load_bytes, "load.bytes", "bytes the lanes asked for")                             \
  X(store_requests, "store.requests", "warp instructions that store to it")            \
  X(store_sectors, "store.sectors", "distinct 32-byte sectors those stores touch")     \
  X(store_bytes, "store.bytes", "bytes the lanes stored")                              \
  X(atomic_requests, "atomic.requests", "warp instructions that update it atomically") \
  X(atomic_sectors, "atomic.sectors", "distinct 32-byte sectors those atomics touch")  \
  X(atomic_bytes, "atomic.bytes", "bytes the lanes updated")                           \
  X(requests, "requests", "warp instructions that access it")                          \
  X(sectors, "sectors", "distinct 32-byte sectors they touch, each access on its own") \
  X(bytes, "bytes", "bytes the lanes load, store and update")                          \
  X(followed_bytes, "followed.bytes", "bytes that the followed blocks store to it")    \
  X(exchanged_bytes, "exchanged.bytes", "of them, what other threads had put into shared memory")

enum class BufferCounter : uint8_t {
#define X(id, name, text) id,
  WARPLAB_BUFFER_COUNTERS(X)
#undef X
};
constexpr size_t kBufferCounterCount = 0
#define X(id, name, text) +1
    WARPLAB_BUFFER_COUNTERS(X)
#undef X
    ;

using BufferCounters = CounterValues<BufferCounter, kBufferCounterCount>;

// Sets the sums (requests, sectors, bytes) from their parts.
void fill_sums(BufferCounters& counters);

// The name without the buffer: "load.sectors".
std::string_view name_of(BufferCounter counter);
std::string_view explanation_of(BufferCounter counter);
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
