#pragma once
// Sizes that a student's own kernel suggests: where it compares a size with a constant, it may do
// something else from there on, and be right at every size that anybody would draw.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "verdict/drawn_sizes.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// For each constant and each name that is a range in `ranges` (Purpose::drawn): the constant, one
// less and one more, with the other sizes small, drawn by `draw`. Sizes that some run of `planned`
// has already are left out, and so are those that are larger than any which the exercise names for
// that name or that cost too much (run_cost.hpp). Of more than 24 as many as that are drawn.
std::vector<DrawnSize> sizes_near(std::span<const int64_t> constants,
                                  const exercise::Exercise& exercise,
                                  const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                  std::span<const PlannedRun> planned);

// The largest value that the exercise names for `name`, a range of `ranges`: in any of its sizes,
// or in the range alone where an author has named that.
int64_t largest_named(const std::string& name, const exercise::Exercise& exercise,
                      const exercise::SizeSet& ranges);

}  // namespace warplab::verdict
