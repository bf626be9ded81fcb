#pragma once
// The parameters of a kernel as its file declares them. PTX knows of each only how many bytes it
// has.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/element.hpp"

namespace warplab::source {

struct DeclaredParameter {
  std::string name;  // empty: it has none
  std::string type;  // as people write it, without const and __restrict__: "float*"
  bool is_pointer = false;
  // Of the number, or of what the pointer leads to; none: of another type (float4, a name of the
  // file's own), or an array of pointers.
  std::optional<data::ElementType> element;
};

// Of the last kernel of that name, or function with extern "C", that the source declares; none
// where there is none.
std::vector<DeclaredParameter> parameters_of(std::string_view source, std::string_view kernel);

}  // namespace warplab::source
