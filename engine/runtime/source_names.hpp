#pragma once
// What a program's own text says of its memory: the names and types that messages use.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/element.hpp"

namespace warplab::runtime {

// Of "cudaMalloc(&x, n * 4);" and the like: "x"; of several calls, one for each. Empty: no variable
// is named there.
std::vector<std::string> allocated_variables(std::string_view line);

struct KernelName {
  std::string shown;  // "add<256>"
  // Of each parameter: what its pointer leads to; none: no pointer, or one to something else.
  std::vector<std::optional<data::ElementType>> elements;
};
// From the name that the kernel has in PTX.
KernelName kernel_name(const std::string& symbol);

}  // namespace warplab::runtime
