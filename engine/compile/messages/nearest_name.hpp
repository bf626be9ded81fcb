#pragma once
#include <string_view>
#include <vector>

namespace warplab::compile {

// The name that was meant by one that does not exist; empty where none is near, or several are.
// `global` and `__global__`, `N` and `n` are near; else two slips in a long name and one in a short
// one, because more would be a guess.
std::string_view nearest_name(std::string_view written, const std::vector<std::string_view>& known);

}  // namespace warplab::compile
