#pragma once
// Numbers that stand in a kernel beside its sizes: `if (rows >= 2048)`. Where a kernel does
// something else from a certain size on, that size is most often a constant of its text, so the
// sizes just below and above are worth a try (verdict/sizes_near.hpp).
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

// Values of a parameter at which a comparison with a constant changes its outcome, or a mask its
// effect, ascending, each once: 2048 for `p >= 2048`, `p - 2048 < n`, `p / 32 < 64` and `p &
// 2047`. What is compared may be computed from scalar parameters and block numbers, in whole
// numbers; where it is not one of them times a constant plus a constant, the constant itself is
// taken. So is what a narrower number holds into which such a value goes, 65536 for an unsigned
// short. The first `most` of more.
std::vector<int64_t> compared_constants(const Module& module, size_t most);

}  // namespace warplab::ptx
