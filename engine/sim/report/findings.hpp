#pragma once
// Findings, from what was noticed while the launch ran.
#include "sim/finding.hpp"
#include "sim/report.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

Finding finding_of(const RawFinding& raw, const LaunchState& launch);

// All warps together have done Options::max_work; `slots` say where.
Finding too_many_instructions(const SlotCounters& slots, const LaunchState& launch);

// Elements of a buffer that no launch wrote.
Finding never_written(const Allocation& buffer, uint64_t first_unit, uint32_t unit_bytes,
                      uint64_t missing);

}  // namespace warplab::sim
