#pragma once

namespace warplab::exercise {

// Behind a buffer's name in metric_values(): it is filled at first, and kernels may change it. No
// metric can name it.
inline constexpr const char* kInPlace = ", in place";

}  // namespace warplab::exercise
