// Branches and exits: how the lanes of a warp part and meet again.
#include "specification/splits.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "specification/members.hpp"

namespace warplab::sim::plain {
namespace {

// docs/SIMULATOR.md, "Spinning". As long as other splits of the warp can run there is no hurry.
constexpr uint64_t kSpinsInPollingLoop = 64, kSpinsInOtherLoop = 1u << 20, kPatience = 64;

// Whether a loop whose text is [first, last] waits for something that others write.
bool polls_memory(const FunctionImage& function, uint32_t first, uint32_t last) {
  const auto& body = function.function->body;
  for (uint32_t i = first; i <= last; ++i) {
    const ptx::Instruction& instruction = body[i];
    const std::string& name = instruction.opcode;
    for (const char* sign : {"atom", "red", "membar", "fence", "nanosleep", "mbarrier"})
      if (name == sign) return true;
    if (name != "ld" && name != "st") continue;
    for (const char* order : {"volatile", "relaxed", "acquire", "release", "mmio"})
      if (instruction.has(order)) return true;
  }
  return false;
}

}  // namespace

// A split in front of its merge point waits there, unless it is the last. True: the running split
// is at no merge point, false: another one runs now, or none.
bool Splits::arrive_where_due(Warp& warp) {
  Split& s = *warp.running;
  while (s.merge && s.merge->call == s.call && s.merge->pc == s.pc) {
    MergePoint& m = *s.merge;
    m.arrived |= s.lanes;
    if ((m.expected & ~m.arrived).any()) {
      next_split(warp);
      return false;
    }
    s.lanes = m.arrived;
    s.merge = m.outer;
  }
  return true;
}

void Splits::next_split(Warp& warp) {
  warp.running.reset();
  if (warp.ready.empty()) return;
  warp.running = std::move(warp.ready.front());
  warp.ready.pop_front();
}

void Splits::go_on(Warp& warp) {
  Split& s = *warp.running;
  ++s.pc;
  s.counted = s.alone = s.in_vain = false;
}

// docs/SIMULATOR.md, "Waiting".
void Splits::begin_turn(Warp& warp) {
  trip_.reset();
  warp.looked_in_vain = std::exchange(warp.waits, false);
}

void Splits::note_step(Warp& warp) {
  const Split& s = *warp.running;
  if (!s.call->function->waits.begin_at(s.pc)) return;
  if (trip_) warp.looked_in_vain = false;  // not the first of this turn
  trip_ = {s.pc, s.lanes, warp.instructions, tally_.counted()};
}

// The running split has come back to where a loop begins in which it only waits.
void Splits::look_again_later(Warp& warp) {
  const Split& s = *warp.running;
  if (trip_ && trip_->begin == s.pc && trip_->lanes == s.lanes) {
    tally_.forget_since(trip_->before);
    warp.instructions = trip_->instructions;
  } else {
    warp.looked_in_vain = false;
  }
  trip_.reset();
  warp.waits = true;
  warp.yielded = true;
}

bool Splits::let_go_of_waiting(Block& block) {
  bool any = false;
  for (Warp& warp : block.warps)
    if (warp.waits && warp.looked_in_vain && release_waiting(warp, warp.running->merge)) any = true;
  return any;
}

// The running split has taken a branch to `target`.
void Splits::go_to(Warp& warp, uint32_t target) {
  Split& s = *warp.running;
  const uint32_t from = s.pc;
  s.pc = target;
  s.counted = s.alone = s.in_vain = false;
  if (target > from) return;
  if (warp.ready.empty() && s.call->function->waits.end_at(from)) return look_again_later(warp);
  const uint64_t limit =
      polls_memory(*s.call->function, target, from) ? kSpinsInPollingLoop : kSpinsInOtherLoop;
  ++warp.spins;
  const bool has_company = !warp.ready.empty();
  if (warp.spins < (has_company ? kPatience * limit : limit)) {
    if (!has_company) return;
    warp.ready.push_back(s);
    next_split(warp);
    return;
  }
  warp.spins = 0;
  if (release_waiting(warp, s.merge)) {
    warp.ready.push_back(s);
    next_split(warp);
  } else {
    warp.yielded = true;
  }
}

// Gives the running split a merge point at `pc` for `lanes`, unless it has that one already.
void Splits::part(Warp& warp, uint32_t pc, const LaneSet& lanes) {
  Split& s = *warp.running;
  if (s.merge && s.merge->call == s.call && s.merge->pc == pc) return;
  auto merge = std::make_shared<MergePoint>();
  *merge = {pc, s.call, s.merge, lanes, {}};
  s.merge = std::move(merge);
}

void Splits::branch(Warp& warp, const LaneSet& taken) {
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  const uint32_t target = instruction(warp).operands[0].target, next = s.pc + 1;
  tally_.count(warp, Counter::branches, 1);
  left_.note_leaving(warp, taken);
  const LaneSet rest = s.lanes & ~taken;
  if (taken.none()) return go_on(warp);
  if (rest.none()) return go_to(warp, target);
  if (target == next) return go_on(warp);
  tally_.count(warp, Counter::branches_divergent, 1);
  const uint32_t block = f.flow.blocks[f.flow.block_of[s.pc]].immediate_post_dominator;
  const uint32_t meet = block == ptx::kFunctionExit ? block : f.flow.blocks[block].first;
  // Lanes that only meet when the kernel ends need no place to meet.
  const bool meets = meet != ptx::kFunctionExit || s.call->caller;
  if (meets) part(warp, meet, s.lanes);
  if (meets && target == meet) {
    s.merge->arrived |= taken;
    s.lanes = rest;
    return go_on(warp);
  }
  if (meets && next == meet) {
    s.merge->arrived |= rest;
    s.lanes = taken;
    return go_to(warp, target);
  }
  Split other = s;
  other.pc = target;
  other.lanes = taken;
  other.counted = false;
  warp.ready.push_back(other);
  s.lanes = rest;
  go_on(warp);
}

void Splits::indexed_branch(Warp& warp, const LaneSet& active) {
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  const auto& operands = instruction(warp).operands;
  const auto& table = operands[1].elements;
  tally_.count(warp, Counter::branches, 1);
  // Lanes that the guard holds back fall through.
  LaneSet beyond;
  std::optional<uint64_t> first_beyond;
  std::vector<std::pair<uint32_t, LaneSet>> groups;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!s.lanes[l]) continue;
    uint32_t target = s.pc + 1;
    if (active[l]) {
      const auto index =
          static_cast<uint64_t>(operands_.read(warp, l, operands[0], ptx::Type::u32));
      if (index >= table.size()) {
        beyond.set(l);
        if (!first_beyond) first_beyond = index;
        continue;
      }
      target = table[index].target;
    }
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& g) { return g.first == target; });
    if (group == groups.end()) group = groups.insert(group, {target, {}});
    group->second.set(l);
  }
  if (first_beyond)
    return complaints_.stop(warp, FindingKind::undefined_behavior, beyond, s.pc,
                            fmt::format("jumps to place {} of a list of {}, which ends at {}",
                                        *first_beyond, table.size(), table.size() - 1));
  if (groups.size() == 1) {
    if (active.none()) return go_on(warp);
    return go_to(warp, groups[0].first);
  }
  tally_.count(warp, Counter::branches_divergent, 1);
  const uint32_t block = f.flow.blocks[f.flow.block_of[s.pc]].immediate_post_dominator;
  const uint32_t meet = block == ptx::kFunctionExit ? block : f.flow.blocks[block].first;
  if (meet != ptx::kFunctionExit || s.call->caller) part(warp, meet, s.lanes);
  // Those that fall through run first.
  if (active != s.lanes)
    std::stable_partition(groups.begin(), groups.end(),
                          [&](const auto& group) { return group.first == s.pc + 1; });
  for (const auto& [target, lanes] : groups) {
    Split other = s;
    other.pc = target;
    other.lanes = lanes;
    other.counted = false;
    warp.ready.push_back(other);
  }
  next_split(warp);
}

// For instructions that may wait: the lanes that the guard holds back wait behind the instruction.
// False: there is no other lane, and the split has gone on.
bool Splits::hold_back_unguarded(Warp& warp, const LaneSet& active) {
  Split& s = *warp.running;
  if (active.none()) {
    go_on(warp);
    return false;
  }
  if (active != s.lanes) {
    part(warp, s.pc + 1, s.lanes);
    s.merge->arrived |= s.lanes & ~active;
    s.lanes = active;
  }
  return true;
}

void Splits::ret(Warp& warp, const LaneSet& active) {
  Split& s = *warp.running;
  if (active.none()) return go_on(warp);
  if (!s.call->caller) {
    const bool all = active == s.lanes;
    if (!all) go_on(warp);
    return exit_lanes(warp, active);
  }
  const bool waits_here = s.merge && s.merge->call == s.call && s.merge->pc == ptx::kFunctionExit;
  if (active != s.lanes) {
    part(warp, ptx::kFunctionExit, s.lanes);
    s.merge->arrived |= active;
    s.lanes &= ~active;
    return go_on(warp);
  }
  if (waits_here) {
    s.merge->arrived |= s.lanes;
    if ((s.merge->expected & ~s.merge->arrived).any()) return next_split(warp);
    s.lanes = s.merge->arrived;
    s.merge = s.merge->outer;
  }
  s = calls_.leave(warp, s);
}

// `lanes` of the running split end. Others may have waited for them only.
void Splits::exit_lanes(Warp& warp, const LaneSet& lanes) {
  warp.exited |= lanes;
  warp.block->exited += lanes.count();
  Split& s = *warp.running;
  s.lanes &= ~lanes;
  for (auto m = s.merge; m; m = m->outer) {
    m->expected &= ~lanes;
    if (m->arrived.none() || (m->expected & ~m->arrived).any()) continue;
    Split complete{m->pc, m->arrived, m->call, m->outer};
    if (m->pc == ptx::kFunctionExit) complete = calls_.leave(warp, complete);
    warp.ready.push_back(complete);
  }
  wake_members(warp);
  if (s.lanes.none()) next_split(warp);
}

// Lets the lanes go that wait at a merge point and those around it. True if there were any.
bool Splits::release_waiting(Warp& warp, const std::shared_ptr<MergePoint>& innermost) {
  bool released = false;
  for (auto m = innermost; m; m = m->outer) {
    if (m->arrived.none()) continue;
    Split split{m->pc, m->arrived, m->call, m->outer};
    m->expected &= ~m->arrived;
    m->arrived.reset();
    if (m->pc == ptx::kFunctionExit) split = calls_.leave(warp, split);
    warp.ready.push_back(split);
    released = true;
  }
  return released;
}

}  // namespace warplab::sim::plain
