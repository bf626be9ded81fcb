#pragma once
// One lane's access to memory: where it goes and whether it may.
#include "specification/complaints.hpp"
#include "specification/tally.hpp"

namespace warplab::sim::plain {

class Accesses {
 public:
  Accesses(const LaunchContext& context, Tally& tally, Complaints& complaints, Report& report)
      : context_(context), tally_(tally), complaints_(complaints), report_(report) {}
  // What an address of `space` names.
  Place place_of(ptx::Space space, uint64_t address) const;
  // The bytes of an access that is allowed; null, and a finding, for any other.
  std::byte* reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes, AccessKind kind);
  // Bytes that a function of the device reads itself: no request, no finding.
  std::byte* peek(Warp& warp, unsigned lane, uint64_t generic, unsigned bytes) const;
  // Report::writers
  void remember_writer(const Warp& warp, unsigned lane, const Place& place, unsigned bytes);

 private:
  const LaunchContext& context_;
  Tally& tally_;
  Complaints& complaints_;
  Report& report_;
};

}  // namespace warplab::sim::plain
