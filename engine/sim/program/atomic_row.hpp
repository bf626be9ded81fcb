#pragma once
#include <cstddef>
#include <cstdint>

namespace warplab::sim {

// One lane's update of the value at `host`; returns the old one. `c` only for cas.
using Update = uint64_t (*)(std::byte* host, uint64_t b, uint64_t c);
// The same for several lanes, in turn, where no other host thread touches the memory. Registers of
// lanes of 8 bytes for values of 8, of 4 for smaller ones; d and c may be null.
struct LanesToUpdate {
  std::byte* const* host;  // by lane
  uint32_t lanes;
  bool reversed;
  void* d;
  const void *b, *c;
};
using UpdateAlone = void (*)(const LanesToUpdate&);
struct AtomicRow {
  Update update = nullptr;
  UpdateAlone alone = nullptr;
  uint32_t bytes = 0;  // of the value: 2, 4 or 8
  // In global memory, where that differs: additions of floats flush subnormal numbers there.
  Update update_global = nullptr;
  UpdateAlone alone_global = nullptr;
  bool order_matters = false;  // the result in memory depends on the order of updates
};

}  // namespace warplab::sim
