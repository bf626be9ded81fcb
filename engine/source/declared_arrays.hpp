#pragma once
// The arrays with two indices or more that a kernel file declares in shared memory or outside of
// functions. PTX has only their bytes, so findings about them name an element by one number; with
// the declaration it is named as the file does.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::source {

struct DeclaredArray {
  std::string name;
  std::vector<int64_t> extents;  // two at least
};

// Those whose extents are numbers, or constants with one value that the file gives them, and whose
// name means one shape wherever the file declares it. Elements must be of a type whose size is
// known, or a parameter of a template.
std::vector<DeclaredArray> declared_arrays(std::string_view source);

// "tile[6][0]" for element 198 of a tile[33][33].
std::string declared_element(const DeclaredArray& array, int64_t flat);

}  // namespace warplab::source
