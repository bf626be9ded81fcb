// Calls, returns and exits.
#include "sim/execute/calls.hpp"

#include <algorithm>

#include "sim/execute/control.hpp"
#include "sim/execute/members.hpp"
#include "sim/execute/reconvergence.hpp"
#include "sim/execute/stop.hpp"

namespace warplab::sim {
namespace {

constexpr uint32_t kDeepestCall = 4096;

// What a GPU gives each thread for calls whose depth the compiler cannot know, until the host says
// otherwise (cudaLimitStackSize), and what each takes beside its local variables. On an H100
// (driver 580.159.04) a function of one sum failed between 20 and 40 calls deep with "an illegal
// memory access", and one with an array of 64 bytes between 5 and 10.
constexpr uint64_t kStackOfThread = 1024, kLeastBytesOfCall = 32;

// What an activation of `f` takes: registers, and local variables of every lane.
uint64_t stack_bytes_of(const FunctionCode& f) {
  return f.frame_bytes + uint64_t{f.local_bytes} * kLanes;
}

// Copies `from` (callee's parameter area) to `to` for the lanes in `mask`: interleaved words.
void copy_area(std::byte* to, const std::byte* from, uint32_t bytes, uint32_t mask) {
  for (uint32_t word = 0; word < (bytes + 3) / 4; ++word) {
    const auto* f = reinterpret_cast<const uint32_t*>(from) + word * kLanes;
    auto* t = reinterpret_cast<uint32_t*>(to) + word * kLanes;
    if (mask == ~0u) std::memcpy(t, f, kLanes * sizeof *t);
    else
      for (unsigned l = 0; l < kLanes; ++l)
        if (mask >> l & 1) t[l] = f[l];
  }
}

}  // namespace

Split leave_function(Warp& w, uint32_t lanes, Frame* frame, Reconvergence* reconvergence) {
  Frame* caller = frame->caller;
  const CallSite& call = w.runner->launch->program->calls[frame->return_to->call];
  for (size_t k = 0; k < call.results.size() && k < frame->function->results.size(); ++k)
    copy_area(caller->registers + call.results[k].offset,
              frame->registers + frame->function->results[k].offset,
              std::min(call.results[k].bytes, frame->function->results[k].bytes), lanes);
  const Split s{frame->return_to + 1, lanes, caller, reconvergence, -1};
  frame->live &= ~lanes;
  if (frame->live == 0) release_frame(*w.runner, frame);
  return s;
}

Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask) {
  auto& free = r.free_frames[f.ptx_function];
  Frame* frame = nullptr;
  if (!free.empty()) {
    frame = free.back();
    free.pop_back();
  } else {
    frame = &r.frames.emplace_back();
    frame->registers = r.register_memory.take(f.frame_bytes);
  }
  frame->function = &f;
  r.stack_bytes += stack_bytes_of(f);
  frame->caller = caller;
  frame->live = mask;
  frame->depth = caller ? caller->depth + 1 : 0;
  frame->local_base =
      caller ? caller->local_base + ((caller->function->local_bytes + 15) & ~15u) : 0;
  if (r.whole_frames) std::memset(frame->registers, 0, f.frame_bytes);
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

const MicroOp* lanes_exit(Warp& w, uint32_t lanes, const MicroOp* next) {
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
  forget_lanes(w, w.reconvergence, lanes);
  if (!w.waiting.empty()) wake_gathering(w);
  return w.mask ? next : next_split(w);
}

const MicroOp* function_return(Warp& w, const MicroOp* i) {
  uint32_t lanes = w.mask;
  if (i->guard != kNowhere) lanes &= w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  if (lanes == 0) return i + 1;
  if (w.frame->caller == nullptr) {
    return lanes_exit(w, lanes, i + 1);
  }
  const bool waits_here =
      w.reconvergence && w.reconvergence->at == nullptr && w.reconvergence->frame == w.frame;
  if (lanes != w.mask) {
    if (!waits_here)
      w.reconvergence = new_reconvergence(w, nullptr, w.frame, w.reconvergence, w.mask);
    w.reconvergence->arrived |= lanes;
    w.mask &= ~lanes;
    return i + 1;
  }
  if (waits_here) {
    Reconvergence* m = w.reconvergence;
    m->arrived |= w.mask;
    if (m->expected & ~m->arrived) return next_split(w);
    const Split s = completed(w, m);
    w.met = w.mask;
    const Split back = leave_function(w, s.mask, s.frame, s.reconvergence);
    enter(w, back);
    return back.pc;
  }
  const Split back = leave_function(w, w.mask, w.frame, w.reconvergence);
  enter(w, back);
  return back.pc;
}

const MicroOp* thread_exit(Warp& w, const MicroOp* i) {
  uint32_t lanes = w.mask;
  if (i->guard != kNowhere) lanes &= w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  if (lanes == 0) return i + 1;
  return lanes_exit(w, lanes, i + 1);
}

namespace {

// A call goes beyond the stack of a GPU's thread, and those around it did not.
void note_deep_recursion(Warp& w, const MicroOp* i, const Frame& frame) {
  const Program& program = *w.runner->launch->program;
  if (frame.depth < program.functions.size()) return;  // each may be called once: depth is known
  const uint64_t of_kernel = kLocalStart + program.functions[program.kernel].local_bytes;
  const auto bytes = [&](uint64_t depth, uint64_t local_end) {
    return depth * kLeastBytesOfCall + local_end - std::min(local_end, of_kernel);
  };
  const uint64_t before = bytes(frame.depth - 1, frame.local_base);
  const uint64_t now = bytes(frame.depth, uint64_t{frame.local_base} + frame.function->local_bytes);
  if (before > kStackOfThread || now <= kStackOfThread) return;
  const uint32_t thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(w.mask));
  const auto count = static_cast<uint64_t>(std::popcount(w.mask));
  if (w.runner->is_known(FindingKind::note, i->site, 0, w.block->linear, thread, count)) return;
  report_lanes(
      w, i, FindingKind::note, w.mask,
      {say(Says::recursion_beyond_stack, Count{frame.depth}), say(Says::where_recursion_fails)});
}

const MicroOp* call_function(Warp& w, const MicroOp* i, const FunctionCode& f) {
  Frame* frame = push_frame(*w.runner, f, w.frame, w.mask);
  w.work += f.work_of_call;
  frame->return_to = i;
  const uint64_t local_end = uint64_t{frame->local_base} + f.local_bytes;
  if (frame->depth > kDeepestCall || local_end > kLocalStart + kMostLocalBytes ||
      w.runner->stack_bytes > kMostStackBytes) {
    release_frame(*w.runner, frame);
    return stop_with(w, i, FindingKind::stack_overflow, w.mask);
  }
  if (frame->depth >= 2) note_deep_recursion(w, i, *frame);
  const CallSite& call = w.runner->launch->program->calls[i->call];
  for (size_t k = 0; k < call.arguments.size() && k < f.parameters.size(); ++k)
    copy_area(frame->registers + f.parameters[k].offset,
              w.frame->registers + call.arguments[k].offset,
              std::min(call.arguments[k].bytes, f.parameters[k].bytes), w.mask);
  if (f.local_bytes != 0) reserve_local(w, static_cast<uint32_t>(local_end));
  w.frame = frame;
  w.base[0] = frame->registers;
  return w.runner->launch->program->code.data() + f.entry;
}

}  // namespace

const MicroOp* call_direct(Warp& w, const MicroOp* i) {
  return call_function(w, i, w.runner->launch->program->functions[i->imm]);
}

// a: 64-bit function addresses. Lanes with another target than the first lane's call afterwards;
// all meet again at the reconvergence micro-operation behind the call.
const MicroOp* call_indirect(Warp& w, const MicroOp* i) {
  const Program& program = *w.runner->launch->program;
  const auto* address = w.at<uint64_t>(i->a);
  const uint64_t first = address[std::countr_zero(w.mask)];
  uint32_t same = 0;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const int l = std::countr_zero(m);
    if (address[l] == first) same |= 1u << l;
  }
  const auto number = windows::function_at(first, program.functions.size());
  if (!number || program.functions[*number].entry == 0 ||
      program.module->functions[*number].is_kernel)
    return stop_with(w, i, FindingKind::trap, w.mask, {say(Says::calls_through_no_function), {}});
  if (same != w.mask) {
    const MicroOp* after = i + 1;
    if (!(w.reconvergence && w.reconvergence->at == after && w.reconvergence->frame == w.frame))
      w.reconvergence = new_reconvergence(w, after, w.frame, w.reconvergence, w.mask);
    w.ready.push_back({i, w.mask & ~same, w.frame, w.reconvergence, -1, i});
    w.mask = same;
  }
  return call_function(w, i, program.functions[*number]);
}

void reserve_local(Warp& w, uint32_t bytes) {
  const size_t words = (bytes + 3) / 4;
  if (w.local_written.size() >= words) return;
  w.local.resize(words * 4 * kLanes);
  w.local_written.resize(words);
}

}  // namespace warplab::sim
