// One block on one host thread: its warps take turns in order.
#include "sim/execute/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/execute/barrier.hpp"
#include "sim/execute/barrier_objects.hpp"
#include "sim/execute/calls.hpp"
#include "sim/execute/control.hpp"
#include "sim/execute/members.hpp"
#include "sim/execute/reconvergence.hpp"
#include "sim/execute/tell.hpp"
#include "sim/execute/waiting.hpp"
#include "sim/state/runner.hpp"
#include "sim/state/warp_clocks.hpp"

namespace warplab::sim {
namespace {

// Each lane that goes on alone may need registers and local memory of its own in what it calls.
constexpr uint64_t kMostStackBytesToPart = kMostStackBytes / kLanes;

std::unique_ptr<Warp> take_warp(Runner& r) {
  if (r.free_warps.empty()) return std::make_unique<Warp>();
  auto w = std::move(r.free_warps.back());
  r.free_warps.pop_back();
  return w;
}

void start_warp(Runner& r, Block& block, uint32_t index) {
  const Program& program = *r.launch->program;
  auto owned = take_warp(r);
  Warp& w = *owned;
  w.runner = &r;
  w.block = &block;
  w.index = index;
  w.first_thread = index * kLanes;
  const uint32_t count = std::min(kLanes, block.threads - w.first_thread);
  w.lanes = count == kLanes ? ~0u : (1u << count) - 1;
  w.exited = 0;
  w.shared_clock = 0;
  w.steps = w.work = 0;
  w.checkpoint = w.counted = w.waited = 0;
  w.in_vain = false;
  w.done_at_objects.clear();
  w.spins = 0;
  w.waits = nullptr;
  w.looked_in_vain = false;
  w.idle_steps = 0;
  w.yielded = w.followed = w.left_alone = w.apart = false;
  w.by_lane = r.launch->checks.provenance || r.launch->order.late
                  ? kAllKindsByLane
                  : block.observed_by->lane_by_lane();
  w.told = nullptr;
  w.ungathered = false;
  w.stored_since_barrier = 0;
  w.left_at.assign(size_t{program.barriers.groups} * kLanes, kNotLeft);
  w.ready.clear();
  w.waiting.clear();
  w.parting.clear();
  w.free_reconvergences.clear();
  if (w.reconvergences)
    for (Reconvergence& m : *w.reconvergences) w.free_reconvergences.push_back(&m);
  const FunctionCode& kernel = program.functions[program.kernel];
  std::fill(w.local_written.begin(), w.local_written.end(), 0u);
  // Most kernels have none, and to clear the bytes in front of it takes longer than a short warp.
  if (kernel.local_bytes != 0) reserve_local(w, kLocalStart + kernel.local_bytes);
  Frame* frame = push_frame(r, kernel, nullptr, w.lanes);
  frame->local_base = kLocalStart;
  w.base[1] = reinterpret_cast<std::byte*>(const_cast<Program::Chunk*>(program.constants.data()));
  w.ready.push_back({program.code.data() + kernel.entry, w.lanes, frame, nullptr, -1});
  w.mask = 0;
  w.pc = nullptr;
  block.warps.push_back(owned.release());
}

void report_deadlock(Runner& r, Block& block) {
  for (Warp* w : block.warps)
    for (const Split& s : w->waiting) {
      RawFinding f;
      f.kind = FindingKind::deadlock;
      f.site = waits_before(s) ? s.pc->site : (s.pc - 1)->site;
      if (s.barrier == kBarrierObject) f.told.what = missing_arrivals(*w, s);
      f.block = block.linear;
      f.thread = w->first_thread + static_cast<uint32_t>(std::countr_zero(s.mask));
      f.count = static_cast<uint64_t>(std::popcount(s.mask));
      r.report(std::move(f));
    }
  r.fatal = true;
  block.aborted = true;
}

// Until it waits or ends, or for `quantum` micro-operations if that is not 0.
bool run_records(Warp& w, uint64_t quantum) {
  w.yielded = false;
  if (w.runner->launch->order.waits_give_way) begin_turn(w);
  const MicroOp* pc = w.pc ? w.pc : next_split(w);
  w.pc = nullptr;
  if (w.block->observed_by->step_by_step()) {
    while (pc && !w.left_alone) {
      if (quantum != 0 && --quantum == 0) {
        w.pc = pc;
        return true;
      }
      tell_before(w, pc);
      pc = pc->run(w, pc);
    }
  }
  if (quantum != 0) {
    while (pc && --quantum) pc = pc->run(w, pc);
    // A turn that the warp ended itself has left in w.pc where it goes on.
    if (pc) w.pc = pc;
  } else {
    while (pc) pc = pc->run(w, pc);
  }
  return w.pc != nullptr || !w.ready.empty();
}

bool run_before_ordering_access(Warp& w) {
  w.yielded = false;
  const MicroOp* pc = w.pc ? w.pc : next_split(w);
  w.pc = nullptr;
  while (pc) {
    if (w.block->observed_by->step_by_step() && !w.left_alone) tell_before(w, pc);
    pc = pc->run(w, pc);
    if (pc && pc->flags & kOrderingAccess) {
      w.pc = pc;
      return true;
    }
  }
  return false;
}

void go_on_with_next_split(Warp& w) {
  if (w.pc == nullptr || w.ready.empty()) return;
  w.ready.push_back({w.pc, w.mask, w.frame, w.reconvergence, -1});
  w.mask = 0;
  w.pc = nullptr;
}

void go_apart(Warp& w, bool last_first) {
  for (;;) {
    if (w.pc == nullptr) w.pc = next_split(w);
    if (w.pc == nullptr || !(w.pc->flags & kOrderingAccess)) return;
    if (w.runner->stack_bytes > kMostStackBytesToPart || stay_together_at_object(w, w.pc)) return;
    if (!last_first || !make_way_for_waiting(w)) return part_lanes(w, last_first);
  }
}

BlockState look_after(Runner& r, Block& block) {
  if (block.aborted) return BlockState::ended;
  if (block.exited == block.threads) return BlockState::ended;
  if (complete_barriers(block)) return BlockState::can_run;
  bool can_look = false;  // and nothing else
  for (const Warp* w : block.warps) {
    if (!can_run(*w)) continue;
    if (!w->waits || !w->looked_in_vain) return BlockState::can_run;
    can_look = true;
  }
  if (can_look) {
    block.let_go |= let_go_of_waiting(block);
    return BlockState::can_run;
  }
  block.wakes += 1;
  // Lanes that wait for others of their warp, which wait at a barrier for them.
  bool released = false;
  for (Warp* w : block.warps)
    for (size_t k = 0; k < w->waiting.size(); ++k)
      released |= release_waiting(*w, w->waiting[k].reconvergence);
  if (released) return BlockState::can_run;
  if (answer_waiting(r, block)) return BlockState::can_run;
  for (Warp* w : block.warps)
    if (give_up_gathering(*w)) return BlockState::can_run;
  report_deadlock(r, block);
  return BlockState::ended;
}

// One thing that the order does with a block, told to who wants to know.
template <class Do>
auto in_turn(TurnEvent::Kind kind, Block& block, const Warp* w, uint64_t quantum, const Do& what) {
  Observer* const observer = block.observed_by->turns;
  if (observer == nullptr) [[likely]]
    return what();
  struct Told {
    Observer& observer;
    const TurnEvent event;
    ~Told() { observer.turn_ends(event); }
  };
  const Told told{*observer, {kind, block, w, quantum}};
  observer->turn_starts(told.event);
  return what();
}

}  // namespace

std::unique_ptr<Block> start_block(Runner& r, uint64_t linear) {
  const LaunchState& launch = *r.launch;
  std::unique_ptr<Block> block;
  if (r.free_blocks.empty()) {
    block = std::make_unique<Block>();
  } else {
    block = std::move(r.free_blocks.back());
    r.free_blocks.pop_back();
  }
  const SharedLayout& shared = launch.program->shared;
  const uint32_t unit_shift = launch.program->shared_unit_shift;
  if (block->shared.size() != shared.window_bytes || block->tracking.unit_shift != unit_shift) {
    block->shared.assign(shared.window_bytes, std::byte{0});
    block->tracking.unit_shift = unit_shift;
    block->tracking.writer.assign(shared.window_bytes >> unit_shift, 0);
    block->tracking.reader.assign(shared.window_bytes >> unit_shift, 0);
    block->tracking.epoch = block->tracking.last_clock = 0;
  }
  // Where the run goes on after a value was read that nobody wrote, start from the same bytes.
  if (!launch.checks.tracking || launch.checks.marks)
    std::fill(block->shared.begin(), block->shared.end(), std::byte{0});
  block->tracking.epoch = std::max(block->tracking.epoch, block->tracking.last_clock);
  // Each block has half of all clocks at least.
  if (block->tracking.epoch > kLastSharedEpoch / 2) {
    std::fill(block->tracking.writer.begin(), block->tracking.writer.end(), 0u);
    std::fill(block->tracking.reader.begin(), block->tracking.reader.end(), 0u);
    block->tracking.epoch = 0;
  }
  block->tracking.last_clock = 0;
  // Of a run that nobody tracks exactly nobody asks what was met.
  block->tracking.enabled =
      launch.checks.tracking && !(launch.checks.marks && launch.checks.marks->looks_away());
  block->tracking.epoch += 1;
  block->tracking.first_epoch = block->tracking.epoch;
  if (block->tracking.enabled && launch.program->has_partial_barriers && shared.window_bytes != 0) {
    if (!block->tracking.clocks) block->tracking.clocks = std::make_shared<WarpClocks>();
    block->tracking.clocks->block_starts(launch.warps_per_block, block->tracking.writer.size());
  } else {
    block->tracking.clocks = nullptr;
  }
  block->linear = linear;
  block->position = position_of(linear, launch.launch->grid);
  block->threads = static_cast<uint32_t>(launch.threads_per_block);
  block->exited = block->exited_after_storing = 0;
  block->aborted = false;
  block->left.clear();
  for (Barrier& b : block->barriers) b = {};
  std::ranges::fill(block->met_before, 0u);
  block->copies.clear();
  block->objects.clear();
  block->vain_answers = 0;
  block->activity = 0;
  block->makes_way = block->let_go = false;
  const bool is_observed = launch.observer && launch.observer->wants_block(linear);
  block->observed_by = is_observed ? &launch.observed_by : &kObservedByNobody;
  for (uint32_t i = 0; i < launch.warps_per_block; ++i) start_warp(r, *block, i);
  if (Observer* observer = block->observed_by->blocks) observer->block_starts({linear, *block});
  return block;
}

void finish_block(Runner& r, std::unique_ptr<Block> block) {
  if (Observer* observer = block->observed_by->blocks)
    observer->block_ends({block->linear, *block});
  uint64_t instructions = 0;
  for (Warp* w : block->warps) {
    r.spend(*w);
    const uint64_t of_warp = w->steps - w->idle_steps;
    instructions += of_warp;
    r.counters.busiest_warp = std::max(r.counters.busiest_warp, of_warp);
    r.free_warps.emplace_back(w);
  }
  r.counters.busiest_block = std::max(r.counters.busiest_block, instructions);
  block->warps.clear();
  r.free_blocks.push_back(std::move(block));
}

bool run_warp(Warp& w, uint64_t quantum) {
  return in_turn(TurnEvent::Kind::micro_ops, *w.block, &w, quantum,
                 [&] { return run_records(w, quantum); });
}

bool run_to_ordering_access(Warp& w) {
  return in_turn(TurnEvent::Kind::to_ordering_access, *w.block, &w, 0,
                 [&] { return run_before_ordering_access(w); });
}

void give_turn_to_next_split(Warp& w) {
  in_turn(TurnEvent::Kind::next_split, *w.block, &w, 0, [&] { go_on_with_next_split(w); });
}

void part_at_ordering_access(Warp& w, bool last_first) {
  const auto kind = last_first ? TurnEvent::Kind::part_last : TurnEvent::Kind::part_first;
  in_turn(kind, *w.block, &w, 0, [&] { go_apart(w, last_first); });
}

bool can_run(const Warp& w) { return w.pc != nullptr || !w.ready.empty(); }

void let_through_barriers(Block& block) {
  in_turn(TurnEvent::Kind::barriers, block, nullptr, 0, [&] { complete_barriers(block); });
}

BlockState unblock(Runner& r, Block& block) {
  return in_turn(TurnEvent::Kind::unblock, block, nullptr, 0, [&] { return look_after(r, block); });
}

bool run_block(Runner& r, Block& block) {
  for (;;) {
    bool progress = false;
    for (Warp* w : block.warps) {
      if (!can_run(*w)) continue;
      run_warp(*w, 0);
      if (block.aborted) return true;
      if (!w->yielded || (w->waits && !w->looked_in_vain)) progress = true;
    }
    if (unblock(r, block) == BlockState::ended) return true;
    progress |= std::exchange(block.let_go, false);
    if (!progress || std::exchange(block.makes_way, false)) return false;
    if (r.launch->progress.stop.load(std::memory_order_relaxed)) {
      block.aborted = true;
      return true;
    }
  }
}

}  // namespace warplab::sim
