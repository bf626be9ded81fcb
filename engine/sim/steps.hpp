#pragma once
// Walks through the run of one block forwards and backwards. Runs are deterministic: a position in
// the past is reached exactly, from a copy of the machine that was made before it, by executing
// again what lies between.
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "data/steps.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"

namespace warplab::sim {

struct StepOptions {
  int launch = 0;      // of the run's launches
  uint64_t block = 0;  // its linear number in the grid
  // The launch's other blocks run, too, in the order of Options::schedule, up to where this one
  // ends. False: as if it were alone, which is quicker, and all the same where blocks hand nothing
  // to one another.
  bool whole_launch = false;
  // In units of sim/work.hpp, of all that runs together. Where it takes more the block is walked
  // alone, and StepWalk::alone says so: in a random order of its warps if Options::schedule is
  // random, else in order.
  uint64_t most_work = UINT64_MAX;
  // More instructions than these cannot be walked. 12 bytes each are kept, and 24 for an access: a
  // block of 1024 threads in the inner loop of a product of matrices of 4096 x 4096 has a million.
  uint32_t most_positions = 4'000'000;
  // Instructions from one copy of the machine to the next; 0: by what a copy takes.
  uint32_t spacing = 0;
  // Of copies of the machine. When they are more, every second one is given up.
  uint64_t most_checkpoint_bytes = 128u << 20;
};

class Walk {
 public:
  // Runs the launches before the chosen one whole, then the block to its end. Module and buffers
  // must outlive the walk, and what is in the buffers belongs to it. With whole_launch the order is
  // any Options::schedule, and the block does what it does in simulate(). Alone, its warps go in
  // order or in a random one, which is that of simulate() where the grid has no other block. The
  // Refusal is that of simulate(), or names a launch, block or order that is not there.
  static Result<std::unique_ptr<Walk>, Refusal> open(const ptx::Module& module,
                                                     std::span<Buffer> buffers,
                                                     std::vector<Launch> launches,
                                                     const Options& options,
                                                     const StepOptions& steps);
  virtual ~Walk() = default;
  virtual const data::StepWalk& about() const = 0;
  // `position` up to about().positions; what lies beyond is its end. `warp` below the block's
  // number of warps, `lane` below 32: beyond, 0.
  virtual data::StepState state(uint32_t position, uint32_t warp, uint32_t lane) = 0;
  // Where it is; none: nowhere in that direction.
  virtual std::optional<uint32_t> find(const data::StepSearch& search) = 0;
};

}  // namespace warplab::sim
