#include "model/replay.hpp"

#include <algorithm>
#include <limits>

namespace warplab::model {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct RunningBlock;
struct Scheduler;

struct RunningWarp {
  const PreparedWarp* code = nullptr;
  RunningBlock* block = nullptr;
  Scheduler* scheduler = nullptr;
  size_t place = 0;           // among the scheduler's warps
  size_t next = 0;            // step
  double latest_memory = 0;   // when all that it asked of memory is there
  std::vector<double> ready;  // result of each step
};

struct RunningBlock {
  const PreparedBlock* code = nullptr;
  uint64_t round = 0;
  size_t running = 0;  // warps
  std::vector<RunningWarp> warps;
  struct Passage {
    uint32_t arrived = 0;
    std::vector<RunningWarp*> waiting;
  };
  std::vector<Passage> barriers;
};

struct Scheduler {
  double free = 0, issued = 0;
  std::array<Queue, kPipeCount> pipes;
  // Its warps, and when each can be issued: side by side, as they are looked through each time.
  std::vector<RunningWarp*> warps;
  std::vector<double> earliest;
  RunningWarp* candidate = nullptr;  // the first of those that can be issued soonest
  double when = kNever;

  void choose() {
    candidate = nullptr;
    when = kNever;
    for (size_t k = 0; k < warps.size(); ++k) {
      const double at = std::max(earliest[k], free);
      if (at >= when) continue;
      when = at;
      candidate = warps[k];
      if (at == free) return;
    }
  }
  void take(RunningWarp* warp);
  void drop(const RunningWarp* warp);
};

void Scheduler::take(RunningWarp* warp) {
  warp->scheduler = this;
  warp->place = warps.size();
  warps.push_back(warp);
  earliest.push_back(kNever);
}

void Scheduler::drop(const RunningWarp* warp) {
  const auto place = static_cast<std::ptrdiff_t>(warp->place);
  warps.erase(warps.begin() + place);
  earliest.erase(earliest.begin() + place);
  for (size_t k = warp->place; k < warps.size(); ++k) warps[k]->place = k;
}

class Multiprocessor {
 public:
  Multiprocessor(const PreparedLaunch& launch, const Gpu& gpu, const ReplayPlan& plan)
      : launch_(launch),
        gpu_(gpu),
        plan_(plan),
        memory_(gpu, launch, plan.memory),
        schedulers_(std::max<uint64_t>(gpu.schedulers, 1)) {
    for (size_t p = 0; p < kPipeCount; ++p) {
      const double lanes =
          lanes_of(gpu, static_cast<Pipe>(p)) / static_cast<double>(gpu.schedulers);
      clk_[p] = 32 / lanes;
      latency_[p] = latency_of(gpu, static_cast<Pipe>(p));
    }
  }

  ReplayResult run() {
    slots_.resize(std::max<uint64_t>(std::min(plan_.resident, plan_.blocks), 1));
    for (RunningBlock& slot : slots_) start(slot, 0);
    for (;;) {
      const auto next = std::ranges::min_element(schedulers_, {}, &Scheduler::when);
      if (next->when == kNever) break;
      issue(*next);
    }
    return finish();
  }

 private:
  void start(RunningBlock& slot, double now) {
    if (started_ >= plan_.blocks || launch_.blocks.empty()) return;
    const double begin = std::max(now, block_starts_from_);
    block_starts_from_ = begin + gpu_.block_launch_clk;
    slot.code = &launch_.blocks[started_ % launch_.blocks.size()];
    slot.round = started_ / launch_.blocks.size();
    ++started_;
    slot.barriers.assign(slot.code->trace->barriers.size(), {});
    slot.warps.resize(slot.code->warps.size());
    slot.running = slot.warps.size();
    for (size_t w = 0; w < slot.warps.size(); ++w) {
      RunningWarp& warp = slot.warps[w];
      warp.code = &slot.code->warps[w];
      warp.block = &slot;
      warp.next = 0;
      warp.latest_memory = 0;
      warp.ready.assign(warp.code->steps.size(), 0);
      schedulers_[next_scheduler_++ % schedulers_.size()].take(&warp);
      is_issued_from(warp, begin + gpu_.block_start_clk);
    }
    // A warp without instructions ends at once.
    for (RunningWarp& warp : slot.warps)
      if (warp.code->steps.empty()) end(warp, begin);
    for (Scheduler& s : schedulers_) s.choose();
  }

  void issue(Scheduler& scheduler) {
    RunningWarp& warp = *scheduler.candidate;
    const double now = scheduler.when;
    const size_t index = warp.next++;
    const Step& step = warp.code->steps[index];
    const auto pipe = static_cast<size_t>(step.work.pipe);
    const double issues = std::max<double>(step.work.issues, 1);
    scheduler.free = now + issues;
    scheduler.issued += issues;
    double accepted = now, ready = now;
    if (step.work.pipe == Pipe::memory && step.detail != Step::kNone) {
      const MemorySystem::Served served =
          memory_.access(*warp.block->code, step, warp.block->round, now);
      accepted = served.accepted;
      ready = served.ready;
      warp.latest_memory = std::max(warp.latest_memory, ready);
    } else if (step.is_memory_order) {
      ready = std::max(now, warp.latest_memory);
      accepted = ready;
    } else {
      accepted = scheduler.pipes[pipe].serve(now, (issues - step.work.others) * clk_[pipe]);
      // The instructions of a chain wait for one another, the others go beside them.
      ready = accepted + step.work.chain * std::max(latency_[pipe], clk_[pipe]);
    }
    warp.ready[index] = ready;
    if (step.work.pipe == Pipe::barrier && step.detail != Step::kNone)
      arrive(warp, step.detail, now);
    else
      go_on(warp, std::max(now + issues, accepted), step.work.pipe == Pipe::branch ? ready : now);
    scheduler.choose();
  }

  // The warp's next instruction, not before `now`, and what it waits for.
  void go_on(RunningWarp& warp, double now, double not_before) {
    if (warp.next >= warp.code->steps.size()) {
      end(warp, std::max(now, warp.latest_memory));
      return;
    }
    double earliest = std::max(now, not_before);
    for (const uint32_t from : warp.code->steps[warp.next].from)
      if (from != Step::kNone) earliest = std::max(earliest, warp.ready[from]);
    is_issued_from(warp, earliest);
  }

  // kNever: it waits at a barrier, or has ended.
  static void is_issued_from(RunningWarp& warp, double when) {
    warp.scheduler->earliest[warp.place] = when;
  }

  void arrive(RunningWarp& warp, uint32_t number, double now) {
    RunningBlock& block = *warp.block;
    RunningBlock::Passage& passage = block.barriers[number];
    passage.arrived += 1;
    passage.waiting.push_back(&warp);
    is_issued_from(warp, kNever);
    if (passage.arrived < block.code->trace->barriers[number]) return;
    std::vector<RunningWarp*> waiting;
    waiting.swap(passage.waiting);
    for (RunningWarp* w : waiting) go_on(*w, now + gpu_.barrier_latency, now);
    for (Scheduler& s : schedulers_) s.choose();
  }

  void end(RunningWarp& warp, double now) {
    warp.scheduler->drop(&warp);
    RunningBlock& block = *warp.block;
    block_end_ = std::max(block_end_, now);
    if (--block.running > 0) return;
    ends_.push_back(now);
    ending_.push_back(&block);
    start_next(now);
  }

  // A block's room is free: the next one comes. (Not from within a loop over the room's warps.)
  void start_next(double now) {
    while (!ending_.empty() && !starting_) {
      starting_ = true;
      RunningBlock* slot = ending_.back();
      ending_.pop_back();
      start(*slot, now);
      starting_ = false;
    }
  }

  ReplayResult finish() {
    ReplayResult result;
    result.clk = std::max(block_end_, memory_.drained());
    result.completed = started_ >= plan_.blocks && ends_.size() == started_;
    result.block_end = std::move(ends_);
    for (const Scheduler& s : schedulers_) {
      result.issue = std::max(result.issue, s.issued);
      for (size_t p = 0; p < kPipeCount; ++p)
        result.pipes[p] = std::max(result.pipes[p], s.pipes[p].busy);
    }
    result.pipes[static_cast<size_t>(Pipe::memory)] = memory_.addresses.busy;
    result.data = memory_.data.busy;
    result.l2 = std::max(memory_.l2.busy, memory_.l2_writes.busy);
    result.dram = memory_.dram.busy;
    result.dram_part = memory_.dram_part();
    result.atomics = memory_.atomics.busy;
    result.l2_read_bytes = memory_.l2_read_bytes;
    result.l2_write_bytes = memory_.l2_write_bytes;
    result.dram_read_bytes = memory_.dram_read_bytes;
    result.dram_write_bytes = memory_.dram_write_bytes;
    return result;
  }

  const PreparedLaunch& launch_;
  const Gpu& gpu_;
  const ReplayPlan& plan_;
  MemorySystem memory_;
  std::vector<Scheduler> schedulers_;
  std::vector<RunningBlock> slots_;
  std::array<double, kPipeCount> clk_ = {}, latency_ = {};
  uint64_t started_ = 0;
  size_t next_scheduler_ = 0;
  double block_starts_from_ = 0, block_end_ = 0;
  std::vector<double> ends_;
  std::vector<RunningBlock*> ending_;
  bool starting_ = false;
};

}  // namespace

ReplayResult replay(const PreparedLaunch& launch, const Gpu& gpu, const ReplayPlan& plan) {
  return Multiprocessor(launch, gpu, plan).run();
}

}  // namespace warplab::model
