#pragma once
// One access as race detection looks at it.
#include <optional>

#include "sim/observe/shadow_memory.hpp"

namespace warplab::sim {

// One lane's part of an event, or that of several lanes that differ in nothing: they do the same to
// the same address, with the same value, and know the same of all others.
struct RaceAccess {
  ShadowMemory& m;
  const AccessEvent& e;
  unsigned lane;
  AccessKind kind;  // load for a compare-and-swap that fails
  uint32_t past;
  uint32_t lanes = 0;  // all of them; `lane` is the first
  bool raced = false;
  uint64_t unit = 0;  // address of the unit looked at
  uint32_t unit_bytes = 4;
  // Worked out when first asked for, for each unit anew.
  std::optional<bool> updates;
  std::optional<const std::byte*> old;  // what the unit holds
  uint64_t address() const { return e.addresses[lane]; }
};

Strength strength_of(const AccessEvent& e);

}  // namespace warplab::sim
