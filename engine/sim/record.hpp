#pragma once
// Records what some blocks of each launch execute, for a model of GPUs (data/trace.hpp).
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "data/trace.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/device.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"

namespace warplab::sim {

struct RecordOptions {
  // Of one launch: warps whose blocks are recorded, and their instructions. A warp that executes
  // more than its share is recorded up to there and counted to its end.
  uint64_t most_warps = 160;
  uint64_t most_steps = 200'000;
  // Of blocks, however small they are; and at least so many, however large, if there are.
  uint64_t most_blocks = 32, least_blocks = 4;
};

// Which blocks of a grid are recorded, in rising order: spread over it by the golden ratio, so that
// no row or column of blocks is preferred.
std::vector<uint64_t> blocks_to_record(uint64_t grid, uint64_t warps_per_block,
                                       const RecordOptions& options);

struct Recording {
  std::vector<data::LaunchTrace> traces;
  // For each launch the trace that is its own: launches of equal kernels, grids, blocks and
  // arguments share one, that of the first of them.
  std::vector<size_t> trace_of;
  bool completed = false;  // no recorded block ended early by an error
};

// Records that sample of blocks, and the first and the last block where they execute far more than
// it (LaunchTrace::apart). Executes the blocks that are recorded and no others, in order on one
// host thread, unless a block may see what others do (LaunchTrace::others_ran). So what a
// launch reads that an earlier one wrote is there only where those blocks wrote it.
Result<Recording, Refusal> record(const ptx::Module& module, std::span<Buffer> buffers,
                                  std::span<const Launch> launches, const Options& options,
                                  const RecordOptions& record_options = {});

// The same of one launch on a device that lasts, whose memory stays as it is. None where a recorded
// block ended early by an error, or nothing could be run.
std::optional<data::LaunchTrace> record(Device& device, size_t module, const Launch& launch,
                                        const Options& options,
                                        const RecordOptions& record_options = {});

}  // namespace warplab::sim
