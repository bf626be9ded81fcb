#pragma once
#include <bit>
#include <cstdint>

namespace warplab::sim {

// Calls f(lane) for every lane of `mask`, the lowest first.
template <class F>
void for_lanes(uint32_t mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace warplab::sim
