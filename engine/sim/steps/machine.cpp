#include "sim/steps/machine.hpp"

#include "sim/execute/block.hpp"
#include "sim/execute/launch.hpp"
#include "sim/run/pass.hpp"

namespace warplab::sim {
namespace {

// Runs the launches before `number`: what the pass leaves behind is what the launch begins with.
Result<BroughtTo, Refusal> run_earlier_launches(Machine& machine, size_t number) {
  PassPlan plan;
  plan.kind = Pass::observed;
  plan.launches = number;
  plan.track_reads.resize(machine.run.addresses.allocations().size());
  PassResult before = make_pass(machine.run, plan);
  if (before.report.cancelled) return Refusal{say(Says::walk_cancelled)};
  if (!before.report.completed && before.report.work > machine.options.max_work)
    return BroughtTo::too_much_work;
  if (!before.report.completed) return Refusal{say(Says::earlier_launch_does_not_end)};
  renew_variables(machine.run, number, before.written);
  machine.heap = std::make_unique<DeviceHeap>(machine.run.variables.heap());
  describe_launch(machine.run, number, *machine.heap, machine.launch);
  machine.launch.printed.bytes = before.report.output.size();
  machine.launch.printed.bytes_read = before.printed_bytes_read;
  machine.launch.progress.work_before = before.report.work;
  return BroughtTo::block;
}

// The turns of the block when all blocks of the launch run together.
Result<BroughtTo, Refusal> log_launch(Machine& machine, const StepOptions& steps) {
  const auto number = static_cast<size_t>(steps.launch);
  DeviceHeap heap = *machine.heap;
  LaunchState together;
  describe_launch(machine.run, number, heap, together);
  together.printed.bytes = machine.launch.printed.bytes;
  together.printed.bytes_read = machine.launch.printed.bytes_read;
  together.progress.work_before = machine.launch.progress.work_before;
  auto log = log_turns(together, machine.options.schedule, steps.block);
  if (log) {
    machine.log = std::move(*log);
    return BroughtTo::block;
  }
  switch (log.why()) {
    case NotLogged::cancelled: return Refusal{say(Says::walk_cancelled)};
    case NotLogged::too_long: return BroughtTo::too_much_work;
    case NotLogged::not_reached: break;
  }
  return Refusal{say(Says::launch_ends_before_block)};
}

}  // namespace

Machine::~Machine() {
  if (block) {
    block->observed_by = &kObservedByNobody;
    finish_block(runner, std::move(block));
  }
}

Result<BroughtTo, Refusal> bring_to_block(Machine& machine, const StepOptions& steps,
                                          Observer& observer) {
  if (steps.launch < 0 || static_cast<size_t>(steps.launch) >= machine.launches.size())
    return Refusal{say(Says::no_launch_to_walk)};
  const auto number = static_cast<size_t>(steps.launch);
  if (steps.block >= machine.launches[number].grid.volume())
    return Refusal{say(Says::no_block_to_walk)};
  const Schedule& order = machine.options.schedule;
  if (order.kind == Schedule::Kind::late) return Refusal{say(Says::late_order_not_walked)};
  const bool can_be_alone =
      order.kind == Schedule::Kind::in_order || order.kind == Schedule::Kind::random;
  if (!steps.whole_launch && !can_be_alone) return Refusal{say(Says::block_alone_in_order)};
  if (const auto ready = prepare(machine.run, steps.whole_launch ? Passes::several : Passes::one);
      !ready)
    return ready.why();
  const auto ran = run_earlier_launches(machine, number);
  if (!ran || *ran != BroughtTo::block) return ran;
  if (steps.whole_launch) {
    const auto logged = log_launch(machine, steps);
    if (!logged || *logged != BroughtTo::block) return logged;
  }
  set_order(machine.launch, order, /*one_host_thread=*/true);
  machine.runner = make_runner(machine.launch, 0);
  machine.runner.whole_frames = true;
  machine.launch.observer = &observer;
  observer.launch_starts(machine.launch);
  machine.launch.observed_by = observed_by(observer);
  machine.block = start_block(machine.runner, steps.block);
  return BroughtTo::block;
}

}  // namespace warplab::sim
