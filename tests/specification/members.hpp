#pragma once
// Instructions with a member mask: lanes wait for those that they name.
#include <functional>

#include "specification/complaints.hpp"
#include "specification/operands.hpp"
#include "specification/splits.hpp"

namespace warplab::sim::plain {

// Lanes that exited are awaited no longer: whoever awaits lanes of the warp looks again.
void wake_members(Warp& warp);

class Members {
 public:
  // What lanes that are together do (warp_exchange.hpp).
  using Execute = std::function<void(const Operands&, Warp&, const LaneSet&)>;

  Members(const Operands& operands, Splits& splits, Complaints& complaints)
      : operands_(operands), splits_(splits), complaints_(complaints) {}
  // Executes an instruction whose lanes wait for each other; operand `mask_operand` says which.
  // Lanes that name the same mask, and are in it, execute it together; one that is not in its own
  // mask, by itself. Without `execute` waiting is all there is (bar.warp.sync).
  void together(Warp& warp, const LaneSet& active, unsigned mask_operand, const Execute& execute);

 private:
  NamedMasks named_masks(const Warp& warp, unsigned mask_operand) const;
  bool gather(Warp& warp, const NamedMasks& named);
  void after_gathering(Warp& warp);

  const Operands& operands_;
  Splits& splits_;
  Complaints& complaints_;
};

}  // namespace warplab::sim::plain
