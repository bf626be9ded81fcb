#pragma once
// Sizes beyond a number that a student's own kernel names and that no planned run comes to: an
// index that is masked, compared with a number or kept in 24 bits is right up to there.
#include <cstdint>
#include <span>
#include <vector>

#include "verdict/drawn_sizes.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// For the largest of `constants` that no launch of `planned` has as many threads for, and for the
// largest that no buffer has as many elements for, a size that has. Left out is what would cost
// more than kMostCostBeyond, however large it is beside the graded size: only kernels that name
// such numbers pay for it.
std::vector<DrawnSize> sizes_beyond(std::span<const int64_t> constants,
                                    const exercise::Exercise& exercise,
                                    const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                    std::span<const PlannedRun> planned);

// In the units of run_cost.hpp: 16.8 million elements of two matrices of floats.
inline constexpr uint64_t kMostCostBeyond = 200'000'000;

}  // namespace warplab::verdict
