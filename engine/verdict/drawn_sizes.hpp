#pragma once
// The sizes of the checks that are drawn for each file: which shapes are tried.
#include <string>
#include <vector>

#include "exercise/draw.hpp"
#include "exercise/exercise.hpp"

namespace warplab::verdict {

struct DrawnSize {
  exercise::SizeSet size;  // with the values that are run
  std::string purpose;     // for exercise::Draw::seed()
};

// What `draw` gives from `ranges`, the exercise's set for that (Purpose::drawn): any sizes; for
// each of the names that are ranges one less and one more than whole blocks; long and narrow; one
// alone above its smallest; and, where no author has named the ranges, long up to the graded size
// and one large in all directions. A size that cannot be run, or that no author has named and that
// is too dear, is drawn again, and at last a check size is taken.
std::vector<DrawnSize> drawn_checks(const exercise::Exercise& exercise,
                                    const exercise::SizeSet& ranges, const exercise::Draw& draw);

// `count` small sizes, from the lower end of the ranges: what is tried with them is other inputs.
std::vector<DrawnSize> drawn_samples(const exercise::Exercise& exercise,
                                     const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                     int count);

}  // namespace warplab::verdict
