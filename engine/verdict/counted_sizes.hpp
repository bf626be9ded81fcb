#pragma once
// The sizes at which gates over counters are judged a second time. At one size alone a kernel could
// do what the exercise asks for just there: where the matrix is square, say, as the graded one is.
#include <vector>

#include "verdict/drawn_sizes.hpp"

namespace warplab::verdict {

// Whether the exercise has gates over counters that pass or fail.
bool counts_gates(const exercise::Exercise& exercise);

// What `draw` gives from `ranges`, the exercise's set for that (Purpose::counted), each unlike
// `graded`, the graded size. Of several names that are ranges one size grows from name to name and
// one shrinks, if possible to more than twice as much and with an odd number of steps in the
// longest side; where `graded` has no equal sides there is one that has. Where the ranges do not
// have such sizes, any. Empty where the ranges have no other size than `graded`.
std::vector<DrawnSize> counted_sizes(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges,
                                     const exercise::SizeSet& graded, const exercise::Draw& draw);

}  // namespace warplab::verdict
