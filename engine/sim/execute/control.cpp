// Branches, merge points, calls and exits: everything that decides which lanes run what next.
#include "sim/execute/control.hpp"

#include "sim/execute/members.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace warplab::sim {
namespace {

constexpr uint32_t kSpinsInOtherLoop = 1u << 20;  // docs/SIMULATOR.md, "Spinning"
constexpr uint32_t kTurnsOfOthers = 64;           // as long as other splits of the warp can run
constexpr uint32_t kDeepestCall = 4096;

// What an activation of `f` takes: registers, and local variables of every lane.
uint64_t stack_bytes_of(const FunctionCode& f) {
  return f.frame_bytes + uint64_t{f.local_bytes} * kLanes;
}

Merge* new_merge(Warp& w, const Record* at, Frame* frame, Merge* outer, uint32_t expected) {
  if (w.free_merges.empty()) {
    w.merges.push_back(std::make_unique<Merge>());
    w.free_merges.push_back(w.merges.back().get());
  }
  Merge* m = w.free_merges.back();
  w.free_merges.pop_back();
  *m = {at, frame, outer, expected, 0};
  return m;
}

void resume_at_function_exit(Warp& w, uint32_t lanes, Frame* frame, Merge* merge);

// The lanes in `m` are complete: they go on as one split, now (returns its pc) or when their turn
// comes.
Split completed(Warp& w, Merge* m) {
  Split s{m->at, m->arrived, m->frame, m->outer, -1};
  w.free_merges.push_back(m);
  return s;
}

// The running split arrives at its merge point. Returns what runs next.
const Record* arrive(Warp& w) {
  Merge* m = w.merge;
  m->arrived |= w.mask;
  if ((m->expected & ~m->arrived) == 0) {
    const Split s = completed(w, m);
    w.mask = s.mask;
    w.merge = s.merge;
    return s.pc;
  }
  w.mask = 0;
  return nullptr;
}

// Takes `lanes` out of every merge point from `m` outwards; those that become complete run later.
void forget_lanes(Warp& w, Merge* m, uint32_t lanes) {
  while (m) {
    Merge* outer = m->outer;
    m->expected &= ~lanes;
    if (m->expected == 0) {
      w.free_merges.push_back(m);
    } else if (m->arrived != 0 && (m->expected & ~m->arrived) == 0) {
      const Split s = completed(w, m);
      if (s.pc) w.ready.push_back(s);
      else resume_at_function_exit(w, s.mask, s.frame, s.merge);
    }
    m = outer;
  }
}

// Copies `from` (callee's parameter area) to `to` for the lanes in `mask`: interleaved words.
void copy_area(std::byte* to, const std::byte* from, uint32_t bytes, uint32_t mask) {
  for (uint32_t word = 0; word < (bytes + 3) / 4; ++word) {
    const auto* f = reinterpret_cast<const uint32_t*>(from) + word * kLanes;
    auto* t = reinterpret_cast<uint32_t*>(to) + word * kLanes;
    for (unsigned l = 0; l < kLanes; ++l)
      if (mask >> l & 1) t[l] = f[l];
  }
}

// `lanes` leave `frame`: their results go to the caller's frame. Returns where they go on.
Split leave_function(Warp& w, uint32_t lanes, Frame* frame, Merge* merge) {
  Frame* caller = frame->caller;
  const CallSite& call = w.runner->launch->program->calls[frame->return_to->aux];
  for (size_t k = 0; k < call.results.size() && k < frame->function->results.size(); ++k)
    copy_area(caller->registers + call.results[k].offset,
              frame->registers + frame->function->results[k].offset,
              std::min(call.results[k].bytes, frame->function->results[k].bytes), lanes);
  const Split s{frame->return_to + 1, lanes, caller, merge, -1};
  frame->live &= ~lanes;
  if (frame->live == 0) release_frame(*w.runner, frame);
  return s;
}

void resume_at_function_exit(Warp& w, uint32_t lanes, Frame* frame, Merge* merge) {
  // A merge point at the exit of a kernel does not exist: its lanes simply exit.
  w.ready.push_back(leave_function(w, lanes, frame, merge));
}

}  // namespace

bool release_waiting(Warp& w, Merge* innermost) {
  bool released = false;
  for (Merge* m = innermost; m; m = m->outer) {
    if (!m->arrived) continue;
    const uint32_t lanes = m->arrived;
    m->arrived = 0;
    m->expected &= ~lanes;
    const Split s{m->at, lanes, m->frame, m->outer, -1};
    if (s.pc) w.ready.push_back(s);
    else resume_at_function_exit(w, s.mask, s.frame, s.merge);
    released = true;
  }
  return released;
}

namespace {

void save(Warp& w, const Record* pc) { w.ready.push_back({pc, w.mask, w.frame, w.merge, -1}); }

// A backward branch was taken: others of the warp get their turn.
const Record* after_backward_branch(Warp& w, const Record* i, const Record* to) {
  const uint32_t limit =
      i->flags & kPollingLoop ? w.runner->launch->order.spins_in_polling_loop : kSpinsInOtherLoop;
  if (!w.ready.empty() && ++w.spins < kTurnsOfOthers * limit) {
    save(w, to);
    return next_split(w);
  }
  if (w.ready.empty() && ++w.spins < limit) return to;
  w.spins = 0;
  if (release_waiting(w, w.merge)) {
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

const Record* stop_with(Warp& w, const Record* i, FindingKind kind, uint32_t lanes,
                        std::string text) {
  RawFinding f;
  f.kind = kind;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(lanes));
  f.count = static_cast<uint64_t>(std::popcount(lanes));
  f.text = std::move(text);
  w.runner->report(std::move(f));
  w.runner->fatal = true;
  w.block->aborted = true;
  return nullptr;
}

void enter(Warp& w, const Split& split) {
  w.mask = split.mask;
  w.frame = split.frame;
  w.merge = split.merge;
  w.base[0] = split.frame->registers;
  w.told = split.told;
}

const Record* next_split(Warp& w) {
  w.mask = 0;
  if (w.ready.empty()) return nullptr;
  const Split s = w.ready.front();
  w.ready.pop_front();
  enter(w, s);
  return s.pc;
}

Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask) {
  auto& free = r.free_frames[f.ptx_function];
  Frame* frame = nullptr;
  if (!free.empty()) {
    frame = free.back();
    free.pop_back();
  } else {
    r.frames.push_back(std::make_unique<Frame>());
    frame = r.frames.back().get();
    constexpr size_t kAlign = 64;
    r.register_memory.push_back(std::make_unique<std::byte[]>(f.frame_bytes + kAlign));
    auto address = reinterpret_cast<uintptr_t>(r.register_memory.back().get());
    frame->registers = reinterpret_cast<std::byte*>((address + kAlign - 1) / kAlign * kAlign);
  }
  frame->function = &f;
  r.stack_bytes += stack_bytes_of(f);
  frame->caller = caller;
  frame->live = mask;
  frame->depth = caller ? caller->depth + 1 : 0;
  frame->local_base =
      caller ? caller->local_base + ((caller->function->local_bytes + 15) & ~15u) : 0;
  for (size_t k = 0; k < f.zeroed.size(); ++k)
    std::memset(frame->registers + f.zeroed[k], 0, f.zeroed_bytes[k]);
  // An argument or result that nobody has stored is 0, not what an earlier call left.
  std::memset(frame->registers + f.areas_begin, 0, f.areas_bytes);
  return frame;
}

void release_frame(Runner& r, Frame* frame) {
  r.stack_bytes -= stack_bytes_of(*frame->function);
  r.free_frames[frame->function->ptx_function].push_back(frame);
}

const Record* lanes_exit(Warp& w, uint32_t lanes, const Record* next) {
  w.exited |= lanes;
  w.mask &= ~lanes;
  w.block->exited += static_cast<uint32_t>(std::popcount(lanes));
  if (const uint32_t stored = lanes & w.stored_since_barrier)
    w.block->exited_after_storing += static_cast<uint32_t>(std::popcount(stored));
  for (Frame* f = w.frame; f;) {
    Frame* caller = f->caller;
    f->live &= ~lanes;
    if (f->live == 0) release_frame(*w.runner, f);
    f = caller;
  }
  forget_lanes(w, w.merge, lanes);
  if (!w.waiting.empty()) wake_gathering(w);
  return w.mask ? next : next_split(w);
}

namespace {

constexpr uint64_t kWorkBetweenLooks = 1 << 16;

// Host threads that share a launch come to a limit at a place that depends on chance, and it is
// repeated by one of them then. They give up at this part of a limit: what never ends costs little
// more than it does on one, and a right kernel stays far below it.
constexpr uint64_t kPartWhenShared = 4;
uint64_t shared_limit(const LaunchState& launch, uint64_t limit) {
  return launch.order.one_host_thread ? limit : limit / kPartWhenShared;
}

// Now and then: has the kernel run too long, or has somebody stopped it?
const Record* look_around(Warp& w, const Record* i) {
  LaunchState& launch = *w.runner->launch;
  const uint64_t most = shared_limit(launch, launch.options->max_work_per_warp);
  if (w.work > most) return stop_with(w, i, FindingKind::step_limit, w.mask);
  w.runner->spend(w);
  w.checkpoint = std::min(most, w.work + kWorkBetweenLooks);
  const std::atomic<bool>* cancel = launch.options->cancel;
  if (cancel && cancel->load(std::memory_order_relaxed)) launch.progress.stop = true;
  if (!launch.progress.stop.load(std::memory_order_relaxed)) return i + 1;
  w.block->aborted = true;
  return nullptr;
}

}  // namespace

const Record* enter_block(Warp& w, const Record* i) {
  auto& visit = w.runner->counters.blocks[i->aux];
  visit.warps += 1;
  visit.lanes += static_cast<uint64_t>(std::popcount(w.mask));
  w.steps += static_cast<uint32_t>(i->imm);
  w.work += i->imm >> 32;
  if (w.work > w.checkpoint) [[unlikely]]
    return look_around(w, i);
  return i + 1;
}

const Record* enter_merge_block(Warp& w, const Record* i) {
  while (w.merge && w.merge->at == i && w.merge->frame == w.frame) {
    const Record* next = arrive(w);
    if (next == nullptr) return next_split(w);
  }
  return enter_block(w, i);
}

const Record* jump(Warp& w, const Record* i) {
  const Record* to = w.runner->launch->program->code.data() + i->imm;
  if (to > i) return to;
  return after_backward_branch(w, i, to);
}

// imm: target; aux: divergence slot; c: the merge block's code index, kNowhere for the function's
// exit.
const Record* branch(Warp& w, const Record* i) {
  const Record* code = w.runner->launch->program->code.data();
  const Record* to = code + i->imm;
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t taken = w.mask & predicate;
  if (taken == 0) return i + 1;
  if (taken == w.mask) return to > i ? to : after_backward_branch(w, i, to);
  w.runner->counters.branches[i->aux] += 1;
  const Record* meet = i->c == kNowhere ? nullptr : code + i->c;
  // In a kernel, lanes that only meet at its exit need no merge point.
  const bool needs_merge = meet || w.frame->caller;
  if (needs_merge && !(w.merge && w.merge->at == meet && w.merge->frame == w.frame))
    w.merge = new_merge(w, meet, w.frame, w.merge, w.mask);
  const uint32_t rest = w.mask & ~taken;
  const auto goes_to_merge = [&](const Record* place) { return needs_merge && place == meet; };
  if (goes_to_merge(to)) {
    w.merge->arrived |= taken;  // the rest has not arrived: it is this split
    w.mask = rest;
    return i + 1;
  }
  if (goes_to_merge(i + 1)) {
    w.merge->arrived |= rest;
    w.mask = taken;
    return to > i ? to : after_backward_branch(w, i, to);
  }
  if (to > i && w.runner->launch->order.lanes_reversed) {
    w.ready.push_back({i + 1, rest, w.frame, w.merge, -1});
    w.mask = taken;
    return to;
  }
  w.ready.push_back({to, taken, w.frame, w.merge, -1});
  w.mask = rest;
  return i + 1;
}

const Record* branch_past_barrier(Warp& w, const Record* i) {
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  for (const LeftBarrier& barrier : w.runner->launch->program->left_barriers[i->memory])
    for (uint32_t m = w.mask & (barrier.jumping ? predicate : ~predicate); m; m &= m - 1)
      w.left_at[barrier.group * kLanes + static_cast<unsigned>(std::countr_zero(m))] = i->site;
  return branch(w, i);
}

// aux: branch table; a: the 32-bit index; memory: divergence slot; c: as for branch. Lanes whose
// guard is false fall through.
const Record* branch_indexed(Warp& w, const Record* i) {
  const Program& program = *w.runner->launch->program;
  const auto& table = program.branch_tables[i->aux];
  const auto* index = w.at<uint32_t>(i->a);
  const Record* code = program.code.data();
  const auto target = [&](unsigned l) { return code + table[index[l]]; };
  // Of `lanes`, those that go where the first of them goes.
  const auto group_of = [&](uint32_t lanes) {
    const Record* to = target(static_cast<unsigned>(std::countr_zero(lanes)));
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
                     fmt::format("jumps to place {} of a list of {}, which ends at {}",
                                 index[std::countr_zero(beyond)], table.size(), table.size() - 1));
  if (group_of(jumping) == w.mask) {
    const Record* to = target(static_cast<unsigned>(std::countr_zero(jumping)));
    return to > i ? to : after_backward_branch(w, i, to);
  }
  w.runner->counters.branches[i->memory] += 1;
  const Record* meet = i->c == kNowhere ? nullptr : code + i->c;
  if ((meet || w.frame->caller) && !(w.merge && w.merge->at == meet && w.merge->frame == w.frame))
    w.merge = new_merge(w, meet, w.frame, w.merge, w.mask);
  const uint32_t rest = w.mask & ~jumping;
  while (jumping) {
    const uint32_t group = group_of(jumping);
    w.ready.push_back(
        {target(static_cast<unsigned>(std::countr_zero(jumping))), group, w.frame, w.merge, -1});
    jumping &= ~group;
  }
  if (rest == 0) return next_split(w);
  w.mask = rest;
  return i + 1;
}

// Lanes `w.mask & predicate` go on with the guarded record behind, the others wait after it. For
// instructions that end a turn (barriers, calls) and so cannot run under a temporary mask.
// c: code index of the merge block right behind the guarded record.
const Record* guard_around(Warp& w, const Record* i) {
  const uint32_t predicate = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t active = w.mask & predicate;
  const Record* after = w.runner->launch->program->code.data() + i->c;
  if (active == 0) return after;
  if (active == w.mask) return i + 1;
  if (!(w.merge && w.merge->at == after && w.merge->frame == w.frame))
    w.merge = new_merge(w, after, w.frame, w.merge, w.mask);
  w.merge->arrived |= w.mask & ~active;
  w.mask = active;
  return i + 1;
}

// A merge block that belongs to no basic block of the PTX: counts nothing.
const Record* meet_again(Warp& w, const Record* i) {
  while (w.merge && w.merge->at == i && w.merge->frame == w.frame) {
    const Record* next = arrive(w);
    if (next == nullptr) return next_split(w);
  }
  return i + 1;
}

const Record* function_return(Warp& w, const Record* i) {
  uint32_t lanes = w.mask;
  if (i->guard != kNowhere) lanes &= w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  if (lanes == 0) return i + 1;
  if (w.frame->caller == nullptr) {
    return lanes_exit(w, lanes, i + 1);
  }
  const bool waits_here = w.merge && w.merge->at == nullptr && w.merge->frame == w.frame;
  if (lanes != w.mask) {
    if (!waits_here) w.merge = new_merge(w, nullptr, w.frame, w.merge, w.mask);
    w.merge->arrived |= lanes;
    w.mask &= ~lanes;
    return i + 1;
  }
  if (waits_here) {
    Merge* m = w.merge;
    m->arrived |= w.mask;
    if (m->expected & ~m->arrived) return next_split(w);
    const Split s = completed(w, m);
    const Split back = leave_function(w, s.mask, s.frame, s.merge);
    enter(w, back);
    return back.pc;
  }
  const Split back = leave_function(w, w.mask, w.frame, w.merge);
  enter(w, back);
  return back.pc;
}

const Record* thread_exit(Warp& w, const Record* i) {
  uint32_t lanes = w.mask;
  if (i->guard != kNowhere) lanes &= w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  if (lanes == 0) return i + 1;
  return lanes_exit(w, lanes, i + 1);
}

namespace {

const Record* call_function(Warp& w, const Record* i, const FunctionCode& f) {
  Frame* frame = push_frame(*w.runner, f, w.frame, w.mask);
  w.work += f.work_of_call;
  frame->return_to = i;
  const uint64_t local_end = uint64_t{frame->local_base} + f.local_bytes;
  if (frame->depth > kDeepestCall || local_end > kLocalStart + kMostLocalBytes ||
      w.runner->stack_bytes > kMostStackBytes) {
    release_frame(*w.runner, frame);
    return stop_with(w, i, FindingKind::stack_overflow, w.mask);
  }
  const CallSite& call = w.runner->launch->program->calls[i->aux];
  for (size_t k = 0; k < call.arguments.size() && k < f.parameters.size(); ++k)
    copy_area(frame->registers + f.parameters[k].offset,
              w.frame->registers + call.arguments[k].offset,
              std::min(call.arguments[k].bytes, f.parameters[k].bytes), w.mask);
  reserve_local(w, static_cast<uint32_t>(local_end));
  w.frame = frame;
  w.base[0] = frame->registers;
  return w.runner->launch->program->code.data() + f.entry;
}

}  // namespace

const Record* call_direct(Warp& w, const Record* i) {
  return call_function(w, i, w.runner->launch->program->functions[i->imm]);
}

// a: 64-bit function addresses. Lanes with another target than the first lane's call afterwards;
// all meet again at the merge record behind the call.
const Record* call_indirect(Warp& w, const Record* i) {
  const Program& program = *w.runner->launch->program;
  const auto* address = w.at<uint64_t>(i->a);
  const uint64_t first = address[std::countr_zero(w.mask)];
  uint32_t same = 0;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const int l = std::countr_zero(m);
    if (address[l] == first) same |= 1u << l;
  }
  const uint64_t number = (first - kFunctionWindow) / 16;
  if (first < kFunctionWindow || first % 16 != 0 || number >= program.functions.size() ||
      program.functions[number].entry == 0 || program.module->functions[number].is_kernel)
    return stop_with(w, i, FindingKind::trap, w.mask,
                     "calls through a pointer that is not the address of a function");
  if (same != w.mask) {
    const Record* after = i + 1;
    if (!(w.merge && w.merge->at == after && w.merge->frame == w.frame))
      w.merge = new_merge(w, after, w.frame, w.merge, w.mask);
    w.ready.push_back({i, w.mask & ~same, w.frame, w.merge, -1, i});
    w.mask = same;
  }
  return call_function(w, i, program.functions[number]);
}

void reserve_local(Warp& w, uint32_t bytes) {
  const size_t words = (bytes + 3) / 4;
  if (w.local_written.size() >= words) return;
  w.local.resize(words * 4 * kLanes);
  w.local_written.resize(words);
}

void Runner::spend(Warp& w) {
  const uint64_t more = w.work - w.counted;
  w.counted = w.work;
  const uint64_t sum = launch->progress.work.fetch_add(more, std::memory_order_relaxed) + more;
  if (launch->progress.work_before + sum <= shared_limit(*launch, launch->options->max_work))
    return;
  fatal = true;
  launch->progress.overspent = true;
  launch->progress.stop = true;
}

bool Runner::is_known(FindingKind kind, uint32_t site, uint32_t other_site, uint64_t block,
                      uint32_t thread, uint64_t count) {
  const auto known = findings.find(finding_key(kind, site, other_site));
  if (known == findings.end()) return false;
  RawFinding& first = known->second;
  if (std::pair(block, thread) < std::pair(first.block, first.thread)) return false;
  first.count += count;
  return true;
}

void Runner::report(RawFinding finding) {
  auto key = finding_key(finding.kind, finding.site, finding.other_site);
  // The same sites of another program are other places.
  key.first += static_cast<int>(finding.earlier_launch * kFindingKindCount);
  auto [it, is_new] = findings.try_emplace(key, finding);
  if (is_new) return;
  RawFinding& old = it->second;
  const uint64_t count = old.count + finding.count;
  if (std::pair(finding.block, finding.thread) < std::pair(old.block, old.thread)) old = finding;
  old.count = count;
}

}  // namespace warplab::sim
