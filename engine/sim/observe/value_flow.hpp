#pragma once
// Follows values through the registers of each thread: those that memory never held, until
// something depends on them, and those that a load brought, so that a race is told only where the
// value matters.
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/observe/instruction_facts.hpp"
#include "sim/observe/load_names.hpp"
#include "sim/observe/undefined_memory.hpp"

namespace warplab::sim {

class ValueFlow {
 public:
  ValueFlow(Races& races, UndefinedMemory& memory, UndefinedBook& book)
      : races_(races), memory_(memory), book_(book) {}
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block);
  void block_ends(const Block& block);
  void before(Warp& w, const Inst* i);
  // Does what this record loads go to registers that are followed?
  bool follows(const Inst* i) const;
  // After the races of the event were looked at.
  void loaded(const AccessEvent& e, const LoadName* names);
  void stored(const AccessEvent& e);
  void updated(const AccessEvent& e, const LoadName* names);
  void exchanged(const ExchangeEvent& e);
  // Every name that a register of a running block still has, by block.
  void each_name(const std::function<void(const Block&, LoadName)>& use);
  uint64_t bytes() const;

 private:
  struct SlotShadow {
    uint32_t named = 0, undefined = 0;  // lanes
    uint32_t partial = 0;               // of `undefined`, those in which only `bits` are
    NameSet names[kLanes];
    OriginNumber origins[kLanes];
    uint64_t bits[kLanes];
    uint64_t undefined_bits(unsigned lane) const {
      if (!(undefined >> lane & 1)) return 0;
      return partial >> lane & 1 ? bits[lane] : ~uint64_t{0};
    }
    // Of a register of `width` bits.
    void set_undefined(unsigned lane, uint64_t which, OriginNumber origin, unsigned width = 64);
  };
  struct FrameShadow {
    const Frame* frame = nullptr;
    std::vector<SlotShadow> slots;
  };
  struct WarpShadow {
    std::vector<std::unique_ptr<FrameShadow>> frames;
    FrameShadow* last = nullptr;
    uint32_t patience = 0, until_look = 0;  // records before looking whether all is forgotten
    uint32_t copied = 0;                    // of an asynchronous copy on its way: lanes
    OriginNumber copied_origins[kLanes] = {};
  };
  struct BlockShadow {
    std::vector<std::unique_ptr<WarpShadow>> warps;
    LoadNames names;
  };
  BlockShadow& of(const Block& block) { return blocks_.of(block); }
  WarpShadow& of(const Warp& w) { return *of(*w.block).warps[w.index]; }
  FrameShadow& frame_of(const Warp& w, const Frame* frame);
  // Values of this warp are followed from here on.
  void follow(Warp& w);
  // Does any register of it still hold one?
  bool holds_any(const Warp& w);
  const ptx::Instruction& instruction(const Inst* i) const;
  unsigned register_bits(const Inst* i, const ptx::Operand& o) const;
  void frame_starts(Warp& w);
  void leave(const Warp& w, uint32_t lanes);
  void compute(Warp& w, const Inst* i, std::span<const Slot> reads, std::span<const Slot> writes,
               uint32_t lanes);
  // What of `writes` is undefined after the instruction, from what of `reads` is.
  void compute_undefined(Warp& w, const Inst* i, FrameShadow& f, std::span<const Slot> reads,
                         std::span<const Slot> writes, uint32_t lanes);
  void load_area(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes);
  void store_area(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes);
  void compare(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes);
  void clear(FrameShadow& f, std::span<const Slot> slots, uint32_t lanes);
  void use_names(const Warp& w, FrameShadow& f, Slot slot, uint32_t lanes);
  void use_undefined(const Warp& w, const Inst* i, FrameShadow& f, Slot slot, uint32_t lanes,
                     UndefinedUse use);
  // All of these values have gone to a `use` that depends on them.
  void use(const Warp& w, const Inst* i, FrameShadow& f, std::span<const Slot> slots,
           uint32_t lanes, UndefinedUse use);
  NameSet unite(const Warp& w, NameSet a, NameSet b, unsigned lane);

  Races& races_;
  UndefinedMemory& memory_;
  UndefinedBook& book_;
  const Program* program_ = nullptr;
  const LaunchState* launch_ = nullptr;
  std::unique_ptr<InstructionFacts> facts_;
  PerBlock<BlockShadow> blocks_;
  std::vector<LoadName> too_many_;
};

}  // namespace warplab::sim
