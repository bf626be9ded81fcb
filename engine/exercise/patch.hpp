#pragma once
// A kernel that is written as a change of another: wrong-*.patch beside solution.cu.
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace warplab::exercise {

// Applies a unified diff of one file, as `diff -u` and `git diff` write it, to `text`. What stands
// before the first line "--- " is left out. Every line of a hunk that is kept or removed must be
// there exactly as it stands: at the line that the hunk names, or, since lines above may have come
// and gone, at the only other place where it fits. The error says which hunk does not apply
// (counted from 1), or in which line of the patch what is malformed; it begins with a small letter.
Result<std::string> apply_patch(std::string_view text, std::string_view patch);

}  // namespace warplab::exercise
