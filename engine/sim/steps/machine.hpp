#pragma once
// The machine of one launch, brought to the point where one block is to be walked, and that block.
#include <memory>
#include <vector>

#include "sim/device/device_heap.hpp"
#include "sim/run/run.hpp"
#include "sim/state/runner.hpp"
#include "sim/steps.hpp"

namespace warplab::sim {

// Everything stays where it is: blocks, warps and frames point to one another.
struct Machine {
  Machine(const ptx::Module& module, std::span<Buffer> buffers, std::vector<Launch> all,
          const Options& its_options)
      : options(its_options), launches(std::move(all)), run(module, buffers, launches, options) {
    run.registers_apart = true;
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine();

  const Options options;
  const std::vector<Launch> launches;
  Run run;
  std::unique_ptr<DeviceHeap> heap;
  LaunchState launch;
  Runner runner;
  std::unique_ptr<Block> block;

  const Program& program() const { return *launch.program; }
};

// The launches before the chosen one are run, its earlier blocks if they are wanted, and its block
// is started. `observer` is told of that block alone.
Result<bool, Refusal> bring_to_block(Machine& machine, const StepOptions& steps,
                                     Observer& observer);

}  // namespace warplab::sim
