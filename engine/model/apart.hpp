#pragma once
// Blocks that do far more than the others of their launch (data::LaunchTrace::apart) each have a
// multiprocessor of their own: they are modelled as launches of one block, beside the rest.
#include <cstdint>
#include <vector>

#include "data/trace.hpp"
#include "model/launch_model.hpp"

namespace warplab::model {

// A trace without its blocks apart, and a trace of one block for each of them.
struct SplitTrace {
  data::LaunchTrace rest;
  std::vector<data::LaunchTrace> apart;
};
SplitTrace split(data::LaunchTrace trace);

// The time of both together: a block apart begins when its turn in the grid comes, and the launch
// ends with the last of them. `apart`: models of the traces of SplitTrace::apart, in their order.
LaunchModel with_apart(const LaunchModel& rest, const SplitTrace& traces,
                       const std::vector<LaunchModel>& apart);

// What the whole grid does by the blocks that were recorded: warp instructions, and sectors of
// global memory that are asked for. To be compared with what it was counted to do.
struct Amounts {
  double instructions = 0, sectors = 0;
  double blocks = 0;  // of the grid
};
Amounts amounts_of(const SplitTrace& traces);

}  // namespace warplab::model
