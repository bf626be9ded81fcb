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

// Module, by number, of a fat binary, of several that are to be linked, or of PTX as text. The
// sentence says why there is none.
struct LoadedModule {
  bool is_there = false;
  uint32_t number = 0;
  std::string why_not;
};
LoadedModule load_module(const std::string& image);
// Where a fat binary ends is in its header.
std::string fat_binary_at(const void* address);
// Of a module, by its name in PTX; null: there is none. It lives as long as the program.
Kernel* kernel_of(uint32_t module, const std::string& name);
// The same by the address that was given out for it.
Kernel* kernel_given_out(const void* handle);
FindVariable::Reply variable_of(uint32_t module, const std::string& name);

// Null: the address is no kernel's. Ends the program where its module cannot be read.
Kernel* kernel_at(const void* address);
// The device variable, or an error.
FindVariable::Reply variable_at(const void* address);

}  // namespace warplab::runtime
