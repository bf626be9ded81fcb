#pragma once
// Sizes beyond a number that a student's own kernel names and that no planned run comes to: an
// index that is masked, compared with a number or kept in 24 bits is right up to there.
#include <cstdint>
#include <span>
#include <vector>

#include "verdict/drawn_sizes.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// For the threads of a launch, and for the elements of each buffer: a size that has more of them
// than the largest of `constants` that no run of `planned` goes beyond. Left out is what costs more
// than kMostCostBeyond, however large it is beside the graded size: only kernels that name such
// numbers pay for it.
std::vector<DrawnSize> sizes_beyond(std::span<const int64_t> constants,
                                    const exercise::Exercise& exercise,
                                    const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                    std::span<const PlannedRun> planned);

// In the units of run_cost.hpp: 1.2 million elements of three matrices of floats, and as many
// doubles of two vectors.
inline constexpr uint64_t kMostCostBeyond = 24'000'000;
// The reference's work may grow faster than buffers do. Where it needs more than this (half a
// second), such a run is left out.
inline constexpr uint64_t kMostWorkBeyond = 10'000'000;

}  // namespace warplab::verdict
