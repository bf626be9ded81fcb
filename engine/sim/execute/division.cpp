#include "sim/execute/division.hpp"

#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/undefined_quotients.hpp"

namespace warplab::sim {

const MicroOp* look_at_divisors(Warp& w, const MicroOp* i) {
  if (undefined_quotients(w, i->a, i->b, static_cast<ptx::Type>(i->imm), w.mask) == 0) return i + 1;
  const LaunchChecks& checks = w.runner->launch->checks;
  if (checks.marks) checks.marks->mark_undefined();
  else if (checks.tracking) suspect(w);
  else if (checks.suspects)
    w.followed = true;  // the observer of micro-operations looks at the division
  return w.block->aborted ? nullptr : i + 1;
}

}  // namespace warplab::sim
