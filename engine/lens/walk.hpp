#pragma once
// From one access of a line to the next: by iteration of the loop, by warp and by block, and to the
// worst.
#include <cstddef>
#include <vector>

#include "data/access_log.hpp"

namespace warplab::lens {

// The accesses of `line`, as places in AccessLog::accesses, by block, warp, iteration and
// instruction.
std::vector<size_t> accesses_of_line(const data::AccessLog& log, int line);

// The one of them that costs most beyond its ideal, then most at all; the first of equals. Not of
// an empty list.
size_t worst_of(const data::AccessLog& log, const std::vector<size_t>& accesses);

enum class Step { iteration, warp, block };
// From the access `at` to the nearest one of the same instruction in the next (or previous)
// iteration of its warp, warp of its block, or block; with the same iteration and warp, as far as
// that is there. `at` itself where there is none.
size_t step_from(const data::AccessLog& log, size_t at, Step step, bool forward);

}  // namespace warplab::lens
