#pragma once
// Whether two texts of PTX do the same.
#include <cstdint>
#include <string>
#include <string_view>

namespace warplab::compile {

// Without comments, what says where in the source an instruction comes from, and for which GPU it
// is.
std::string instructions_alone(std::string_view ptx);
uint64_t hash_of_instructions(std::string_view ptx);

// Whether every function and variable of `own` is in `other` as it is. It may have further ones.
bool has_all_of(std::string_view other, std::string_view own);

}  // namespace warplab::compile
