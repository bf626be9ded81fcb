#pragma once
// Who executes an instruction with a member mask together: bar.warp.sync, shfl, vote, match, redux
// and elect. PTX ISA, "Parallel Synchronization and Communication Instructions": lanes that name
// the same mask wait for each other, non-exited lanes only, and make a collective of their own,
// whatever other lanes of the warp name at the same time.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Where the micro-operation's lanes name their masks. bar.warp.sync: a; the others: imm.
Place place_of_masks(const MicroOp* i);

// The masks that the lanes of `frame` name in it, one for each lane.
const uint32_t* named_masks(const Warp& w, const Frame* frame, const MicroOp* i);

// True: the running split holds every lane that one of its lanes waits for, so go on with
// member_groups(). False: it waits; return next_split().
bool gather_members(Warp& w, const MicroOp* i);

// The lanes of the running split by the mask that they name, in the order of their first lanes. A
// lane that is not in its own mask is a group of its own. Reports what the manual leaves undefined:
// such lanes, and lanes of one mask that name different ones.
struct MemberGroups {
  uint32_t lanes[kLanes];
  unsigned count = 0;
};
MemberGroups member_groups(Warp& w, const MicroOp* i);

// To be returned by such an instruction after it executed.
const MicroOp* after_gathering(Warp& w, const MicroOp* next);

// Lanes have exited: what waited for them looks again.
void wake_gathering(Warp& w);
// Called when no split of the warp can run but some await members: lets one of them go on without,
// with a finding. True if there were any.
bool give_up_gathering(Warp& w);

// Nothing to wait for: all of the running split name one mask, and those of it that have not exited
// are exactly the split.
inline bool is_one_group(Warp& w, Place masks) {
  const uint32_t* named = w.at<uint32_t>(masks);
  const uint32_t first = named[std::countr_zero(w.mask)];
  if ((first & w.lanes & ~w.exited) != w.mask || w.ungathered) return false;
  if (masks & kConstantPlace) return true;
  uint32_t differs = 0;
  for (unsigned l = 0; l < kLanes; ++l) differs |= (named[l] ^ first) & (0u - (w.mask >> l & 1));
  return differs == 0;
}

}  // namespace warplab::sim
