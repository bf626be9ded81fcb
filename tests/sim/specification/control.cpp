// Branches and exits: how the lanes of a warp part and meet again. PTX ISA 9.0, section
// 9.7.12; docs/SIMULATOR.md, "Spinning".
#include <algorithm>
#include <utility>

#include "sim/work.hpp"
#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

constexpr uint64_t kSpinsInPollingLoop = 64, kSpinsInOtherLoop = 1u << 20;
// As long as other splits of the warp can run there is no hurry.
constexpr uint64_t kPatience = 64;

// Whether a loop whose text is [first, last] waits for something that others write.
bool polls_memory(const ptx::Function& function, uint32_t first, uint32_t last) {
  const std::set<std::string_view> opcodes = {"atom", "red", "membar", "fence", "nanosleep"};
  for (uint32_t k = first; k <= last; ++k) {
    const ptx::Instruction& i = function.body[k];
    if (opcodes.contains(i.opcode)) return true;
    for (const char* order : {"volatile", "relaxed", "acquire", "release", "mmio"})
      if ((i.opcode == "ld" || i.opcode == "st") && i.has(order)) return true;
  }
  return false;
}

void branch(Machine& m, Warp& warp, const LaneSet& taken) {
  Split& s = *warp.running;
  const uint32_t target = m.instruction(warp).operands[0].target, next = s.pc + 1;
  const LaneSet rest = s.lanes & ~taken;
  m.count(warp, Counter::branches, 1);
  if (taken.none()) return go_on(warp);
  if (rest.none()) return m.go_to(warp, target);
  if (target == next) return go_on(warp);
  m.count(warp, Counter::branches_divergent, 1);
  const ptx::ControlFlow& flow = m.kernel->flow;
  const uint32_t block = flow.blocks[flow.block_of[s.pc]].immediate_post_dominator;
  const uint32_t meet = block == ptx::kFunctionExit ? block : flow.blocks[block].first;
  // Lanes that only meet when the kernel ends need no place to meet.
  const bool meets = meet != ptx::kFunctionExit;
  if (meets) m.part(warp, meet, s.lanes);
  if (meets && target == meet) {
    s.reconvergence->arrived |= taken;
    s.lanes = rest;
    return go_on(warp);
  }
  if (meets && next == meet) {
    s.reconvergence->arrived |= rest;
    s.lanes = taken;
    return m.go_to(warp, target);
  }
  Split& other = warp.ready.emplace_back(s);
  other.go_to(target);
  other.lanes = taken;
  s.lanes = rest;
  go_on(warp);
}

// Of the functions that are called only the end of assert() is known.
void call(Machine& m, Warp& warp, const LaneSet& active) {
  active.any() ? m.stop(warp, FindingKind::device_assert) : go_on(warp);
}

void exit(Machine& m, Warp& warp, const LaneSet& active) {
  if (active != warp.running->lanes) go_on(warp);
  if (active.any()) m.exit_lanes(warp, active);
}

// Fences, prefetches: nothing to do here.
void nothing(Machine&, Warp& warp, const LaneSet&) { go_on(warp); }
void sleep(Machine& m, Warp& warp, const LaneSet& active) {
  Bits longest = 0;
  for_lanes(active, [&](unsigned l) {
    longest = std::max(longest, m.read(warp, l, m.instruction(warp).operands[0], ptx::Type::u32));
  });
  const uint64_t weight = sim::weight_of_sleep(static_cast<uint32_t>(longest), false);
  if (active.any()) m.count(warp, Counter::weighted_instructions, weight - 1);
  go_on(warp);
}
void trap(Machine& m, Warp& warp, const LaneSet& active) {
  active.any() ? m.stop(warp, FindingKind::trap) : go_on(warp);
}

constexpr ExecuteRow kRows[] = {{"bra", branch},        {"call", call},       {"ret", exit},
                                {"exit", exit},         {"trap", trap},       {"brkpt", trap},
                                {"membar", nothing},    {"fence", nothing},   {"prefetch", nothing},
                                {"prefetchu", nothing}, {"pmevent", nothing}, {"nanosleep", sleep}};

}  // namespace

std::span<const ExecuteRow> control_rows() { return kRows; }

void go_on(Warp& warp) { warp.running->go_to(warp.running->pc + 1); }

void next_split(Warp& warp) {
  warp.running.reset();
  if (warp.ready.empty()) return;
  warp.running = std::move(warp.ready.front());
  warp.ready.pop_front();
}

// A branch that all lanes of the running split take. Who has gone back too often lets others run.
void Machine::go_to(Warp& warp, uint32_t target) {
  Split& s = *warp.running;
  const uint32_t from = s.pc;
  s.go_to(target);
  if (target > from) return;
  const bool has_company = !warp.ready.empty();
  const uint64_t limit =
      polls_memory(*kernel->parsed, target, from) ? kSpinsInPollingLoop : kSpinsInOtherLoop;
  const bool is_late = ++warp.spins >= (has_company ? kPatience * limit : limit);
  if (is_late) warp.spins = 0;
  if (is_late && !release_waiting(warp, s.reconvergence)) {
    warp.yielded = true;
  } else if (is_late || has_company) {
    warp.ready.push_back(s);
    next_split(warp);
  }
}

// A split in front of its reconvergence point waits there, unless it is the last. True: the running
// split is at no reconvergence point, false: another one runs now, or none.
bool Machine::arrive_where_due(Warp& warp) const {
  Split& s = *warp.running;
  while (s.reconvergence && s.reconvergence->pc == s.pc) {
    ReconvergencePoint& reconvergence = *s.reconvergence;
    reconvergence.arrived |= s.lanes;
    if ((reconvergence.expected & ~reconvergence.arrived).any()) {
      next_split(warp);
      return false;
    }
    s.lanes = reconvergence.arrived;
    s.reconvergence = reconvergence.outer;
  }
  return true;
}

// Gives the running split a reconvergence point at `pc` for `lanes`, unless it has that one
// already.
void Machine::part(Warp& warp, uint32_t pc, const LaneSet& lanes) const {
  Split& s = *warp.running;
  if (s.reconvergence && s.reconvergence->pc == pc) return;
  s.reconvergence =
      std::make_shared<ReconvergencePoint>(ReconvergencePoint{pc, s.reconvergence, lanes, {}});
}

// For instructions that may wait: the lanes that the guard holds back wait behind the instruction.
// False: there is no other lane, and the split has gone on.
bool Machine::hold_back_unguarded(Warp& warp, const LaneSet& active) const {
  Split& s = *warp.running;
  if (active.none()) {
    go_on(warp);
    return false;
  }
  if (active != s.lanes) {
    part(warp, s.pc + 1, s.lanes);
    s.reconvergence->arrived |= s.lanes & ~active;
    s.lanes = active;
  }
  return true;
}

// The lanes of the running split that do not stay come to the instruction later.
void Machine::split_off(Warp& warp, const LaneSet& staying) const {
  Split& s = *warp.running;
  if (staying == s.lanes) return;
  part(warp, s.pc + 1, s.lanes);
  Split others = s;
  others.lanes &= ~staying;
  warp.ready.push_back(others);
  s.lanes = staying;
}

// `lanes` of the running split end. Others may have waited for them only; whoever awaits lanes of
// the warp looks again.
void Machine::exit_lanes(Warp& warp, const LaneSet& lanes) const {
  warp.exited |= lanes;
  warp.block->exited += lanes.count();
  Split& s = *warp.running;
  s.lanes &= ~lanes;
  for (auto reconvergence = s.reconvergence; reconvergence; reconvergence = reconvergence->outer) {
    reconvergence->expected &= ~lanes;
    if (reconvergence->arrived.none() || (reconvergence->expected & ~reconvergence->arrived).any())
      continue;
    warp.ready.push_back({reconvergence->pc, reconvergence->arrived, reconvergence->outer});
  }
  for (const Waiting& w : warp.waiting)
    if (w.barrier == kMembers) warp.ready.push_back(w.split);
  std::erase_if(warp.waiting, [](const Waiting& w) { return w.barrier == kMembers; });
  if (s.lanes.none()) next_split(warp);
}

// Lets the lanes go that wait at a reconvergence point and those around it. True if there were any.
bool Machine::release_waiting(Warp& warp, std::shared_ptr<ReconvergencePoint> reconvergence) const {
  bool released = false;
  for (; reconvergence; reconvergence = reconvergence->outer) {
    if (reconvergence->arrived.none()) continue;
    warp.ready.push_back({reconvergence->pc, reconvergence->arrived, reconvergence->outer});
    reconvergence->expected &= ~reconvergence->arrived;
    reconvergence->arrived.reset();
    released = true;
  }
  return released;
}

}  // namespace warplab::specification
