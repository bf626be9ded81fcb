#include "sim/execute/reconvergence.hpp"

#include <bit>

#include "sim/execute/calls.hpp"

namespace warplab::sim {
namespace {

void resume_at_function_exit(Warp& w, uint32_t lanes, Frame* frame, Reconvergence* reconvergence) {
  // A reconvergence point at the exit of a kernel does not exist: its lanes simply exit.
  w.ready.push_back(leave_function(w, lanes, frame, reconvergence));
}

}  // namespace

void forget_lanes(Warp& w, Reconvergence* m, uint32_t lanes) {
  while (m) {
    Reconvergence* outer = m->outer;
    m->expected &= ~lanes;
    if (m->expected == 0) {
      w.free_reconvergences.push_back(m);
    } else if (m->arrived != 0 && (m->expected & ~m->arrived) == 0) {
      const Split s = completed(w, m);
      if (s.pc) w.ready.push_back(s);
      else resume_at_function_exit(w, s.mask, s.frame, s.reconvergence);
    }
    m = outer;
  }
}

bool release_waiting(Warp& w, Reconvergence* innermost) {
  bool released = false;
  for (Reconvergence* m = innermost; m; m = m->outer) {
    if (!m->arrived) continue;
    const uint32_t lanes = m->arrived;
    m->arrived = 0;
    m->expected &= ~lanes;
    const Split s{m->at, lanes, m->frame, m->outer, -1};
    if (s.pc) w.ready.push_back(s);
    else resume_at_function_exit(w, s.mask, s.frame, s.reconvergence);
    released = true;
  }
  return released;
}

bool make_way_for_waiting(Warp& w) {
  if (!release_waiting(w, w.reconvergence)) return false;
  w.ready.push_back({w.pc, w.mask, w.frame, w.reconvergence, -1, nullptr, w.in_vain});
  w.pc = nullptr;
  w.mask = 0;
  w.apart = true;
  return true;
}

void part_lanes(Warp& w, bool last_first) {
  const uint32_t lane = last_first ? std::bit_floor(w.mask) : w.mask & (~w.mask + 1);
  const uint32_t rest = w.mask & ~lane;
  if (rest == 0 && w.reconvergence == nullptr) return;
  w.apart = true;
  if (rest != 0) w.ready.push_front({w.pc, rest, w.frame, w.reconvergence, -1, nullptr, w.in_vain});
  w.mask = lane;
  forget_lanes(w, w.reconvergence, lane);
  w.reconvergence = nullptr;
}

void bring_together(Warp& w) {
  if (!w.apart) return;
  size_t kept = 0;
  for (size_t k = 0; k < w.ready.size(); ++k) {
    const Split s = w.ready[k];
    size_t same = 0;
    while (same < kept &&
           !(w.ready[same].pc == s.pc && w.ready[same].frame == s.frame &&
             w.ready[same].reconvergence == s.reconvergence && w.ready[same].in_vain == s.in_vain))
      ++same;
    Split together = s;
    if (same < kept) together.mask |= w.ready[same].mask;
    w.ready.set(same, together);
    if (same == kept) ++kept;
  }
  w.ready.truncate(kept);
  w.apart = kept != 1 || w.ready.front().mask != (w.lanes & ~w.exited);
}

}  // namespace warplab::sim
