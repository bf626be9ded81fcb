#pragma once
// Which gate fails for what the simulator found.
#include <string_view>

#include "sim/finding.hpp"

namespace warplab::verdict {

// The built-in gate that a finding of this kind fails; empty for those that only inform.
std::string_view gate_of(sim::FindingKind kind);

}  // namespace warplab::verdict
