#pragma once
// The lanes of a warp exchange values. `lanes` execute the instruction together.
#include "specification/operands.hpp"

namespace warplab::sim::plain {

void shuffle(const Operands& operands, Warp& warp, const LaneSet& lanes);
void vote(const Operands& operands, Warp& warp, const LaneSet& lanes);
void match(const Operands& operands, Warp& warp, const LaneSet& lanes);
void reduce(const Operands& operands, Warp& warp, const LaneSet& lanes);
void elect(const Operands& operands, Warp& warp, const LaneSet& lanes);

}  // namespace warplab::sim::plain
