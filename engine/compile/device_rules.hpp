#pragma once
// What nvcc refuses in device code and NVRTC lets pass: a kernel that is called without <<< >>>,
// and constants of the host whose address is needed. Source: CUDA C++ Programming Guide, "C++
// Language Support"; nvcc 13.0 (tests/compile/nvcc).
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct BrokenRule {
  size_t offset = 0;  // in the source
  std::string message;
};
std::vector<BrokenRule> broken_rules(std::string_view source);

}  // namespace warplab::compile
