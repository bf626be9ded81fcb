#pragma once
// What a thread knows to have happened before it, of threads that neither its own warp nor a
// barrier of its whole block tells about: a vector clock over the launch (Fidge, Mattern, 1988). It
// is a persistent tree over blocks, changed by copying the path to what changes (Driscoll, Sarnak,
// Sleator, Tarjan, "Making Data Structures Persistent", 1989), so that the many threads that hand
// nearly the same knowledge on share it; a join gives back one of its operands where that holds the
// other, so that whoever hands on all that was known before copies nothing.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/observe/counted.hpp"

namespace warplab::sim {

using LaneClocks = std::array<uint32_t, 32>;

class Knowledge {
 public:
  bool empty() const { return !root_; }
  // Everything that `block` did before its full barrier number `epoch`, and of `warp` what its
  // lanes did up to and including `clocks`. Returns what it took: nodes and clocks of warps that
  // were looked at, few where trees are shared and many where threads know different things.
  uint64_t add(uint32_t block, uint32_t epoch, uint32_t warp, const LaneClocks& clocks);
  uint64_t join(const Knowledge& other);
  bool covers(uint32_t block, uint32_t epoch, uint32_t warp, unsigned lane, uint32_t clock) const;
  friend bool operator==(const Knowledge& a, const Knowledge& b) { return a.root_ == b.root_; }

 private:
  static constexpr unsigned kFanBits = 4, kFan = 1u << kFanBits;
  struct Clocks : Reused<Clocks> {
    mutable uint32_t shares = 0;  // Counted
    LaneClocks of_lanes;
  };
  struct Node;
  using Link = Counted<Node>;
  struct Node : Reused<Node> {
    mutable uint32_t shares = 0;  // Counted
    unsigned height = 0;          // 0: a block, which has an epoch and warps
    uint32_t epoch = 0;
    std::vector<Counted<Clocks>> warps;
    std::array<Link, kFan> children;  // of what is higher
  };
  // Which child of a node of this height has the block.
  static unsigned digit(uint32_t block, unsigned height) {
    return block >> ((height - 1) * kFanBits) & (kFan - 1);
  }
  struct Less;
  static Less compare(const Clocks* x, const Clocks* y);
  static void unite(Counted<Clocks>& x, const Counted<Clocks>& y);
  // Does `a`, or `b`, hold all of both? And how much was looked at to know it.
  struct Enough {
    bool a = true, b = true;
    uint64_t looks = 0;
  };
  // What add() adds.
  struct News {
    uint32_t block, epoch, warp;
    Counted<Clocks> clocks;
  };
  // The same as merge() with a tree that holds nothing else, which is not made for it.
  static Link with(const Link& a, unsigned height, const News& news, Enough& enough);
  static Link with_clocks(const Link& a, const News& news, Enough& enough);
  static Link alone(unsigned height, const News& news);
  // Of both together. `enough` stays as it is where they are, and becomes false where not.
  static Link merge(const Link& a, const Link& b, Enough& enough);
  static Link merge_blocks(const Link& a, const Link& b, Enough& enough);
  static Link raise(Link node, unsigned height);
  Link root_;
};

}  // namespace warplab::sim
