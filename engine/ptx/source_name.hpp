#pragma once
// From a symbol of PTX to the name that the student wrote.
#include <string>
#include <string_view>

namespace warplab::ptx {

// _ZZ5pairsP4PairS0_PKS_E4tile is the array `tile` of the kernel `pairs`, _ZN2ns5countE the
// variable `count`: the last name of a mangled one, without discriminator. What is not mangled
// stays as it is. Source: Itanium C++ ABI, 5.1.3 (nested names) and 5.1.7 (local names).
std::string source_name(std::string_view symbol);

}  // namespace warplab::ptx
