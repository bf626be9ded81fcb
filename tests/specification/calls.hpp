#pragma once
// Activations of functions: arguments go in, results come back.
#include "specification/complaints.hpp"
#include "specification/operands.hpp"
#include "specification/tally.hpp"

namespace warplab::sim::plain {

class Calls {
 public:
  Calls(const LaunchContext& context, const Operands& operands, Tally& tally,
        Complaints& complaints)
      : context_(context), operands_(operands), tally_(tally), complaints_(complaints) {}
  // The running split, which is at a call, goes on in function `number`.
  void enter(Warp& warp, uint32_t number);
  // `split` has left its function: its results go to the caller, where it continues behind the
  // call.
  Split leave(Warp& warp, Split split);

 private:
  const LaunchContext& context_;
  const Operands& operands_;
  Tally& tally_;
  Complaints& complaints_;
};

}  // namespace warplab::sim::plain
