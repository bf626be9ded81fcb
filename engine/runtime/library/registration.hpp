#pragma once
// What nvcc's code tells the runtime before main(): the modules of the program, and the addresses
// by which its kernels and variables are known on the host.
#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "wire.hpp"

namespace warplab::runtime {

struct Kernel {
  std::string name;  // in PTX
  FindKernel::Reply facts;
  std::vector<uint32_t> parameters;  // bytes of each
  uint32_t most_shared = 0;  // dynamic shared memory that the program has allowed; 0: default
};

// Null: the address is no kernel's. Ends the program where its module cannot be read.
Kernel* kernel_at(const void* address);
// The device variable, or an error.
FindVariable::Reply variable_at(const void* address);

}  // namespace warplab::runtime
