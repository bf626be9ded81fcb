#pragma once
// What a thread knows to have happened before it, of threads that neither its own warp nor a
// barrier of its whole block tells about: a vector clock over the launch (Fidge, Mattern, 1988). It
// is a persistent tree over blocks, changed by copying the path to what changes (Driscoll, Sarnak,
// Sleator, Tarjan, "Making Data Structures Persistent", 1989), so that the many threads that hand
// nearly the same knowledge on share it; a join gives back one of its operands where that holds the
// other, so that whoever hands on all that was known before copies nothing.
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "sim/observe/counted.hpp"

namespace warplab::sim {

using LaneClocks = std::array<uint32_t, 32>;

class VectorClock {
 public:
  bool empty() const { return !root_; }
  // Everything that `block` did before its full barrier number `phase`, and of `warp` what its
  // lanes did up to and including `clocks`. Returns what it took: nodes and clocks of warps that
  // were looked at, few where trees are shared and many where threads know different things.
  uint64_t add(uint32_t block, uint32_t phase, uint32_t warp, const LaneClocks& clocks);
  uint64_t join(const VectorClock& other);
  // Of `lanes` of a warp those whose clock it holds.
  uint32_t covered(uint32_t block, uint32_t phase, uint32_t warp, uint32_t lanes,
                   uint32_t clock) const;
  friend bool operator==(const VectorClock& a, const VectorClock& b) { return a.root_ == b.root_; }

 private:
  static constexpr unsigned kFanBits = 4, kFan = 1u << kFanBits;
  // Which of two holds less than the other for some lane.
  struct Less {
    bool x, y;
  };
  // Of the lanes of a warp. Thousands of them are compared for each lock that is handed on, and
  // most of the time goes into fetching them from memory, so they are bytes as long as they fit.
  class Clocks : public Reused<Clocks> {
   public:
    explicit Clocks(const LaneClocks& of_lanes);
    Clocks(const Clocks& a, const Clocks& b);  // what either knows
    Less compare(const Clocks& other) const;
    uint32_t of(size_t lane) const { return all_ ? (*all_)[lane] : bytes_[lane]; }

    mutable uint32_t shares = 0;  // Counted

   private:
    std::array<uint8_t, std::tuple_size_v<LaneClocks>> bytes_{};
    std::unique_ptr<const LaneClocks> all_;  // where one of them does not fit into a byte
  };
  struct Node;
  using Link = Counted<Node>;
  struct Node {
    explicit Node(unsigned how_high) : height(how_high) {}
    virtual ~Node() = default;
    mutable uint32_t shares = 0;  // Counted
    const unsigned height;        // 0: a Leaf
  };
  struct Leaf final : Node, Reused<Leaf> {  // a block
    explicit Leaf(uint32_t of_phase, size_t warp_count)
        : Node(0), phase(of_phase), warps(warp_count) {}
    uint32_t phase;
    std::vector<Counted<Clocks>> warps;
  };
  struct Inner final : Node, Reused<Inner> {
    using Node::Node;
    std::array<Link, kFan> children;
  };
  static const Leaf& leaf(const Link& node) { return static_cast<const Leaf&>(*node); }
  static const Inner& inner(const Link& node) { return static_cast<const Inner&>(*node); }
  // Which child of a node of this height has the block.
  static unsigned digit(uint32_t block, unsigned height) {
    return block >> ((height - 1) * kFanBits) & (kFan - 1);
  }
  static Less compare(const Clocks* x, const Clocks* y);
  static void unite(Counted<Clocks>& x, const Counted<Clocks>& y);
  // Does `a`, or `b`, hold all of both? And how much was looked at to know it.
  struct Enough {
    bool a = true, b = true;
    uint64_t looks = 0;
  };
  // What add() adds.
  struct News {
    uint32_t block, phase, warp;
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
