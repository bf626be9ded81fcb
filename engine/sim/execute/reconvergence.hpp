#pragma once
// Where lanes that parted meet again: making a reconvergence point, arriving at it, leaving it.
#include "sim/state/runner.hpp"

namespace warplab::sim {

inline Reconvergence* new_reconvergence(Warp& w, const MicroOp* at, Frame* frame,
                                        Reconvergence* outer, uint32_t expected) {
  if (w.free_reconvergences.empty()) {
    if (!w.reconvergences) w.reconvergences = std::make_shared<std::deque<Reconvergence>>();
    w.free_reconvergences.push_back(&w.reconvergences->emplace_back());
  }
  Reconvergence* m = w.free_reconvergences.back();
  w.free_reconvergences.pop_back();
  *m = {at, frame, outer, expected, 0};
  return m;
}

// The lanes in `m` are complete: they go on as one split, now (returns its pc) or when their turn
// comes.
inline Split completed(Warp& w, Reconvergence* m) {
  Split s{m->at, m->arrived, m->frame, m->outer, -1};
  w.free_reconvergences.push_back(m);
  return s;
}

// The running split arrives at its reconvergence point. Returns what runs next.
inline const MicroOp* arrive(Warp& w) {
  Reconvergence* m = w.reconvergence;
  m->arrived |= w.mask;
  if ((m->expected & ~m->arrived) == 0) {
    const Split s = completed(w, m);
    w.met = w.mask;
    w.mask = s.mask;
    w.reconvergence = s.reconvergence;
    return s.pc;
  }
  w.mask = 0;
  return nullptr;
}

// Takes `lanes` out of every reconvergence point from `m` outwards; those that become complete run
// later.
void forget_lanes(Warp& w, Reconvergence* m, uint32_t lanes);
// Lanes waiting at `innermost` and the reconvergence points around it are let go on their own; true
// if there were any.
bool release_waiting(Warp& w, Reconvergence* innermost);
// Lanes that wait at reconvergence points for the split at Warp::pc are let go, and come before it:
// true if there were any.
bool make_way_for_waiting(Warp& w);
// Of the split at Warp::pc one lane goes on alone, the first or the last one, and the others come
// after it. No reconvergence point holds it any more.
void part_lanes(Warp& w, bool last_first);
// Lanes that have gone apart and are at one place again are one split.
void bring_together(Warp& w);

}  // namespace warplab::sim
