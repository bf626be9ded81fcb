#pragma once
// The sizes at which gates over counters are judged a second time. At one size alone a kernel could
// do what the exercise asks for just there: where the matrix is square, say, as the graded one is.
#include <optional>
#include <vector>

#include "verdict/plan/drawn_sizes.hpp"

namespace warplab::verdict {

// Whether the exercise has gates over counters that pass or fail.
bool counts_gates(const exercise::Exercise& exercise);

// What `draw` gives from `ranges`, the exercise's set for that (Purpose::counted), each unlike
// `graded`, the graded size. Of several names that are ranges one size grows from name to name and
// one shrinks, if possible to more than twice as much. In all sizes the number of steps in the
// longest side is odd where that of `graded` is even, and even where it is odd, if possible. Empty
// where the ranges have no other size than `graded`.
std::vector<DrawnSize> counted_sizes(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges,
                                     const exercise::SizeSet& graded, const exercise::Draw& draw);

// From `ranges`, the exercise's set of Purpose::ragged: one size, if possible with sides that are
// odd where those of `counted`, the set of Purpose::counted, are all even, and the other way round.
// So whatever holds at all of these for a power of two does not hold here. Empty: none that the
// reference can make.
std::optional<DrawnSize> ragged_size(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges,
                                     const exercise::SizeSet* counted, const exercise::Draw& draw);

}  // namespace warplab::verdict
