#include "sim/execute/tell.hpp"

#include "sim/state/runner.hpp"

namespace warplab::sim {
namespace {

// Does the observer of micro-operations want to know of this one?
bool wants_micro_op(const Warp& w, const MicroOp* pc) {
  const LaunchState& launch = *w.runner->launch;
  return launch.checks.suspects == nullptr || w.followed ||
         pc == launch.program->code.data() + w.frame->function->entry;
}

// The micro-operation of a PTX instruction that does what it says, from its first micro-operation
// on.
size_t main_record(const Program& program, size_t first) {
  while (!program.uses[first].is_main) ++first;
  return first;
}

uint32_t guarded_lanes(Warp& w, const MicroOp* i) {
  if (i->guard == kNowhere) return w.mask;
  return w.mask & (w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u));
}

// More registers than any instruction reads: an update of four values at an address, its guard.
constexpr size_t kMostInputs = 16;

void tell_instruction(Warp& w, const MicroOp* pc, const ObservedBy& by) {
  const Program& program = *w.runner->launch->program;
  const auto first = static_cast<size_t>(pc - program.code.data());
  if (!program.uses[first].is_first) return;
  const size_t main = main_record(program, first);
  const MicroOp* const guarded = pc->guard != kNowhere ? pc : &program.code[main];
  InstructionEvent event{place_of(w, pc), w.mask, guarded_lanes(w, guarded), {}};
  RegisterRow rows[kMostInputs];
  if (by.values) {
    size_t count = 0;
    for (const OperandUse& u : program.uses[main].reads)
      if (u.place != kNowhere && count < kMostInputs)
        rows[count++] = {u.reg, u.bytes, w.at<std::byte>(u.place)};
    event.inputs = {rows, count};
  }
  by.instructions->instruction(event);
  if (by.instructions->wants_more(event.at)) return;
  w.left_alone = true;
  if (!w.runner->launch->checks.provenance) w.by_lane = 0;
}

}  // namespace

void tell_before(Warp& w, const MicroOp* pc) {
  const ObservedBy& by = *w.block->observed_by;
  const bool told_before = w.told == pc;
  w.told = nullptr;
  if (by.instructions && !told_before) tell_instruction(w, pc, by);
  if (by.micro_ops && !w.left_alone && wants_micro_op(w, pc)) by.micro_ops->micro_op(w, pc);
}

}  // namespace warplab::sim
