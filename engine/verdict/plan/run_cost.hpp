#pragma once
// What a run of an exercise at some size costs, and what one may cost whose size no author has
// named.
#include <cstdint>
#include <optional>

#include "exercise/exercise.hpp"

namespace warplab::verdict {

// In the dearest variant: bytes of all buffers, and of the threads of all launches. None where it
// cannot be run.
std::optional<uint64_t> cost_of(const exercise::Exercise& exercise, const exercise::SizeSet& size);

struct CostLimits {
  uint64_t between_checks = 0;
  uint64_t beyond = 0;  // larger than those in some direction
  uint64_t alone = 0;   // as large as a GPU's size in one direction, and the least in all others
};
CostLimits cost_limits(const exercise::Exercise& exercise);

}  // namespace warplab::verdict
