#pragma once
// How large a block may be: the same for compute capabilities 7.5 to 9.0 (CUDA C++ Programming
// Guide, "Features and Technical Specifications").
#include <cstdint>

namespace warplab::exercise {

inline constexpr int64_t kLargestBlock[3] = {1024, 1024, 64};
inline constexpr int64_t kMostThreads = 1024;  // of a block

}  // namespace warplab::exercise
