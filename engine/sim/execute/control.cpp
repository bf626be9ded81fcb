// Branches and reconvergence points: everything that decides which lanes of a function run what
// next.
#include "sim/execute/control.hpp"

#include <fmt/format.h>

#include "sim/execute/reconvergence.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/waiting.hpp"

namespace warplab::sim {
namespace {

constexpr uint32_t kSpinsInOtherLoop = 1u << 20;  // docs/SIMULATOR.md, "Spinning"
constexpr uint32_t kTurnsOfOthers = 64;           // as long as other splits of the warp can run
constexpr uint32_t kTripsAhead = 16;  // of a lane that has gone apart, before the others' turn

void save(Warp& w, const MicroOp* pc) {
  w.ready.push_back({pc, w.mask, w.frame, w.reconvergence, -1});
}

// At all reconvergence points that lie here. False: the running split waits there for others.
bool come_together(Warp& w, const MicroOp* here) {
  while (w.reconvergence && w.reconvergence->at == here && w.reconvergence->frame == w.frame)
    if (arrive(w) == nullptr) return false;
  return true;
}

// A backward branch was taken: others of the warp get their turn.
const MicroOp* after_backward_branch(Warp& w, const MicroOp* i, const MicroOp* to) {
  const LaunchOrder& order = w.runner->launch->order;
  if (i->flags & kWaitLoop && order.waits_give_way && w.ready.empty()) {
    look_again_later(w, i, to);
    return nullptr;
  }
  const uint32_t limit = i->flags & kPollingLoop ? order.spins_in_polling_loop : kSpinsInOtherLoop;
  const bool runs_ahead = w.apart && order.lanes_run_ahead();
  const uint32_t trips = !runs_ahead ? 1 : i->flags & kPollingLoop ? kTripsAhead : limit;
  const uint32_t most = kTurnsOfOthers * (runs_ahead ? trips : limit);
  if (!w.ready.empty() && ++w.spins < most) {
    if (w.spins % trips != 0) return to;
    save(w, to);
    if (w.apart && !runs_ahead) bring_together(w);
    return next_split(w);
  }
  if (w.ready.empty() && ++w.spins < limit) return to;
  w.spins = 0;
  if (release_waiting(w, w.reconvergence)) {
    save(w, to);
    return next_split(w);
  }
  w.pc = to;  // others in the block may hold what this warp waits for
  w.yielded = true;
  // Thousands that wait would each come far before they looked at how much all have run together.
  w.runner->spend(w);
  return nullptr;
}

}  // namespace

const MicroOp* next_split(Warp& w) {
  w.mask = 0;
  if (w.ready.empty()) return nullptr;
  const Split s = w.ready.front();
  w.ready.pop_front();
  enter(w, s);
  return s.pc;
}

const MicroOp* enter_block(Warp& w, const MicroOp* i) {
  auto& visit = w.runner->counters.blocks[i->block];
  visit.warps += 1;
  visit.lanes += static_cast<uint64_t>(std::popcount(w.mask));
  w.steps += static_cast<uint32_t>(i->imm);
  w.work += i->imm >> 32;
  if (w.work > w.checkpoint) [[unlikely]]
    return look_around(w, i);
  return i + 1;
}

const MicroOp* count_less(Warp& w, const MicroOp* i) {
  w.idle_steps += i->imm;
  return i + 1;
}

const MicroOp* enter_reconvergence_block(Warp& w, const MicroOp* i) {
  return come_together(w, i) ? enter_block(w, i) : next_split(w);
}

const MicroOp* enter_wait_block(Warp& w, const MicroOp* i) {
  if (w.runner->launch->order.waits_give_way) begin_trip(w, i);
  return enter_block(w, i);
}

const MicroOp* enter_wait_reconvergence_block(Warp& w, const MicroOp* i) {
  return come_together(w, i) ? enter_wait_block(w, i) : next_split(w);
}

const MicroOp* jump(Warp& w, const MicroOp* i) {
  const MicroOp* to = w.runner->launch->program->code.data() + i->imm;
  if (to > i) return to;
  return after_backward_branch(w, i, to);
}

// imm: target; slot: of its counter; c: the reconvergence block's code index, kNowhere for the
// function's exit.
const MicroOp* branch(Warp& w, const MicroOp* i) {
  const MicroOp* code = w.runner->launch->program->code.data();
  const MicroOp* to = code + i->imm;
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t taken = w.mask & predicate;
  if (taken == 0) return i + 1;
  if (taken == w.mask) return to > i ? to : after_backward_branch(w, i, to);
  w.runner->counters.branches[i->slot] += 1;
  const MicroOp* meet = i->c == kNowhere ? nullptr : code + i->c;
  // In a kernel, lanes that only meet at its exit need no reconvergence point.
  const bool needs_reconvergence = meet || w.frame->caller;
  if (needs_reconvergence &&
      !(w.reconvergence && w.reconvergence->at == meet && w.reconvergence->frame == w.frame))
    w.reconvergence = new_reconvergence(w, meet, w.frame, w.reconvergence, w.mask);
  const uint32_t rest = w.mask & ~taken;
  const auto goes_to_reconvergence = [&](const MicroOp* place) {
    return needs_reconvergence && place == meet;
  };
  if (goes_to_reconvergence(to)) {
    w.reconvergence->arrived |= taken;  // the rest has not arrived: it is this split
    w.mask = rest;
    return i + 1;
  }
  if (goes_to_reconvergence(i + 1)) {
    w.reconvergence->arrived |= rest;
    w.mask = taken;
    return to > i ? to : after_backward_branch(w, i, to);
  }
  if (to > i && w.runner->launch->order.lanes_reversed) {
    w.ready.push_back({i + 1, rest, w.frame, w.reconvergence, -1});
    w.mask = taken;
    return to;
  }
  w.ready.push_back({to, taken, w.frame, w.reconvergence, -1});
  w.mask = rest;
  return i + 1;
}

const MicroOp* branch_past_barrier(Warp& w, const MicroOp* i) {
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  for (const LeftBarrier& barrier : w.runner->launch->program->left_barriers[i->memory])
    for (uint32_t m = w.mask & (barrier.jumping ? predicate : ~predicate); m; m &= m - 1)
      w.left_at[barrier.group * kLanes + static_cast<unsigned>(std::countr_zero(m))] = i->site;
  return branch(w, i);
}

// table: index into Program::branch_tables; a: the 32-bit index; memory: divergence slot; c: as for
// branch. Lanes whose guard is false fall through.
const MicroOp* branch_indexed(Warp& w, const MicroOp* i) {
  const Program& program = *w.runner->launch->program;
  const auto& table = program.branch_tables[i->table];
  const auto* index = w.at<uint32_t>(i->a);
  const MicroOp* code = program.code.data();
  const auto target = [&](unsigned l) { return code + table[index[l]]; };
  // Of `lanes`, those that go where the first of them goes.
  const auto group_of = [&](uint32_t lanes) {
    const MicroOp* to = target(static_cast<unsigned>(std::countr_zero(lanes)));
    uint32_t group = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      if (target(l) == to) group |= 1u << l;
    }
    return group;
  };
  uint32_t jumping = w.mask;
  if (i->guard != kNowhere)
    jumping &= w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  if (jumping == 0) return i + 1;
  uint32_t beyond = 0;
  for (unsigned l = 0; l < kLanes; ++l)
    beyond |= static_cast<uint32_t>(index[l] >= table.size()) << l;
  if (beyond &= jumping)
    return stop_with(w, i, FindingKind::undefined_behavior, beyond,
                     {say(Says::jumps_beyond_list, index[std::countr_zero(beyond)], table.size(),
                          table.size() - 1),
                      {}});
  if (group_of(jumping) == w.mask) {
    const MicroOp* to = target(static_cast<unsigned>(std::countr_zero(jumping)));
    return to > i ? to : after_backward_branch(w, i, to);
  }
  w.runner->counters.branches[i->memory] += 1;
  const MicroOp* meet = i->c == kNowhere ? nullptr : code + i->c;
  if ((meet || w.frame->caller) &&
      !(w.reconvergence && w.reconvergence->at == meet && w.reconvergence->frame == w.frame))
    w.reconvergence = new_reconvergence(w, meet, w.frame, w.reconvergence, w.mask);
  const uint32_t rest = w.mask & ~jumping;
  while (jumping) {
    const uint32_t group = group_of(jumping);
    w.ready.push_back({target(static_cast<unsigned>(std::countr_zero(jumping))), group, w.frame,
                       w.reconvergence, -1});
    jumping &= ~group;
  }
  if (rest == 0) return next_split(w);
  w.mask = rest;
  return i + 1;
}

// Lanes `w.mask & predicate` go on with the guarded micro-operation behind, the others wait after
// it. For instructions that end a turn (barriers, calls) and so cannot run under a temporary mask.
// c: code index of the reconvergence block right behind the guarded micro-operation.
const MicroOp* guard_around(Warp& w, const MicroOp* i) {
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t active = w.mask & predicate;
  const MicroOp* after = w.runner->launch->program->code.data() + i->c;
  if (active == 0) return after;
  if (active == w.mask) return i + 1;
  if (!(w.reconvergence && w.reconvergence->at == after && w.reconvergence->frame == w.frame))
    w.reconvergence = new_reconvergence(w, after, w.frame, w.reconvergence, w.mask);
  w.reconvergence->arrived |= w.mask & ~active;
  w.mask = active;
  return i + 1;
}

// A reconvergence block that belongs to no basic block of the PTX: counts nothing.
const MicroOp* meet_again(Warp& w, const MicroOp* i) {
  while (w.reconvergence && w.reconvergence->at == i && w.reconvergence->frame == w.frame) {
    const MicroOp* next = arrive(w);
    if (next == nullptr) return next_split(w);
  }
  return i + 1;
}

}  // namespace warplab::sim
