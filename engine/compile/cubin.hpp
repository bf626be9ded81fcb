#pragma once
// What ptxas allotted to each kernel, read from the ELF file that NVRTC gives for a real
// architecture. Source: ELF-64 (System V ABI, chapter 4); the sections .nv.info are described by no
// document of NVIDIA's, their attributes are those that `cuobjdump -elf` prints.
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "base/result.hpp"
#include "compile/compile.hpp"

namespace warplab::compile {

// By kernel name. Spills are not in the file. The error says what is wrong with it; no input
// crashes.
Result<std::map<std::string, KernelResources>> read_cubin(std::span<const uint8_t> cubin);

}  // namespace warplab::compile
