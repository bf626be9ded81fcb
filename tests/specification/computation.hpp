#pragma once
// Instructions that compute, register to register: the operation table's functions, lane by lane.
#include "specification/complaints.hpp"
#include "specification/operands.hpp"

namespace warplab::sim::plain {

class Computation {
 public:
  Computation(const Operands& operands, Complaints& complaints)
      : operands_(operands), complaints_(complaints) {}
  void compute(Warp& warp, const LaneSet& active);

 private:
  const Operands& operands_;
  Complaints& complaints_;
};

}  // namespace warplab::sim::plain
