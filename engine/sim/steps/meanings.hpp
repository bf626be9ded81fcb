#pragma once
// What registers hold, in words of CUDA C++, where that is certain: a register that one instruction
// alone writes, always with the same expression of a thread's place, of parameters and of
// constants.
#include <string>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::sim {

// By register: "threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x", "#2" for the third parameter
// of a kernel; empty where nothing is certain.
std::vector<std::string> register_meanings(const ptx::Function& function);

}  // namespace warplab::sim
