#pragma once
// PTX has no names for what lies in local memory: findings call it this.
#include <string_view>

namespace warplab::sim {

inline constexpr std::string_view kLocalMemory = "local memory";

}  // namespace warplab::sim
