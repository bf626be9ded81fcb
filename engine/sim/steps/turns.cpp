#include "sim/steps/turns.hpp"

#include <algorithm>
#include <utility>

#include "sim/execute/barrier.hpp"
#include "sim/execute/block.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/waiting.hpp"

namespace warplab::sim {
namespace {

bool is_stopped(const Machine& machine) {
  return machine.launch.progress.stop.load(std::memory_order_relaxed);
}

bool is_random(const Machine& machine, const Turns& turns) {
  return !machine.log && machine.options.schedule.kind == Schedule::Kind::random &&
         turns.spent < kScheduledInstructions;
}

void begin_turn(Machine& machine, Turns& turns) {
  Warp& w = *machine.block->warps[turns.warp];
  w.yielded = false;
  if (machine.launch.order.waits_give_way) sim::begin_turn(w);
  if (w.pc == nullptr) w.pc = next_split(w);
  turns.in_turn = true;
  turns.any = true;
  turns.steps_before = w.steps;
}

// The next warp in order that can run, or the end of a round.
void choose_in_order(Machine& machine, Turns& turns) {
  Block& block = *machine.block;
  while (turns.warp < block.warps.size() && !can_run(*block.warps[turns.warp])) ++turns.warp;
  if (turns.warp < block.warps.size()) return begin_turn(machine, turns);
  if (unblock(machine.runner, block) == BlockState::ended) {
    turns.over = true;
    return;
  }
  turns.progress |= std::exchange(block.let_go, false);
  turns.only_spun = turns.any && !turns.progress;
  turns.warp = 0;
  turns.any = turns.progress = false;
  if (is_stopped(machine)) turns.over = block.aborted = true;
}

// Any warp that can run, for a few micro-operations.
void choose_by_chance(Machine& machine, Turns& turns) {
  Block& block = *machine.block;
  if (is_stopped(machine)) {
    turns.over = block.aborted = true;
    return;
  }
  turns.random.next();  // which block: there is one
  const size_t first = turns.random.below(block.warps.size());
  for (size_t j = 0; j < block.warps.size(); ++j) {
    turns.warp = (first + j) % block.warps.size();
    if (!can_run(*block.warps[turns.warp])) continue;
    turns.left = 1 + turns.random.below(kMostRecordsATurn);
    return begin_turn(machine, turns);
  }
  turns.over = unblock(machine.runner, block) == BlockState::ended;
}

// What the block shares with others is as it was when the turn began.
void take_over_shared(Machine& machine, size_t turn) {
  const std::vector<TurnLog::Shared>& all = machine.log->shared;
  const auto now = std::ranges::lower_bound(all, turn, {}, &TurnLog::Shared::turn);
  if (now == all.end() || now->turn != turn) return;
  *machine.heap = now->heap;
  machine.launch.printed = now->printed;
}

// The turn of a warp that comes next in the log; what comes before it is done.
void choose_logged(Machine& machine, Turns& turns) {
  Block& block = *machine.block;
  for (; turns.logged < machine.log->turns.size(); ++turns.logged) {
    const TurnLog::Turn& turn = machine.log->turns[turns.logged];
    take_over_shared(machine, turns.logged);
    machine.launch.order.spins_in_polling_loop = turn.spins_in_polling_loop;
    turns.warp = turn.warp;
    switch (turn.kind) {
      case TurnEvent::Kind::barriers: complete_barriers(block); break;
      case TurnEvent::Kind::unblock: unblock(machine.runner, block); break;
      case TurnEvent::Kind::next_split: give_turn_to_next_split(*block.warps[turn.warp]); break;
      case TurnEvent::Kind::part_first:
      case TurnEvent::Kind::part_last:
        part_at_ordering_access(*block.warps[turn.warp], turn.kind == TurnEvent::Kind::part_last);
        break;
      case TurnEvent::Kind::micro_ops:
      case TurnEvent::Kind::to_ordering_access:
        turns.departs = !can_run(*block.warps[turn.warp]);
        if (turns.departs) break;
        turns.left = turn.quantum == 0 ? 0 : turn.quantum - 1;
        return begin_turn(machine, turns);
    }
    if (turns.departs) break;
  }
  turns.over = true;
}

void end_logged_turn(Machine& machine, Turns& turns) {
  const Warp& w = *machine.block->warps[turns.warp];
  turns.in_turn = false;
  turns.departs = w.steps != machine.log->turns[turns.logged].steps;
  turns.over = turns.departs;
  ++turns.logged;
}

bool is_logged_turn_over(const Machine& machine, Turns& turns, const MicroOp* next) {
  const TurnLog::Turn& turn = machine.log->turns[turns.logged];
  if (turn.kind == TurnEvent::Kind::to_ordering_access) return (next->flags & kOrderingAccess) != 0;
  return turn.quantum != 0 && --turns.left == 0;
}

void end_turn(Machine& machine, Turns& turns) {
  if (machine.log) return end_logged_turn(machine, turns);
  Block& block = *machine.block;
  Warp& w = *block.warps[turns.warp];
  turns.in_turn = false;
  turns.progress |= !w.yielded || (w.waits && !w.looked_in_vain);
  if (machine.options.schedule.kind == Schedule::Kind::random) {
    const bool was_random = is_random(machine, turns);
    turns.spent += w.steps - turns.steps_before;
    if (was_random) {
      if (block.aborted || block.exited == block.threads)
        turns.over = unblock(machine.runner, block) == BlockState::ended;
      else complete_barriers(block);
      turns.warp = 0;
      return;
    }
  }
  if (block.aborted) turns.over = true;
  ++turns.warp;
}

void run_record(Machine& machine, Turns& turns) {
  Warp& w = *machine.block->warps[turns.warp];
  const MicroOp* const pc = w.pc;
  w.pc = nullptr;
  w.told = nullptr;
  const MicroOp* const next = pc->run(w, pc);
  if (next) w.pc = next;
  const bool is_out_of_time = next && machine.log ? is_logged_turn_over(machine, turns, next)
                                                  : is_random(machine, turns) && --turns.left == 0;
  if (next == nullptr || is_out_of_time) end_turn(machine, turns);
}

}  // namespace

bool to_next_instruction(Machine& machine, Turns& turns) {
  const Program& program = machine.program();
  while (!turns.over) {
    if (!turns.in_turn && machine.log) {
      choose_logged(machine, turns);
      continue;
    }
    if (!turns.in_turn) {
      const bool by_chance = is_random(machine, turns);
      const bool is_at_its_end =
          machine.options.schedule.kind == Schedule::Kind::random && !by_chance;
      machine.launch.order.spins_in_polling_loop =
          is_at_its_end ? kSpinsAtTheEnd : LaunchOrder{}.spins_in_polling_loop;
      if (by_chance) choose_by_chance(machine, turns);
      else choose_in_order(machine, turns);
      continue;
    }
    const Warp& w = *machine.block->warps[turns.warp];
    const auto op = static_cast<size_t>(w.pc - program.code.data());
    if (program.uses[op].is_first && w.told != w.pc) return true;
    run_record(machine, turns);
  }
  return false;
}

void execute_instruction(Machine& machine, Turns& turns) { run_record(machine, turns); }

}  // namespace warplab::sim
