#include "sim/state/lane_addresses.hpp"

#include <algorithm>
#include <bit>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

void lane_addresses(Warp& w, const MicroOp* i, uint64_t* addresses) {
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

uint32_t split_by_space(const uint64_t* addresses, uint32_t mask, ptx::Space space) {
  if ((mask & (mask - 1)) == 0) {  // one lane, as of those that poll
    const bool is_there =
        mask != 0 && windows::space_of(addresses[std::countr_zero(mask)]) == space;
    return is_there ? mask : 0;
  }
  const auto lanes_in = [&](uint64_t window) {
    uint32_t in = 0;
    for (unsigned l = 0; l < kLanes; ++l)
      in |= static_cast<uint32_t>(windows::holds(window, addresses[l])) << l;
    return in;
  };
  if (space != ptx::Space::global) return mask & lanes_in(windows::start_of(space));
  // Buffers and variables lie in front of all windows.
  uint64_t highest = 0;
  for (unsigned l = 0; l < kLanes; ++l) highest = std::max(highest, addresses[l]);
  if (highest < windows::kShared) return mask;
  return mask &
         ~(lanes_in(windows::kShared) | lanes_in(windows::kLocal) | lanes_in(windows::kParam));
}

uint32_t shared_offsets(Warp& w, const MicroOp* i, uint64_t* offsets) {
  lane_addresses(w, i, offsets);
  if (!(i->flags & access_flag::kGeneric)) return w.mask;
  const uint32_t in = split_by_space(offsets, w.mask, ptx::Space::shared);
  for (unsigned l = 0; l < kLanes; ++l)
    if (in >> l & 1) offsets[l] -= windows::kShared;
  return in;
}

}  // namespace warplab::sim
