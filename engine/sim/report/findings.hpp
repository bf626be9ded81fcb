#pragma once
// Findings, from what was noticed while the launch ran.
#include "sim/finding.hpp"
#include "sim/report.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

Finding finding_of(const RawFinding& raw, const LaunchState& launch);

// All warps together have done Options::max_work; `slots` say where.
Finding too_many_instructions(const SlotCounters& slots, const LaunchState& launch);

// Of a recursion that never ends its depth is no news.
void leave_out_recursion_without_end(std::vector<Finding>& findings);

// Elements of a buffer that no launch wrote.
Finding never_written(const Allocation& buffer, uint64_t first_unit, uint32_t unit_bytes,
                      uint64_t missing);

// Lines on which the lanes of a warp read constants at different addresses, most of the time:
// notes.
void note_constants_by_lane(const LineCounters& lines, std::vector<Finding>& findings);

}  // namespace warplab::sim
