#pragma once
// What a GPU would refuse to launch, and why.
#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/program/program.hpp"
#include "sim/refusal.hpp"

namespace warplab::sim {

// The limits are those of compute capability 7.5 to 9.0: CUDA C++ Programming Guide, "Compute
// Capabilities".
Result<bool, Refusal> validate_launch(const ptx::Module& module, const Program& program,
                                      const Launch& launch, std::span<const Buffer> buffers,
                                      const Options& options);

}  // namespace warplab::sim
