#pragma once
#include "sim/program/program.hpp"

namespace warplab::sim {

// Whether a block of the program may see what other blocks of its launch have done, as far as its
// text tells: a ticket that is drawn, a flag, a place of malloc().
bool may_see_other_blocks(const Program& program);

}  // namespace warplab::sim
