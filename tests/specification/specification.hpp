#pragma once
// What the simulator should do, said by the plainest means: one lane at a time, straight from the
// PTX, no fast paths.
#include <span>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

// The oracle for simulate(): outputs and counters must be equal. Finds no races.
Result<Report, Refusal> simulate_plainly(const ptx::Module& module, std::span<Buffer> buffers,
                                         std::span<const Launch> launches, const Options& options);

}  // namespace warplab::sim
