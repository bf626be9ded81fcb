#pragma once
// Numbers by name: one value for each enumerator of a table of counters. counters.hpp (of a launch)
// and buffer_counters.hpp (of one buffer) are such tables.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplab::data {

// Global and local memory are moved in pieces of so many bytes, all of one or none of it.
inline constexpr uint64_t kSectorBytes = 32;

struct CounterRow {
  std::string_view name;  // "global.load.sectors"
  std::string_view sentence;
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

// `rows` in the order of the enumerators.
template <class Id>
std::optional<Id> row_named(std::span<const CounterRow> rows, std::string_view name) {
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == name) return static_cast<Id>(i);
  return std::nullopt;
}

}  // namespace warplab::data
