#pragma once
// Shadow registers: what is known of the value in each register of each thread beside the value
// itself. As in Memcheck (Seward, Nethercote, "Using Valgrind to Detect Undefined Value Errors with
// Bit-Precision", 2005) there is a shadow bit for each bit that says whether it is undefined, and,
// as in MemorySanitizer (Stepanov, Serebryany, "MemorySanitizer: fast detector of C memory use
// bugs", 2015), the origin that it came from. Where this departs from both:
// - A shadow register is of 32 lanes, and only warps that hold a value worth following have any
//   that are kept up to date (Warp::followed).
// - Beside being undefined, a value may have a name: the loads that it was worked out from. A race
//   is told where a named value is used, see Races.
#include <functional>
#include <memory>
#include <vector>

#include "sim/observe/instruction_facts.hpp"
#include "sim/observe/load_names.hpp"
#include "sim/observe/per_block.hpp"
#include "sim/observe/undefined_book.hpp"

namespace warplab::sim {

// The lowest `bits` bits.
inline uint64_t low_bits(unsigned bits) {
  return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

// Of one register in 32 lanes, or of a word of a parameter area.
struct ShadowRegister {
  uint32_t named = 0, undefined = 0;  // lanes
  uint32_t partial = 0;               // of `undefined`, those in which only `bits` are
  NameSet names[kLanes];
  OriginNumber origins[kLanes];
  uint64_t bits[kLanes];

  bool is_named(unsigned lane) const { return named >> lane & 1; }
  bool is_undefined(unsigned lane) const { return undefined >> lane & 1; }
  uint64_t undefined_bits(unsigned lane) const {
    if (!is_undefined(lane)) return 0;
    return partial >> lane & 1 ? bits[lane] : ~uint64_t{0};
  }
  // `which` bits are undefined from now on, of a register of `width` bits.
  void set_undefined(unsigned lane, uint64_t which, OriginNumber origin, unsigned width = 64);
  // Nothing is known of these lanes any more: their values are defined and have no name.
  void clear(uint32_t lanes) { named &= ~lanes, undefined &= ~lanes, partial &= ~lanes; }
};

// Of one activation of a function.
struct ShadowFrame {
  const Frame* frame = nullptr;  // null: free
  std::vector<ShadowRegister> slots;

  void clear(std::span<const Slot> which, uint32_t lanes) {
    for (Slot s : which) slots[s].clear(lanes);
  }
};

struct ShadowWarp {
  std::vector<std::unique_ptr<ShadowFrame>> frames;
  ShadowFrame* last = nullptr;  // that was asked for
  uint32_t patience = 0,
           until_look = 0;  // micro-operations before looking whether all is forgotten
  uint32_t copied = 0;      // of an asynchronous copy on its way: undefined lanes
  OriginNumber copied_origins[kLanes] = {};
};

class ShadowRegisters {
 public:
  void launch_starts(const InstructionFacts& facts);
  void block_starts(const Block& block);
  void block_ends(const Block& block) { blocks_.end(block); }

  ShadowWarp& of(const Warp& w) { return *blocks_.of(*w.block).warps[w.index]; }
  ShadowFrame& frame(const Warp& w, const Frame* frame);
  ShadowFrame& frame(const Warp& w) { return this->frame(w, w.frame); }
  LoadNames& names(const Block& block) { return blocks_.of(block).names; }

  // Values of this warp are followed from here on.
  void follow(Warp& w);
  // Is it still worth to follow the warp? Looks at its registers now and then; false, and the warp
  // is not followed any more, where none of them holds a value that is.
  bool goes_on_following(Warp& w);

  // Every name that a register of a running block still has, by block.
  void each_name(const std::function<void(const Block&, LoadName)>& use);
  // What all of it takes: some 550 bytes a register of a warp that is followed or was, and the
  // names.
  uint64_t bytes() const;

 private:
  struct ShadowBlock {
    std::vector<std::unique_ptr<ShadowWarp>> warps;
    LoadNames names;
  };
  bool holds_any(const Warp& w);

  const InstructionFacts* facts_ = nullptr;
  PerBlock<ShadowBlock> blocks_;
  uint64_t bytes_of_slots_ = 0;  // of all frames that there are, in use or not
};

}  // namespace warplab::sim
