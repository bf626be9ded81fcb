#pragma once
// Who is told of what while a launch runs. A null pointer is all that an event costs that nobody
// wants.
#include "sim/observer.hpp"

namespace warplab::sim {

struct ObservedBy {
  Observer* blocks = nullptr;
  Observer* instructions = nullptr;
  Observer* values = nullptr;
  Observer* accesses[kAccessKinds] = {};  // by AccessKind
  Observer* barriers = nullptr;
  Observer* exchanges = nullptr;
  Observer* fences = nullptr;
  Observer* turns = nullptr;
  Observer* micro_ops = nullptr;

  // Is anything told between two micro-operations?
  bool step_by_step() const { return micro_ops || instructions; }
  // Kinds of access of which somebody wants to see every lane, bit k for AccessKind k.
  uint8_t lane_by_lane() const {
    uint8_t kinds = 0;
    for (unsigned k = 0; k < kAccessKinds; ++k)
      kinds |= static_cast<uint8_t>(accesses[k] != nullptr) << k;
    return kinds;
  }
};
constexpr uint8_t kAllKindsByLane = (1u << kAccessKinds) - 1;

inline constexpr ObservedBy kObservedByNobody;

// All that `observer` wants.
ObservedBy observed_by(Observer& observer);

}  // namespace warplab::sim
