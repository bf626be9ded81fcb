#pragma once
// Stores of what is there already, told apart by the sweep (sim/run/pass.hpp) that marks places for
// exact tracking. Two plain stores of the same value are no race, so a place where threads only
// store the one value that the first of them has stored needs no closer look: a kernel in which
// every block computes all of the output has nothing else. Exact tracking looks at a few of these
// places, since it says in a note between which lines it was.
#include "sim/execute/memory.hpp"

namespace warplab::sim {

// Does a row of 32 stores in global memory meet words that other threads have written? Asked before
// the row is stored; looks at the first word of each lane.
bool meets_writers(const Warp& w, const Allocation& a, uint64_t first, int64_t stride);

// Where the lanes of a row store: lane l at `first` + l * `stride`, `bytes` each.
struct StoredRow {
  uint64_t first = 0;
  int64_t stride = 0;
  uint32_t bytes = 0;
};

// The cheap check of such a row, or of one whose lanes all go to one place, where it stores what is
// there already (`is_there`), or one value in that place. False: it has met what has to be looked
// at closely. `memory`: the memory site.
bool check_same_row(Warp& w, uint32_t memory, const Allocation& a, const StoredRow& row,
                    bool is_there);

// The cheap check of other stores in global memory before they happen, as track_global() is, for
// each of `lanes`: those of the result have met what has to be looked at closely.
uint32_t met_by_stores(const LaneAccess& access, uint32_t lanes, const LaneTarget& target);

}  // namespace warplab::sim
