#pragma once
// The time of a launch on a named GPU: occupancy, one multiprocessor's blocks replayed, then waves,
// the last one and the launch. docs/measured/gpu-model.md says how well it does.
#include "model/gpu.hpp"
#include "model/launch_model.hpp"
#include "model/prepared.hpp"

namespace warplab::model {

LaunchModel estimate(const PreparedLaunch& launch, const Gpu& gpu);
// The same with what the compiler allots for that GPU: registers of a thread, 0: not known.
LaunchModel estimate(const PreparedLaunch& launch, const Gpu& gpu, uint64_t registers);

}  // namespace warplab::model
