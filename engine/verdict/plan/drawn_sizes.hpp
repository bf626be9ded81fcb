#pragma once
// The sizes that are drawn for each file: one table of what each of them is for.
#include <cstdint>
#include <string>
#include <vector>

#include "exercise/draw.hpp"
#include "exercise/exercise.hpp"

namespace warplab::verdict {

// A right solution pays for each of them. With the sizes at which counters are judged again.
inline constexpr size_t kMostDrawn = 12;

struct DrawnSize {
  exercise::SizeSet size;                    // with the values that are run
  std::string purpose;                       // for exercise::Draw::seed()
  uint64_t inputs = exercise::kRandomFills;  // as for exercise::fill()
};

// What `draw` gives from `ranges`, the exercise's set for that (Purpose::drawn): the first `most`
// rows of the table in drawn_sizes.cpp. A size that cannot be run, or that no author has named and
// that is too dear, is drawn again, and at last a check size is taken.
std::vector<DrawnSize> drawn_checks(const exercise::Exercise& exercise,
                                    const exercise::SizeSet& ranges, const exercise::Draw& draw,
                                    size_t most = kMostDrawn);

}  // namespace warplab::verdict
