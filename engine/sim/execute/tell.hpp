#pragma once
// What observers are told while a warp runs. Called only where there is one
// (ObservedBy::step_by_step).
#include "sim/state/block.hpp"
#include "sim/state/warp.hpp"

namespace warplab::sim {

inline WarpPlace place_of(const Warp& w, const MicroOp* i) {
  return {w.block->linear, w.index, i->site};
}

// `w` is about to execute the micro-operation `pc`.
void tell_before(Warp& w, const MicroOp* pc);

}  // namespace warplab::sim
