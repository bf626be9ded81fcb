#pragma once
// Which mutants are no mistakes, because their code proves it. Whether two programs mean the same
// cannot be decided in general (Budd and Angluin, "Two notions of correctness and their relation to
// testing", Acta Informatica 1982); what is not proved here is graded.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::grader {

// The shape of the blocks of every launch of an exercise; none: there are several, or it depends on
// a size.
std::optional<std::array<int64_t, 3>> block_shape(const exercise::Exercise& exercise);

// The source with these numbers in the place of blockDim.x, .y and .z, since a kernel that is only
// launched with such blocks means the same. A file that chooses its own shape (WARPLAB_BLOCK) stays
// as it is.
std::string with_block_shape(std::string_view source, const std::array<int64_t, 3>& block);

// PTX without places in the source, and without the sizes of its shared arrays.
struct Code {
  std::string text;
  std::vector<uint64_t> shared_bytes;  // of each array, in the order of the text
};
Code code_of(std::string_view ptx);

// The same instructions, on shared arrays that are as large or larger: what is right in the
// solution's arrays is so in the mutant's.
bool means_the_same(const Code& solution, const Code& mutant);

}  // namespace warplab::grader
