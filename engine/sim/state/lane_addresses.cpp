#include "sim/state/lane_addresses.hpp"

#include <bit>

#include "sim/program/instruction_flags.hpp"

namespace warplab::sim {

void lane_addresses(Warp& w, const Record* i, uint64_t* addresses) {
  const uint64_t offset = i->imm;
  if (i->flags & access_flag::kNarrowAddress) {
    const auto* a = w.at<uint32_t>(i->a);
    for (unsigned l = 0; l < kLanes; ++l)
      addresses[l] = static_cast<uint32_t>(a[l] + static_cast<uint32_t>(offset));
  } else {
    const auto* a = w.at<uint64_t>(i->a);
    for (unsigned l = 0; l < kLanes; ++l) addresses[l] = a[l] + offset;
  }
}

uint32_t split_by_space(const Windows& windows, const uint64_t* addresses, uint32_t mask,
                        ptx::Space space) {
  uint32_t in = 0;
  for (uint32_t m = mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    if (windows.space_of(addresses[l]) == space) in |= 1u << l;
  }
  return in;
}

}  // namespace warplab::sim
