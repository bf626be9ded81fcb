#pragma once
// The machine of one launch, brought to the point where one block is to be walked, and that block.
#include <memory>
#include <optional>
#include <vector>

#include "sim/device/device_heap.hpp"
#include "sim/run/run.hpp"
#include "sim/state/runner.hpp"
#include "sim/steps.hpp"
#include "sim/steps/turn_log.hpp"

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
  std::optional<TurnLog> log;  // none: the block is alone

  const Program& program() const { return *launch.program; }
};

enum class BroughtTo : uint8_t {
  block,
  too_much_work,  // it would take more than StepOptions::most_work; what is in memory is of no use
};
// The launches before the chosen one are run, its own blocks together if that is wanted, and its
// block is started. `observer` is told of that block alone.
Result<BroughtTo, Refusal> bring_to_block(Machine& machine, const StepOptions& steps,
                                          Observer& observer);

}  // namespace warplab::sim
