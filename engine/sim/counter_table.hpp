#pragma once
// Numbers by name: an array with one value for each enumerator of a table of counters, and the
// table's rows. counters.hpp (of a launch) and buffer_counters.hpp (of one buffer) are such tables.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplab::sim {

// X(enumerator, "name", "one sentence for the student"). What is counted of global memory as a
// whole is counted of every buffer, too: `id` and `name` stand in front of the row's own. The last
// three are the sums of the ones above.
#define WARPLAB_TRAFFIC(X, id, name)                                                              \
  X(id##load_requests, name "load.requests",                                                      \
    "Warp instructions that load; each counts once, however many of its lanes take part.")        \
  X(id##load_sectors, name "load.sectors",                                                        \
    "Pieces of 32 bytes that the loads touch, each once for a warp instruction: all of a piece "  \
    "is moved, whatever is used of it.")                                                          \
  X(id##load_bytes, name "load.bytes",                                                            \
    "Bytes that the lanes of the loads ask for; what two lanes ask for counts twice.")            \
  X(id##store_requests, name "store.requests",                                                    \
    "Warp instructions that store; each counts once, however many of its lanes take part.")       \
  X(id##store_sectors, name "store.sectors",                                                      \
    "Pieces of 32 bytes that the stores touch, each once for a warp instruction.")                \
  X(id##store_bytes, name "store.bytes", "Bytes that the lanes of the stores write.")             \
  X(id##atomic_requests, name "atomic.requests",                                                  \
    "Warp instructions that update memory with an atomic; each counts once.")                     \
  X(id##atomic_sectors, name "atomic.sectors",                                                    \
    "Pieces of 32 bytes that the atomics touch, each once for a warp instruction.")               \
  X(id##atomic_bytes, name "atomic.bytes", "Bytes that the lanes of the atomics update.")         \
  X(id##requests, name "requests", "Warp instructions that load, store or update, all together.") \
  X(id##sectors, name "sectors",                                                                  \
    "Pieces of 32 bytes that loads, stores and atomics touch: all that is moved.")                \
  X(id##bytes, name "bytes", "Bytes that the lanes load, store and update.")

struct CounterRow {
  std::string_view name;         // "global.load.sectors"
  std::string_view explanation;  // one sentence
};

template <class Id, size_t count>
struct CounterValues {
  std::array<uint64_t, count> values{};
  uint64_t& operator[](Id id) { return values[static_cast<size_t>(id)]; }
  uint64_t operator[](Id id) const { return values[static_cast<size_t>(id)]; }
  CounterValues& operator+=(const CounterValues& other) {
    for (size_t i = 0; i < count; ++i) values[i] += other.values[i];
    return *this;
  }
  friend bool operator==(const CounterValues&, const CounterValues&) = default;
};

template <class Id>
std::optional<Id> row_named(std::span<const CounterRow> rows, std::string_view name) {
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) return static_cast<Id>(i);
  return std::nullopt;
}

// Sets the sums of all three kinds of access from their parts: `first` is id##load_requests.
template <class Id, size_t count>
void fill_traffic_sums(CounterValues<Id, count>& counters, Id first) {
  const auto of_kind = [&](size_t i) { return counters.values[static_cast<size_t>(first) + i]; };
  for (size_t i = 0; i < 3; ++i)
    counters.values[static_cast<size_t>(first) + 9 + i] =
        of_kind(i) + of_kind(3 + i) + of_kind(6 + i);
}

}  // namespace warplab::sim
