#pragma once
// What threads do wrong, told with their line and place.
#include <string>

#include "sim/access.hpp"
#include "specification/finding_book.hpp"
#include "specification/launch_context.hpp"
#include "specification/tally.hpp"
#include "specification/warp_state.hpp"

namespace warplab::sim::plain {

class Complaints {
 public:
  Complaints(const LaunchContext& context, Tally& tally, FindingBook& findings)
      : context_(context), tally_(tally), findings_(findings) {}
  // The launch cannot go on: `lanes` met something fatal at `pc`.
  void stop(const Warp& warp, FindingKind kind, const LaneSet& lanes, uint32_t pc,
            const Told& told);
  void stop(const Warp& warp, FindingKind kind, const LaneSet& lanes, uint32_t pc,
            const std::string& text) {
    stop(warp, kind, lanes, pc, in_two(text));
  }
  void stop() { stopped_ = true; }
  bool has_stopped() const { return stopped_; }
  // Lane `lane` of the running split does what the manual leaves undefined.
  void misuse(const Warp& warp, unsigned lane, const Told& told);
  void misuse(const Warp& warp, unsigned lane, const std::string& text) {
    misuse(warp, lane, in_two(text));
  }
  // A free() that is not made.
  void refuse_free(Warp& warp, unsigned lane, const Told& told);
  void refuse_free(Warp& warp, unsigned lane, const std::string& text) {
    refuse_free(warp, lane, in_two(text));
  }
  // An access that is not made.
  void refuse_access(Warp& warp, unsigned lane, const Place& place, unsigned bytes, AccessKind kind,
                     FindingKind finding);
  // The same, and nothing can follow.
  void stop_lane(const Warp& warp, unsigned lane, const Told& told) {
    misuse(warp, lane, told);
    stop();
  }
  void stop_lane(const Warp& warp, unsigned lane, const std::string& text) {
    stop_lane(warp, lane, in_two(text));
  }
  void add(const Event& event) { findings_.add(event); }

 private:
  const LaunchContext& context_;
  Tally& tally_;
  FindingBook& findings_;
  bool stopped_ = false;
};

}  // namespace warplab::sim::plain
