#pragma once
// What observers are told while a warp runs. Called only where there is one
// (ObservedBy::step_by_step).
#include "sim/state/block.hpp"
#include "sim/state/warp.hpp"

namespace warplab::sim {

inline WarpPlace place_of(const Warp& w, const Record* i) {
  return {w.block->linear, w.index, i->site};
}

// `w` is about to execute the record `pc`.
void tell_before(Warp& w, const Record* pc);

}  // namespace warplab::sim
