#pragma once
// The sizes at which gates over counters are judged a second time. At one size alone a kernel could
// do what the exercise asks for just there: where the matrix is square, say, as the graded one is.
#include <optional>
#include <vector>

#include "verdict/plan/drawn_sizes.hpp"

namespace warplab::verdict {

// Whether the exercise has gates over counters that pass or fail.
bool counts_gates(const exercise::Exercise& exercise);

// Sizes that `draw` takes from `ranges`, the exercise's set for that (Purpose::counted); none
// equals `graded`, the graded size. Where several names are ranges, there are two sizes: in one the
// sides grow from name to name, in the other they shrink, if possible by more than a factor of two.
// If possible, the number of steps in the longest side is odd where that of `graded` is even, and
// the other way round. Empty where the ranges have no other size than `graded`.
std::vector<DrawnSize> counted_sizes(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges,
                                     const exercise::SizeSet& graded, const exercise::Draw& draw);

// One size from `ranges`, the exercise's set of Purpose::ragged. If possible its sides are odd
// where those of `counted`, the set of Purpose::counted, are all even, and the other way round:
// what holds at all of these because of a power of two does not hold here. None: there is none that
// the reference can run.
std::optional<DrawnSize> ragged_size(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges,
                                     const exercise::SizeSet* counted, const exercise::Draw& draw);

}  // namespace warplab::verdict
