#pragma once
// The shape of the block, where the exercise leaves it to the student.
#include <cstdint>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "data/saying.hpp"
#include "exercise/exercise.hpp"

namespace warplab::verdict {

// The variable that WARPLAB_BLOCK(32, 8, 1); makes in a .cu file.
inline constexpr const char* kBlockVariable = "warplab_block";

// The shape in the bytes of that variable: one to three 32-bit whole numbers, missing ones being 1.
// Else a sentence for the student: not numbers, or beyond the exercise's bounds.
Result<Dim3, data::Saying> block_choice(const exercise::Exercise&,
                                        const std::vector<uint8_t>& bytes);

}  // namespace warplab::verdict
