#pragma once
#include <cstddef>
#include <cstdint>

namespace warplab::sim {

// One lane's update of the value at `host`; returns the old one. `c` only for cas.
using Update = uint64_t (*)(std::byte* host, uint64_t b, uint64_t c);
struct AtomicRow {
  Update update = nullptr;
  uint32_t bytes = 0;  // of the value: 2, 4 or 8
  // In global memory, where that differs: additions of floats flush subnormal numbers there.
  Update update_global = nullptr;
  bool order_matters = false;  // the result in memory depends on the order of updates
};

}  // namespace warplab::sim
