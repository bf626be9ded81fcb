#pragma once
// The CUDA toolkit's nvdisasm, which reads machine code out of a cubin. It is no part of this
// program: where it is not installed there is no machine code to be seen.
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace warplab::app {

// Looked for in $PATH, $CUDA_HOME/bin and /usr/local/cuda/bin. None: it is not there.
std::optional<std::string> find_disassembler();

// What `program` prints of this cubin, with the lines of the source that instructions come from.
// The Error says what it did instead.
Result<std::string> disassemble(const std::string& program, const std::vector<uint8_t>& cubin,
                                const std::atomic<bool>* cancel);

}  // namespace warplab::app
