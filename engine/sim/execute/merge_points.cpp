#include "sim/execute/merge_points.hpp"

#include "sim/execute/calls.hpp"

namespace warplab::sim {
namespace {

void resume_at_function_exit(Warp& w, uint32_t lanes, Frame* frame, Merge* merge) {
  // A merge point at the exit of a kernel does not exist: its lanes simply exit.
  w.ready.push_back(leave_function(w, lanes, frame, merge));
}

}  // namespace

void forget_lanes(Warp& w, Merge* m, uint32_t lanes) {
  while (m) {
    Merge* outer = m->outer;
    m->expected &= ~lanes;
    if (m->expected == 0) {
      w.free_merges.push_back(m);
    } else if (m->arrived != 0 && (m->expected & ~m->arrived) == 0) {
      const Split s = completed(w, m);
      if (s.pc) w.ready.push_back(s);
      else resume_at_function_exit(w, s.mask, s.frame, s.merge);
    }
    m = outer;
  }
}

bool release_waiting(Warp& w, Merge* innermost) {
  bool released = false;
  for (Merge* m = innermost; m; m = m->outer) {
    if (!m->arrived) continue;
    const uint32_t lanes = m->arrived;
    m->arrived = 0;
    m->expected &= ~lanes;
    const Split s{m->at, lanes, m->frame, m->outer, -1};
    if (s.pc) w.ready.push_back(s);
    else resume_at_function_exit(w, s.mask, s.frame, s.merge);
    released = true;
  }
  return released;
}

}  // namespace warplab::sim
