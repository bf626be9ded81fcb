#pragma once
// Who wrote one element last, and on which line: for the sentence about a wrong answer.
#include <memory>

#include "sim/state/observer.hpp"

namespace warplab::sim {

class WatchObserver : public Observer {
 public:
  // The element at [begin, begin + bytes) of device memory.
  WatchObserver(uint64_t begin, uint32_t bytes) : begin_(begin), end_(begin + bytes) {}

  void launch_starts(LaunchState& launch) override;
  void block_starts(Block&) override {}
  void block_ends(Block&) override {}
  void before(Warp&, const Inst*) override {}
  void access(const AccessEvent& event) override;
  void barrier_arrives(Warp&, uint32_t, uint32_t, bool) override {}
  void barrier_completes(Block&, uint32_t, bool) override {}
  void warp_barrier(Warp&, uint32_t) override {}
  void exchange(const ExchangeEvent&) override {}
  void fence(Warp&, uint32_t, AccessScope) override {}
  void launch_ends(Runner&) override {}

  // Nothing: no launch wrote it.
  const std::optional<WatchedWrite>& last() const { return last_; }

 private:
  uint64_t begin_, end_;
  const LaunchState* launch_ = nullptr;
  int launch_number_ = -1;
  std::optional<WatchedWrite> last_;
};

}  // namespace warplab::sim
