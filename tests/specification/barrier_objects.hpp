#pragma once
// mbarrier: barrier objects in shared memory. PTX ISA 9.0, section 9.7.13.15.
#include "sim/device/barrier_object.hpp"
#include "specification/accesses.hpp"
#include "specification/complaints.hpp"
#include "specification/operands.hpp"
#include "specification/splits.hpp"

namespace warplab::sim::plain {

class BarrierObjects {
 public:
  BarrierObjects(const LaunchContext& context, const Operands& operands, const Accesses& accesses,
                 Splits& splits, Tally& tally, Complaints& complaints)
      : context_(context),
        operands_(operands),
        accesses_(accesses),
        splits_(splits),
        tally_(tally),
        complaints_(complaints) {}
  // All but a wait. The running split is still at the instruction.
  void execute(Warp& warp, const LaneSet& active);
  // The lanes wait until the phase is complete for one of them.
  void wait(Warp& warp, const LaneSet& active);
  // Nothing else can run: those that wait are told that they wait in vain. False: nobody waits, or
  // it will always be in vain.
  bool answer_waiting(Block& block);
  Saying missing_arrivals(Warp& warp, const Split& split);

 private:
  // The object's offset; nothing, and a finding, where there can be none.
  std::optional<uint64_t> place_of(Warp& warp, unsigned lane, const ptx::Operand& address);
  // Of the lanes that come to an object: sim/work.hpp, and the banks where they name several.
  void add_work(Warp& warp, const LaneSet& lanes);
  void count(Warp& warp, const LaneSet& lanes);
  Object* find(Warp& warp, unsigned lane, uint64_t offset);
  ObjectWords words(uint64_t offset) const { return {context_.shared.layout, offset}; }
  // By offset and phase, what was missing when the first lane of the instruction came.
  using Missing = std::map<std::pair<uint64_t, uint64_t>, uint64_t>;
  void arrive(Warp& warp, unsigned lane, Missing& missing);
  void make(Warp& warp, unsigned lane, uint64_t offset);
  void complete_if_due(Block& block, Object& object);
  bool is_over(Warp& warp, unsigned lane);
  static void wake(Block& block, bool in_vain);

  const LaunchContext& context_;
  const Operands& operands_;
  const Accesses& accesses_;
  Splits& splits_;
  Tally& tally_;
  Complaints& complaints_;
};

}  // namespace warplab::sim::plain
