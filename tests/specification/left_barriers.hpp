#pragma once
// Threads that end without a barrier at which others of their block wait, or wait at another one.
#include <span>

#include "specification/complaints.hpp"

namespace warplab::sim::plain {

class LeftBarriers {
 public:
  LeftBarriers(const LaunchContext& context, Complaints& complaints)
      : context_(context), complaints_(complaints) {}
  // The running split is at a branch, which `taken` lanes of it take.
  void note_leaving(Warp& warp, const LaneSet& taken);
  // Before the threads that wait at barrier `number`, which is for the whole block, go on.
  void report_barriers(Block& block, unsigned number);

 private:
  std::vector<uint32_t> barrier_groups(const Split& waiting) const;
  uint64_t report_left(Block& block, const Split& waiting);
  void report_group(Block& block, uint32_t group, std::span<const uint32_t> outer, int line);

  const LaunchContext& context_;
  Complaints& complaints_;
};

}  // namespace warplab::sim::plain
