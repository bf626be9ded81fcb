// Branches, calls and exits: how the lanes of a warp part and meet again.
#include <algorithm>

#include <fmt/format.h>

#include "sim/plain/machine.hpp"
#include "sim/work.hpp"

namespace warplab::sim::plain {
namespace {

// docs/SIMULATOR.md, "Spinning". As long as other splits of the warp can run there is no hurry.
constexpr uint64_t kSpinsInPollingLoop = 64, kSpinsInOtherLoop = 1u << 20, kPatience = 64;
// A thread has this much local memory, and calls this deep, on the default settings of a GPU and
// more.
constexpr uint64_t kMostLocalBytes = 64 * 1024;
constexpr uint32_t kDeepestCall = 4096;

unsigned first_lane(const LaneSet& lanes) {
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) return l;
  return 0;
}

}  // namespace

// A split in front of its merge point waits there, unless it is the last. True: the running split
// is at no merge point, false: another one runs now, or none.
bool Machine::arrive_where_due(Warp& warp) {
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

void Machine::go_on(Warp& warp) {
  Split& s = *warp.running;
  ++s.pc;
  s.counted = s.alone = false;
}

// The running split has taken a branch to `target`.
void Machine::go_to(Warp& warp, uint32_t target) {
  Split& s = *warp.running;
  const uint32_t from = s.pc;
  s.pc = target;
  s.counted = s.alone = false;
  if (target > from) return;
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

// Whether a loop whose text is [first, last] waits for something that others write.
bool Machine::polls_memory(const FunctionImage& function, uint32_t first, uint32_t last) const {
  const auto& body = function.function->body;
  for (uint32_t i = first; i <= last; ++i) {
    const ptx::Instruction& instruction = body[i];
    const std::string& name = instruction.opcode;
    for (const char* sign : {"atom", "red", "membar", "fence", "nanosleep"})
      if (name == sign) return true;
    if (name != "ld" && name != "st") continue;
    for (const char* order : {"volatile", "relaxed", "acquire", "release", "mmio"})
      if (instruction.has(order)) return true;
  }
  return false;
}

// Gives the running split a merge point at `pc` for `lanes`, unless it has that one already.
void Machine::part(Warp& warp, uint32_t pc, const LaneSet& lanes) {
  Split& s = *warp.running;
  if (s.merge && s.merge->call == s.call && s.merge->pc == pc) return;
  auto merge = std::make_shared<MergePoint>();
  *merge = {pc, s.call, s.merge, lanes, {}};
  s.merge = std::move(merge);
}

void Machine::branch(Warp& warp, const LaneSet& taken) {
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  const uint32_t target = instruction(warp).operands[0].target, next = s.pc + 1;
  count(warp, Counter::branches, 1);
  note_leaving(warp, taken);
  const LaneSet rest = s.lanes & ~taken;
  if (taken.none()) return go_on(warp);
  if (rest.none()) return go_to(warp, target);
  if (target == next) return go_on(warp);
  count(warp, Counter::branches_divergent, 1);
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

void Machine::indexed_branch(Warp& warp, const LaneSet& active) {
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  const auto& operands = instruction(warp).operands;
  const auto& table = operands[1].elements;
  count(warp, Counter::branches, 1);
  // Lanes that the guard holds back fall through.
  LaneSet beyond;
  std::optional<uint64_t> first_beyond;
  std::vector<std::pair<uint32_t, LaneSet>> groups;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!s.lanes[l]) continue;
    uint32_t target = s.pc + 1;
    if (active[l]) {
      const auto index = static_cast<uint64_t>(read(warp, l, operands[0], ptx::Type::u32));
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
    return stop(warp, FindingKind::undefined_behavior, beyond, s.pc,
                fmt::format("jumps to place {} of a list of {}, which ends at {}", *first_beyond,
                            table.size(), table.size() - 1));
  if (groups.size() == 1) {
    if (active.none()) return go_on(warp);
    return go_to(warp, groups[0].first);
  }
  count(warp, Counter::branches_divergent, 1);
  const uint32_t block = f.flow.blocks[f.flow.block_of[s.pc]].immediate_post_dominator;
  const uint32_t meet = block == ptx::kFunctionExit ? block : f.flow.blocks[block].first;
  if (meet != ptx::kFunctionExit || s.call->caller) part(warp, meet, s.lanes);
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
bool Machine::hold_back_unguarded(Warp& warp, const LaneSet& active) {
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

void Machine::call(Warp& warp, const LaneSet& active) {
  if (!hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  const ptx::Operand& callee = instruction(warp).operands[1];
  if (callee.kind == ptx::Operand::Kind::symbol) {
    const ptx::Function& f = image_.module->functions[callee.symbol.index];
    if (!f.has_body) return call_device_function(warp, s.lanes, f.name);
    return enter_function(warp, callee.symbol.index);
  }
  const auto pointer = [&](unsigned l) {
    return static_cast<uint64_t>(read(warp, l, callee, ptx::Type::u64));
  };
  const uint64_t target = pointer(first_lane(s.lanes));
  const uint64_t number = (target - kFunctionWindow) / 16;
  LaneSet same;
  for (unsigned l = 0; l < kLanes; ++l) same[l] = s.lanes[l] && pointer(l) == target;
  if (target < kFunctionWindow || target % 16 != 0 || number >= image_.functions.size() ||
      !image_.functions[number].function->has_body || image_.functions[number].function->is_kernel)
    return stop(warp, FindingKind::trap, same, s.pc,
                "calls through a pointer that is not the address of a function");
  if (same != s.lanes) {
    part(warp, s.pc + 1, s.lanes);
    Split others = s;
    others.lanes &= ~same;
    warp.ready.push_back(others);
    s.lanes = same;
  }
  enter_function(warp, static_cast<uint32_t>(number));
}

void Machine::enter_function(Warp& warp, uint32_t number) {
  Split& s = *warp.running;
  const FunctionImage& f = image_.functions[number];
  add_work(warp, work_of_call(*f.function));
  auto inner = std::make_shared<Call>();
  inner->function = &f;
  inner->caller = s.call;
  inner->call_site = s.pc;
  inner->depth = s.call->depth + 1;
  inner->local_begin = s.call->local_begin + aligned_up(s.call->function->local_bytes, 16);
  if (inner->depth > kDeepestCall || inner->local_end() > kLocalStart + kMostLocalBytes)
    return stop(warp, FindingKind::stack_overflow, s.lanes, s.pc,
                "calls functions inside functions too deeply (does the recursion ever end?)");
  const ptx::Instruction& site = instruction(warp);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!s.lanes[l]) continue;
    LaneFrame& to = inner->lanes[l];
    to.registers.assign(f.function->registers.size(), 0);
    to.parameters.assign(f.parameter_bytes, std::byte{0});
    for (size_t k = 0; k < f.function->parameters.size(); ++k) {
      if (k >= site.operands[2].elements.size()) break;
      const ptx::Operand& given = site.operands[2].elements[k];
      const ptx::Variable& formal = f.function->parameters[k];
      std::byte* place = to.parameters.data() + f.parameter_offsets[k];
      if (given.kind == ptx::Operand::Kind::symbol) {
        const LaneFrame& from = s.call->lanes[l];
        const uint64_t begin = s.call->function->variable_offsets[given.symbol.index];
        const uint64_t bytes =
            std::min(formal.bytes, s.call->function->function->variables[given.symbol.index].bytes);
        std::copy_n(from.parameters.begin() + static_cast<std::ptrdiff_t>(begin), bytes, place);
      } else {
        const Bits value = read(warp, l, given, formal.element);
        for (uint64_t b = 0; b < formal.bytes && b < sizeof value; ++b)
          place[b] = static_cast<std::byte>(value >> (8 * b));
      }
    }
  }
  s.call = std::move(inner);
  s.pc = 0;
  s.counted = s.alone = false;
}

// `split` has left its function: its results go to the caller, where it continues behind the call.
Split Machine::left_function(Warp& warp, Split split) {
  const std::shared_ptr<Call> callee = split.call, caller = callee->caller;
  const ptx::Operand& results = caller->function->function->body[callee->call_site].operands[0];
  const FunctionImage& f = *callee->function;
  split.call = caller;
  split.pc = callee->call_site + 1;
  split.counted = split.alone = false;
  for (size_t k = 0; k < results.elements.size() && k < f.function->returns.size(); ++k) {
    const ptx::Operand& wanted = results.elements[k];
    const ptx::Variable& result = f.function->returns[k];
    for (unsigned l = 0; l < kLanes; ++l) {
      if (!split.lanes[l]) continue;
      const std::byte* place = callee->lanes[l].parameters.data() + f.return_offsets[k];
      if (wanted.kind == ptx::Operand::Kind::symbol) {
        const uint64_t begin = caller->function->variable_offsets[wanted.symbol.index];
        const uint64_t bytes = std::min(
            result.bytes, caller->function->function->variables[wanted.symbol.index].bytes);
        std::copy_n(place, bytes,
                    caller->lanes[l].parameters.begin() + static_cast<std::ptrdiff_t>(begin));
      } else {
        Bits value = 0;
        for (uint64_t b = 0; b < result.bytes && b < sizeof value; ++b)
          value |= static_cast<Bits>(place[b]) << (8 * b);
        const auto before = warp.running;
        warp.running = split;
        write(warp, l, wanted, value, result.element);
        warp.running = before;
      }
    }
  }
  return split;
}

void Machine::ret(Warp& warp, const LaneSet& active) {
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
  s = left_function(warp, s);
}

// `lanes` of the running split end. Others may have waited for them only.
void Machine::exit_lanes(Warp& warp, const LaneSet& lanes) {
  warp.exited |= lanes;
  warp.block->exited += lanes.count();
  Split& s = *warp.running;
  s.lanes &= ~lanes;
  for (auto m = s.merge; m; m = m->outer) {
    m->expected &= ~lanes;
    if (m->arrived.none() || (m->expected & ~m->arrived).any()) continue;
    Split complete{m->pc, m->arrived, m->call, m->outer};
    if (m->pc == ptx::kFunctionExit) complete = left_function(warp, complete);
    warp.ready.push_back(complete);
  }
  wake_gathering(warp);
  if (s.lanes.none()) next_split(warp);
}

// Lets the lanes go that wait at a merge point and those around it. True if there were any.
bool Machine::release_waiting(Warp& warp, const std::shared_ptr<MergePoint>& innermost) {
  bool released = false;
  for (auto m = innermost; m; m = m->outer) {
    if (m->arrived.none()) continue;
    Split split{m->pc, m->arrived, m->call, m->outer};
    m->expected &= ~m->arrived;
    m->arrived.reset();
    if (m->pc == ptx::kFunctionExit) split = left_function(warp, split);
    warp.ready.push_back(split);
    released = true;
  }
  return released;
}

// Lanes that exited are awaited no longer: whoever awaits lanes of the warp looks again.
void Machine::wake_gathering(Warp& warp) {
  std::vector<Waiting> still_waiting;
  for (Waiting& w : warp.waiting) {
    if (w.barrier == kMembers) warp.ready.push_back(w.split);
    else still_waiting.push_back(w);
  }
  warp.waiting = std::move(still_waiting);
}

// For instructions with a member mask; `named`: the masks of the running split. True: all lanes
// that they await are in the running split now (or it goes ahead without them); false: it waits and
// another one runs. Lanes await those that name the same mask, at the same instruction or, at
// bar.warp.sync, at any bar.warp.sync. Who joins may await others in turn.
bool Machine::gather(Warp& warp, const NamedMasks& named) {
  Split& s = *warp.running;
  if (s.alone) return true;
  const bool only_waits = s.call->function->families[s.pc] == Family::warp_barrier;
  const auto is_same_instruction = [&](const Split& other) {
    return other.pc == s.pc && other.call == s.call;
  };
  const auto may_join = [&](const Waiting& w) {
    if (w.barrier != kMembers) return false;
    return is_same_instruction(w.split) ||
           (only_waits && w.split.call->function->families[w.split.pc] == Family::warp_barrier);
  };
  NamedMasks all = named;
  std::vector<bool> joins(warp.waiting.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t k = 0; k < warp.waiting.size(); ++k) {
      const Waiting& w = warp.waiting[k];
      if (joins[k] || !may_join(w)) continue;
      for (const auto& [lane, mask] : all)
        for (const auto& [other, its_mask] : w.named)
          if (mask[lane] && mask[other] && mask == its_mask) joins[k] = true;
      if (!joins[k]) continue;
      all.insert(w.named.begin(), w.named.end());
      grown = true;
      break;  // `all` has changed
    }
  }
  LaneSet here, awaited;
  for (const auto& [lane, mask] : all) {
    here.set(lane);
    if (mask[lane]) awaited |= mask;
  }
  if ((awaited & warp.existing & ~warp.exited & ~here).any()) {
    warp.waiting.push_back({s, kMembers, named});
    next_split(warp);
    return false;
  }
  std::vector<Waiting> still_waiting;
  for (size_t k = 0; k < warp.waiting.size(); ++k) {
    const Waiting& w = warp.waiting[k];
    if (!joins[k]) {
      still_waiting.push_back(w);
    } else if (is_same_instruction(w.split)) {
      s.lanes |= w.split.lanes;
      if (w.split.merge != s.merge) warp.parting.push_back(w.split);
    } else {
      Split other = w.split;
      ++other.pc;
      other.counted = false;
      warp.ready.push_back(other);
    }
  }
  warp.waiting = std::move(still_waiting);
  return true;
}

// Those who joined from another merge point go on by themselves.
void Machine::after_gathering(Warp& warp) {
  for (Split& joined : warp.parting) {
    warp.running->lanes &= ~joined.lanes;
    ++joined.pc;
    joined.counted = joined.alone = false;
    warp.ready.push_back(joined);
  }
  warp.parting.clear();
}

}  // namespace warplab::sim::plain
