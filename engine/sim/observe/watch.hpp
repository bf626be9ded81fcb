#pragma once
// Who wrote one element last, and on which line: for the sentence about a wrong answer.
#include <optional>
#include <vector>

#include "sim/observer.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

class WatchObserver : public Observer {
 public:
  // The element at [begin, begin + bytes) of device memory.
  WatchObserver(uint64_t begin, uint32_t bytes) : begin_(begin), end_(begin + bytes) {}

  Wants wants() const override { return {.stores = true, .atomics = true}; }
  void launch_starts(LaunchState& launch) override;
  void access(const AccessEvent& event) override;

  // Nothing: no launch wrote it.
  const std::optional<WatchedWrite>& last() const { return last_; }

 private:
  uint64_t begin_, end_;
  Dim3 grid_, block_;
  int launch_ = -1;
  std::vector<int> lines_;  // of each instruction
  std::optional<WatchedWrite> last_;
};

}  // namespace warplab::sim
