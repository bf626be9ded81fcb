#include "sim/observe/happens_before.hpp"

#include <algorithm>
#include <utility>

#include "sim/state/lanes.hpp"

namespace warplab::sim {

void HappensBefore::WarpState::reset() {
  for (unsigned l = 0; l < kLanes; ++l) {
    known[l].fill(0);
    known[l][l] = 1;
  }
  for_lanes(has_others, [&](unsigned l) { others[l] = {}; });
  for_lanes(has_observed, [&](unsigned l) { observed_wide[l] = observed_narrow[l] = {}; });
  for_lanes(has_released, [&](unsigned l) { wide[l] = narrow[l] = {}; });
  within.fill(0);
  has_others = has_observed = has_released = 0;
  open_in_block = open_globally = 0;
  has_written = has_written_elsewhere = 0;
  alike = true;
}

void HappensBefore::block_starts(const Block& block) {
  BlockState& s = blocks_.start(block);
  s.block = static_cast<uint32_t>(block.linear);
  s.phase = 0;
  while (s.warps.size() < block.warps.size()) s.warps.push_back(std::make_unique<WarpState>());
  for (auto& w : s.warps) w->reset();
  for (Pending& p : s.barriers) p = {};
  s.objects.clear();
}

void HappensBefore::block_ends(const Block& block) { blocks_.end(block); }

HappensBefore::WarpState& HappensBefore::state(const Warp& w) {
  return *state(*w.block).warps[w.index];
}

Epoch HappensBefore::now(const Warp& w, unsigned lane) {
  const BlockState& b = state(*w.block);
  return {b.block, w.index, b.phase, b.warps[w.index]->known[lane][lane]};
}

uint32_t HappensBefore::not_before(const Epoch& then, uint32_t lanes, const Warp& w, unsigned me) {
  const BlockState& b = state(*w.block);
  const WarpState& s = *b.warps[w.index];
  uint32_t open = lanes;
  if (then.block == b.block) {
    if (then.phase < b.phase) return 0;
    if (then.warp == w.index) {
      open &= ~(1u << me);
      for_lanes(open, [&](unsigned l) {
        if (s.known[me][l] >= then.clock) open &= ~(1u << l);
      });
    }
  }
  if (open && s.has_others >> me & 1)
    open &= ~s.others[me].covered(then.block, then.phase, then.warp, open, then.clock);
  return open;
}

// A fence, or a barrier of the block, comes after what the lanes have observed.
// By PTX a barrier orders at the scope of the block only, so that a flag of another block would
// need a fence as well. NVIDIA's own guide reads such flags with a barrier behind them; that
// passes.
void HappensBefore::use_observed(WarpState& s, uint32_t lanes, bool wide) {
  if (lanes & s.has_observed) s.alike = false;
  for_lanes(lanes & s.has_observed, [&](unsigned l) {
    const Observed& narrow = s.observed_narrow[l];
    if (!wide || !narrow.is_elsewhere()) joined_ += narrow.add_to(s.others[l], s.within[l]);
    s.observed_narrow[l] = {};
    if (wide) {
      joined_ += s.observed_wide[l].add_to(s.others[l], s.within[l]);
      s.observed_wide[l] = {};
      s.has_observed &= ~(1u << l);
    }
    s.has_others |= 1u << l;
  });
}

// All that `lanes` know goes to `to`.
void HappensBefore::tell(VectorClock& to, const BlockState& b, uint32_t warp, uint32_t lanes) {
  const WarpState& s = *b.warps[warp];
  LaneClocks most{};
  for_lanes(lanes, [&](unsigned l) {
    for (unsigned k = 0; k < kLanes; ++k) most[k] = std::max(most[k], s.known[l][k]);
  });
  joined_.looks += to.add(b.block, b.phase, warp, most);
  for_lanes(lanes & s.has_others, [&](unsigned l) { joined_.looks += to.join(s.others[l]); });
}

void HappensBefore::barrier_arrives(const Warp& w, uint32_t lanes, uint32_t number, bool waits) {
  BlockState& b = state(*w.block);
  Pending& p = b.barriers[number];
  p.arrivals.push_back({w.index, lanes, waits});
  if (waits) return;
  tell(p.left, b, w.index, lanes);
  for_lanes(lanes, [&](unsigned l) { b.warps[w.index]->known[l][l] += 1; });
}

void HappensBefore::add_releases(VectorClock& released, const BlockState& b, uint32_t warp,
                                 uint32_t lanes) {
  for_lanes(lanes & b.warps[warp]->has_released, [&](unsigned l) {
    const Release& r = b.warps[warp]->wide[l];
    if (!r.valid) return;
    joined_.looks += released.add(b.block, r.phase, warp, r.clocks);
    joined_.looks += released.join(r.others);
  });
}

void HappensBefore::take_releases(WarpState& s, uint32_t lanes, const VectorClock& released) {
  if (released.empty()) return;
  for_lanes(lanes, [&](unsigned l) {
    for (Release* r : {&s.wide[l], &s.narrow[l]}) {
      r->valid = true;
      joined_.looks += r->others.join(released);
    }
  });
  s.has_released |= lanes;
}

void HappensBefore::share_releases(BlockState& b, const Pending& met) {
  VectorClock released;
  for (const Arrival& a : met.arrivals) add_releases(released, b, a.warp, a.lanes);
  for (const Arrival& a : met.arrivals)
    if (a.waits) take_releases(*b.warps[a.warp], a.lanes, released);
}

void HappensBefore::share_clocks(BlockState& b, Pending& met, bool all) {
  VectorClock sum = std::move(met.left);
  for (const Arrival& a : met.arrivals) {
    if (!a.waits) continue;
    if (all) {
      WarpState& s = *b.warps[a.warp];
      for_lanes(a.lanes & s.has_others,
                [&](unsigned l) { joined_.looks += sum.join(s.others[l]); });
    } else {
      tell(sum, b, a.warp, a.lanes);
    }
  }
  for (const Arrival& a : met.arrivals) {
    if (!a.waits) continue;
    WarpState& s = *b.warps[a.warp];
    for_lanes(a.lanes, [&](unsigned l) {
      joined_.looks += s.others[l].join(sum);
      s.within[l] = 0;
      if (!all) s.known[l][l] += 1;
    });
    s.has_others |= a.lanes;
    s.alike = false;
  }
}

void HappensBefore::barrier_completes(const Block& block, uint32_t number, bool all) {
  BlockState& b = state(block);
  Pending p = std::move(b.barriers[number]);
  b.barriers[number] = {};
  for (const Arrival& a : p.arrivals) all &= a.waits;
  share_releases(b, p);
  bool tells_more = !p.left.empty();
  for (const Arrival& a : p.arrivals) {
    WarpState& s = *b.warps[a.warp];
    if (a.waits) use_observed(s, a.lanes, true);
    tells_more |= (s.has_others & a.lanes) != 0;
  }
  if (all && !tells_more) {
    b.phase += 1;
    // What lanes know of each other is of before the barrier, and all of that is known to all.
    for (const Arrival& arrival : p.arrivals) {
      WarpState& s = *b.warps[arrival.warp];
      s.alike |= s.has_others == 0;
    }
    return;
  }
  share_clocks(b, p, all);
  if (all) b.phase += 1;
}

void HappensBefore::warp_barrier(const Warp& w, uint32_t lanes) {
  WarpState& s = state(w);
  LaneClocks most{};
  VectorClock sum;
  for_lanes(lanes, [&](unsigned l) {
    for (unsigned k = 0; k < kLanes; ++k) most[k] = std::max(most[k], s.known[l][k]);
    if (s.has_others >> l & 1) joined_.looks += sum.join(s.others[l]);
  });
  for_lanes(lanes, [&](unsigned l) {
    s.known[l] = most;
    s.known[l][l] += 1;
    if (!sum.empty()) {
      s.others[l] = sum;
      s.within[l] = 0;
    }
  });
  if (!sum.empty()) s.has_others |= lanes;
  s.alike = lanes == (w.lanes & ~w.exited);
}

void HappensBefore::object_made(const Warp& w, unsigned lane, uint32_t offset) {
  state(*w.block).objects[offset] = {now(w, lane), lane, {}, {}, {}, {}};
}

void HappensBefore::object_arrives(const Warp& w, uint32_t lanes, uint32_t offset) {
  BlockState& b = state(*w.block);
  WarpState& s = *b.warps[w.index];
  Object& object = b.objects[offset];
  use_observed(s, lanes, false);
  tell(object.arrived, b, w.index, lanes);
  add_releases(object.released, b, w.index, lanes);
  for_lanes(lanes, [&](unsigned l) { s.known[l][l] += 1; });
}

void HappensBefore::object_completes(const Block& block, uint32_t offset) {
  Object& object = state(block).objects[offset];
  object.before = std::exchange(object.arrived, {});
  object.released_before = std::exchange(object.released, {});
}

void HappensBefore::object_waited(const Warp& w, uint32_t lanes, uint32_t offset) {
  BlockState& b = state(*w.block);
  WarpState& s = *b.warps[w.index];
  const Object& object = b.objects[offset];
  for_lanes(lanes, [&](unsigned l) {
    joined_.looks += s.others[l].join(object.before);
    s.within[l] = 0;
  });
  s.has_others |= lanes;
  take_releases(s, lanes, object.released_before);
  s.alike = false;
}

std::optional<uint32_t> HappensBefore::unordered_maker(const Warp& w, unsigned lane,
                                                       uint32_t offset) {
  const std::map<uint32_t, Object>& objects = state(*w.block).objects;
  const auto found = objects.find(offset);
  if (found == objects.end()) return std::nullopt;
  const Object& o = found->second;
  if (not_before(o.made, 1u << o.maker, w, lane) == 0) return std::nullopt;
  return o.made.warp * kLanes + o.maker;
}

void HappensBefore::fence(const Warp& w, uint32_t lanes, Scope scope, FenceKind kind) {
  if (ignores_fences_) {
    has_ignored_fences_ = true;
    return;
  }
  const BlockState& b = state(*w.block);
  WarpState& s = state(w);
  const bool is_wide = scope != Scope::block;
  if (kind != FenceKind::releases) use_observed(s, lanes, is_wide);
  if (kind == FenceKind::acquires) return;
  for_lanes(lanes, [&](unsigned l) {
    s.narrow[l] = {true, b.phase, s.known[l], s.others[l]};
    if (is_wide) s.wide[l] = s.narrow[l];
    s.known[l][l] += 1;
  });
  s.has_released |= lanes;
  s.open_in_block &= ~lanes;
  s.open_globally &= ~lanes;
  s.has_written &= ~lanes;
  s.has_written_elsewhere &= ~lanes;
}

void HappensBefore::acquire(const Warp& w, uint32_t lanes, Scope scope) {
  use_observed(state(w), lanes, scope != Scope::block);
}

bool HappensBefore::has_released(const Warp& w, unsigned lane) {
  return state(w).has_released >> lane & 1;
}

void HappensBefore::stored(const Warp& w, uint32_t lanes, ptx::Space space) {
  WarpState& s = state(w);
  (space == ptx::Space::shared ? s.open_in_block : s.open_globally) |= lanes;
}

void HappensBefore::wrote(const Warp& w, uint32_t lanes, uint64_t address) {
  WarpState& s = state(w);
  for_lanes(lanes, [&](unsigned l) {
    if (s.has_written >> l & 1) {
      if (s.written_at[l] != address) s.has_written_elsewhere |= 1u << l;
    } else {
      s.has_written |= 1u << l;
      s.written_at[l] = address;
    }
  });
}

bool HappensBefore::has_fenced_stores(const Warp& w, unsigned lane, ptx::Space space,
                                      uint64_t address) {
  const WarpState& s = state(w);
  const uint32_t open = s.open_globally | (space == ptx::Space::shared ? s.open_in_block : 0);
  if (open >> lane & 1) return false;
  if (s.has_released >> lane & 1) return true;
  const bool wrote_elsewhere = s.has_written_elsewhere >> lane & 1 ||
                               (s.has_written >> lane & 1 && s.written_at[lane] != address);
  return space == ptx::Space::global && !wrote_elsewhere;
}

void HappensBefore::carry(const Warp& w, unsigned lane, Carried& place, bool replaces,
                          Scope scope) {
  const BlockState& b = state(*w.block);
  WarpState& s = *b.warps[w.index];
  if (replaces) place = {};
  const auto add = [&](VectorClock& to, const Release& r, bool has_others) {
    if (!r.valid) return;
    joined_ += {1, to.add(b.block, r.phase, w.index, r.clocks)};
    if (!has_others) joined_.looks += to.join(r.others);
  };
  const bool is_within = place.wide_name != 0 && s.within[lane] == place.wide_name &&
                         s.wide[lane].others == s.others[lane];
  if (scope != Scope::block) add(place.wide, s.wide[lane], is_within);
  if (place.wide_name == 0) place.wide_name = ++last_name_;
  const Release &wide = s.wide[lane], &narrow = s.narrow[lane];
  const bool is_wide = scope != Scope::block && wide.valid;
  if (is_wide && wide.others == s.others[lane]) {
    s.within[lane] = place.wide_name;
    s.observed_wide[lane].renew(place.wide, place.wide_name);
  }
  if (place.narrow_block != b.block || place.narrow_name == 0) {
    place.narrow = {};
    place.wide_has_narrow = true;
    place.narrow_name = ++last_name_;
  }
  place.narrow_block = b.block;
  add(place.narrow, narrow, false);
  place.wide_has_narrow &=
      !narrow.valid || (is_wide && wide.phase == narrow.phase && wide.clocks == narrow.clocks &&
                        wide.others == narrow.others);
}

void HappensBefore::observe(const Warp& w, unsigned lane, const Carried& place, Scope scope) {
  const BlockState& b = state(*w.block);
  WarpState& s = *b.warps[w.index];
  const bool is_wide = scope != Scope::block && !place.wide.empty();
  if (is_wide) {
    joined_ += s.observed_wide[lane].add(place.wide, place.wide_name, false);
    s.has_observed |= 1u << lane;
  }
  if (place.narrow_block == b.block && !place.narrow.empty()) {
    const bool is_elsewhere = is_wide && place.wide_has_narrow;
    joined_ += s.observed_narrow[lane].add(place.narrow, place.narrow_name, is_elsewhere);
    s.has_observed |= 1u << lane;
  }
}

}  // namespace warplab::sim
