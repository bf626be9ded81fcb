#include "sim/state/warp_clocks.hpp"

#include <algorithm>

#include "sim/state/block.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

uint32_t clock_now(const Warp& w) { return std::max(w.block->tracking.epoch, w.shared_clock); }

// False: there are no more clocks.
bool set_clock(Warp& w, uint32_t clock) {
  if (clock >= kLastSharedEpoch) return false;
  SharedTracking& t = w.block->tracking;
  w.shared_clock = std::max(w.shared_clock, clock);
  t.last_clock = std::max(t.last_clock, clock);
  return true;
}

uint32_t alive(const Warp& w) { return w.lanes & ~w.exited; }

void join(WarpClocks::VectorClock& to, const WarpClocks::VectorClock& from) {
  for (size_t v = 0; v < kMostWarps; ++v) to[v] = std::max(to[v], from[v]);
}

}  // namespace

void WarpClocks::block_starts(size_t warps, size_t units) {
  count_ = warps;
  for (size_t v = 0; v < warps; ++v) warps_[v] = {};
  for (Meeting& m : barriers_) m = {};
  objects_.clear();
  for (std::vector<uint32_t>* cells : {&readers, &updaters, &stored})
    if (cells->size() != units) cells->assign(units, 0);
}

void WarpClocks::forget_clocks() {
  const auto forget = [](Meeting& m) {
    m.told = {};
    m.least = {};
  };
  for (size_t v = 0; v < count_; ++v) warps_[v] = {};
  for (Meeting& m : barriers_) forget(m);
  for (Object& o : objects_) {
    forget(o.now);
    o.before = {};
  }
}

void WarpClocks::tell(Meeting& m, const Warp& w, uint32_t lanes) {
  const OfWarp& o = warps_[w.index];
  join(m.told, o.known);
  if (o.some_lanes != 0 && (o.some_lanes & ~lanes) == 0) join(m.told, o.some);
  const uint32_t clock = clock_now(w);
  uint32_t& least = m.least[w.index];
  least = m.lanes[w.index] == 0 ? clock : std::min(least, clock);
  m.lanes[w.index] |= lanes;
}

// What lanes of a warp did is told when all of them have come, those that have ended among them:
// with the clock of the first.
WarpClocks::VectorClock WarpClocks::all_told(const Meeting& m, const Block& block) {
  VectorClock told = m.told;
  for (const Warp* const w : block.warps)
    if (m.lanes[w->index] == w->lanes)
      told[w->index] = std::max(told[w->index], m.least[w->index] + 1);
  return told;
}

void WarpClocks::learn(const Warp& w, uint32_t lanes, const VectorClock& told) {
  OfWarp& o = warps_[w.index];
  o.limits_epoch = 0;
  if (lanes == alive(w)) {
    join(o.known, told);
    return;
  }
  join(o.some, told);
  o.some_lanes |= lanes;
}

void WarpClocks::arrive_at_barrier(Warp& w, uint32_t number, bool waits) {
  Meeting& m = barriers_[number];
  const uint32_t clock = clock_now(w) + 1;
  if (!waits && clock >= kLastSharedEpoch) return;  // it would tell of what is yet to come
  tell(m, w, w.mask);
  if (waits) m.waiting[w.index] |= w.mask;
  else set_clock(w, clock);
}

void WarpClocks::complete_barrier(Block& block, uint32_t number, bool all) {
  const Meeting m = barriers_[number];
  barriers_[number] = {};
  if (all) return;
  uint32_t clock = 0;
  for (const Warp* const w : block.warps)
    if (m.waiting[w->index] != 0) clock = std::max(clock, clock_now(*w) + 1);
  if (clock >= kLastSharedEpoch) return;
  VectorClock told = all_told(m, block);
  // Who waits has done nothing since it came, and goes on with a larger clock than any had.
  for (const Warp* const w : block.warps)
    if (m.waiting[w->index] == w->lanes) told[w->index] = clock;
  for (Warp* const w : block.warps) {
    if (m.waiting[w->index] == 0) continue;
    learn(*w, m.waiting[w->index], told);
    set_clock(*w, clock);
  }
}

WarpClocks::Object& WarpClocks::object(uint32_t offset) {
  const auto at = std::ranges::find(objects_, offset, &Object::offset);
  if (at != objects_.end()) return *at;
  objects_.push_back({offset, {}, {}});
  return objects_.back();
}

void WarpClocks::object_made(uint32_t offset) { object(offset) = {offset, {}, {}}; }

void WarpClocks::arrive_at_object(const Warp& w, uint32_t lanes, uint32_t offset) {
  tell(object(offset).now, w, lanes);
}

void WarpClocks::complete_phase(const Block& block, uint32_t offset) {
  Object& o = object(offset);
  o.before = all_told(o.now, block);
  o.now = {};
}

void WarpClocks::learn_of_phase(Warp& w, uint32_t lanes, uint32_t offset) {
  const VectorClock& told = object(offset).before;
  learn(w, lanes, told);
  // A unit that many have read has one clock: those of warps that do the same are to be the same.
  set_clock(w, *std::ranges::max_element(told));
}

void WarpClocks::meet_in_warp(Warp& w, uint32_t lanes) {
  OfWarp& o = warps_[w.index];
  o.limits_epoch = 0;
  if (o.some_lanes & ~alive(w)) {  // with whoever has ended it is lost
    o.some = {};
    o.some_lanes = 0;
  } else if (lanes == alive(w) && o.some_lanes != 0) {
    join(o.known, o.some);
    o.some = {};
    o.some_lanes = 0;
  }
  const uint32_t clock = clock_now(w) + 1;
  if (!set_clock(w, clock)) return;
  if (lanes == w.lanes) {
    o.known[w.index] = clock;
    return;
  }
  for_lanes(lanes, [&](unsigned l) {
    o.group[l] = lanes;
    o.group_clock[l] = clock;
  });
}

bool WarpClocks::is_before(const Warp& w, unsigned lane, uint32_t cell, uint32_t warps) const {
  const OfWarp& o = warps_[w.index];
  const uint32_t clock = cell >> kSharedTagBits, tag = cell & kSharedTags;
  if (clock < w.block->tracking.epoch) return true;
  const bool alone = o.some_lanes == 1u << lane;
  const auto knows = [&](uint32_t v) { return clock < o.known[v] || (alone && clock < o.some[v]); };
  if (tag == kSharedMany || tag == kSharedAtomic) {
    bool all = true;
    for_lanes(warps, [&](unsigned v) { all &= knows(v); });
    return all;
  }
  const uint32_t thread = tag - 1, v = thread / kLanes, l = thread % kLanes;
  if (knows(v)) return true;
  return v == w.index &&
         (l == lane || ((o.group[lane] >> l & 1) != 0 && clock < o.group_clock[lane]));
}

const WarpClocks::Limits& WarpClocks::limits(const Warp& w) {
  OfWarp& o = warps_[w.index];
  const uint32_t epoch = w.block->tracking.epoch;
  if (o.limits_epoch == epoch) return o.limits;
  o.limits_epoch = epoch;
  uint32_t least = ~0u;
  for (size_t v = 0; v < count_; ++v) {
    const uint32_t clock = std::max(epoch, o.known[v]);
    o.limits[v] = clock << kSharedTagBits;
    least = std::min(least, o.limits[v]);
  }
  std::fill(o.limits.begin() + static_cast<std::ptrdiff_t>(count_), o.limits.end(), least);
  return o.limits;
}

}  // namespace warplab::sim
