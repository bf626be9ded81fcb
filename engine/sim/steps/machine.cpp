#include "sim/steps/machine.hpp"

#include "sim/execute/block.hpp"
#include "sim/execute/launch.hpp"
#include "sim/run/pass.hpp"

namespace warplab::sim {
namespace {

// Runs the launches before `number`: what the pass leaves behind is what the launch begins with.
Result<bool, Refusal> run_earlier_launches(Machine& machine, size_t number) {
  PassPlan plan;
  plan.kind = Pass::observed;
  plan.launches = number;
  plan.track_reads.resize(machine.run.addresses.allocations().size());
  PassResult before = make_pass(machine.run, plan);
  if (before.report.cancelled) return Refusal{"The walk was cancelled."};
  if (!before.report.completed)
    return Refusal{
        "A launch before this one does not come to its end, so this one is not reached."};
  renew_variables(machine.run, number, before.written);
  machine.heap = std::make_unique<DeviceHeap>(machine.run.variables.heap());
  describe_launch(machine.run, number, *machine.heap, machine.launch);
  machine.launch.printed.bytes = before.report.output.size();
  machine.launch.printed.bytes_read = before.printed_bytes_read;
  machine.launch.progress.work_before = before.report.work;
  return true;
}

// Those that wait for later ones are left as they are.
void run_earlier_blocks(Machine& machine, uint64_t number) {
  std::vector<std::unique_ptr<Block>> waiting;
  for (uint64_t k = 0; k < number && !machine.runner.fatal; ++k) {
    std::unique_ptr<Block> block = start_block(machine.runner, k);
    if (run_block(machine.runner, *block)) finish_block(machine.runner, std::move(block));
    else waiting.push_back(std::move(block));
  }
  for (auto& block : waiting) finish_block(machine.runner, std::move(block));
}

}  // namespace

Machine::~Machine() {
  if (block) {
    block->observed_by = &kObservedByNobody;
    finish_block(runner, std::move(block));
  }
}

Result<bool, Refusal> bring_to_block(Machine& machine, const StepOptions& steps,
                                     Observer& observer) {
  if (steps.launch < 0 || static_cast<size_t>(steps.launch) >= machine.launches.size())
    return Refusal{"The launch to walk through is not one of this run."};
  const auto number = static_cast<size_t>(steps.launch);
  if (steps.block >= machine.launches[number].grid.volume())
    return Refusal{"The grid has no such block to walk through."};
  const Schedule& order = machine.options.schedule;
  if (order.kind != Schedule::Kind::in_order && order.kind != Schedule::Kind::random)
    return Refusal{"A block is walked through in order, or in a random order."};
  if (const auto ready = prepare(machine.run, Passes::one); !ready) return ready.why();
  if (const auto ran = run_earlier_launches(machine, number); !ran) return ran.why();
  set_order(machine.launch, order, /*one_host_thread=*/true);
  machine.runner = make_runner(machine.launch, 0);
  machine.runner.whole_frames = true;
  if (steps.earlier_blocks) run_earlier_blocks(machine, steps.block);
  machine.runner.findings.clear();
  machine.runner.output.clear();
  machine.launch.observer = &observer;
  observer.launch_starts({number, machine.launches[number], machine.run.module,
                          static_cast<uint32_t>(machine.program().sites.size()), machine.launch});
  machine.launch.observed_by = observed_by(observer);
  machine.block = start_block(machine.runner, steps.block);
  return true;
}

}  // namespace warplab::sim
