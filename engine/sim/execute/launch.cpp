#include "sim/execute/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "sim/device/sparse_pages.hpp"
#include "sim/execute/block.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/scheduled.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

// After a block: what this thread has touched so far, for the others to see.
void publish(Runner& r) {
  LaunchState& launch = *r.launch;
  if (!launch.checks.tracking) return;
  for (size_t k = 0; k < r.tracking.allocations.size(); ++k) {
    const auto& mine = r.tracking.allocations[k];
    if (mine.read_untracked && !launch.checks.was_read[k].load(std::memory_order_relaxed))
      launch.checks.was_read[k] = true;
    if ((mine.wrote || mine.updated) &&
        !launch.checks.was_written[k].load(std::memory_order_relaxed))
      launch.checks.was_written[k] = true;
    if (launch.checks.was_read[k].load(std::memory_order_relaxed) &&
        launch.checks.was_written[k].load(std::memory_order_relaxed)) {
      launch.checks.reads_need_tracking = true;
      launch.progress.stop = true;
    }
  }
}

// A block of this thread has ended.
void ended(Runner& r, std::unique_ptr<Block> block, const std::function<void(uint64_t)>& progress) {
  finish_block(r, std::move(block));
  publish(r);
  const uint64_t done = r.launch->progress.done_blocks.fetch_add(1) + 1;
  if (r.number == 0 && progress) progress(done);
  const std::atomic<bool>* cancel = r.launch->options->cancel;
  if (r.fatal || (cancel && cancel->load(std::memory_order_relaxed)))
    r.launch->progress.stop = true;
}

void run_parallel(Runner& r, uint64_t blocks, const std::function<void(uint64_t)>& progress) {
  while (!r.launch->progress.stop.load(std::memory_order_relaxed)) {
    const uint64_t linear = r.launch->progress.next_block.fetch_add(1);
    if (linear >= blocks) break;
    auto block = start_block(r, linear);
    if (!run_block(r, *block)) {  // it waits for another block: that needs one thread for all
      r.launch->checks.suspicious = true;
      r.launch->progress.stop = true;
    }
    ended(r, std::move(block), progress);
  }
}

// All accesses of blocks so far that may let another one go on.
uint64_t writes_of(const Runner& r) {
  const Program& program = *r.launch->program;
  uint64_t sum = 0;
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    const MemorySite& site = program.memory_sites[k];
    const bool is_common = site.space == ptx::Space::global || site.space == ptx::Space::shared;
    if (site.kind != AccessKind::load && is_common) sum += r.counters.memory[k].requests;
  }
  return sum;
}

// All blocks that there is room for wait, and others are to come. They have waited in vain when for
// some rounds none of them has ended or written anything.
class WaitForLaterBlocks {
 public:
  // A block of `waiting` gets its turn, since there is no room for another.
  bool is_in_vain(const Runner& r, size_t waiting) {
    if (--turns_left_ > 0) return false;
    turns_left_ = static_cast<int64_t>(waiting);
    const uint64_t writes = writes_of(r);
    rounds_ = writes == writes_ && waiting == waiting_ ? rounds_ + 1 : 0;
    writes_ = writes;
    waiting_ = waiting;
    return rounds_ >= kRoundsInVain;
  }
  void ended() { rounds_ = 0; }

 private:
  int64_t turns_left_ = 0;
  size_t waiting_ = 0;
  uint64_t writes_ = 0;
  uint32_t rounds_ = 0;
};

// The first warp that spins stands for all.
void report_wait_for_later_blocks(Runner& r, const Block& block) {
  for (const Warp* w : block.warps) {
    if (w->pc == nullptr) continue;
    RawFinding f;
    f.kind = FindingKind::step_limit;
    f.site = w->pc->site;
    f.block = block.linear;
    f.thread = w->first_thread + static_cast<uint32_t>(std::countr_zero(w->mask));
    f.count = static_cast<uint64_t>(std::popcount(w->mask));
    f.told = waits_for_later_blocks();
    r.report(std::move(f));
    break;
  }
  r.fatal = true;
  r.launch->progress.stop = true;
}

// One block after the other; one that spins makes room for the next and gets its turn again.
void run_in_order(Runner& r, uint64_t blocks, const EndBlock& end_block) {
  std::deque<std::unique_ptr<Block>> spinning;
  WaitForLaterBlocks wait;
  const size_t most = most_spinning_blocks(*r.launch);
  uint64_t next = 0;
  Observer* const observer = r.launch->observer;
  while (!r.launch->progress.stop.load(std::memory_order_relaxed)) {
    for (; observer && next < blocks && !observer->runs_block(next); ++next)
      r.launch->progress.done_blocks.fetch_add(1);
    std::unique_ptr<Block> block;
    const bool has_room = spinning.size() < most && r.stack_bytes < kMostStackBytes / 2;
    if (next < blocks && (has_room || spinning.empty())) {
      block = start_block(r, next);
      ++next;
    } else if (!spinning.empty()) {
      block = std::move(spinning.front());
      spinning.pop_front();
    } else {
      break;
    }
    if (run_block(r, *block)) {
      end_block(std::move(block));
      wait.ended();
      continue;
    }
    spinning.push_back(std::move(block));
    if (next < blocks && spinning.size() >= most && wait.is_in_vain(r, spinning.size()))
      report_wait_for_later_blocks(r, *spinning.back());
  }
  for (auto& block : spinning) finish_block(r, std::move(block));
}

void add(SlotCounters& sum, const SlotCounters& part) {
  for (size_t k = 0; k < sum.blocks.size(); ++k) {
    sum.blocks[k].warps += part.blocks[k].warps;
    sum.blocks[k].lanes += part.blocks[k].lanes;
  }
  for (size_t k = 0; k < sum.memory.size(); ++k) {
    sum.memory[k].requests += part.memory[k].requests;
    sum.memory[k].units += part.memory[k].units;
    sum.memory[k].ideal += part.memory[k].ideal;
    sum.memory[k].bytes += part.memory[k].bytes;
  }
  for (size_t k = 0; k < sum.branches.size(); ++k) sum.branches[k] += part.branches[k];
  sum.busiest_warp = std::max(sum.busiest_warp, part.busiest_warp);
  sum.busiest_block = std::max(sum.busiest_block, part.busiest_block);
  add_shares(sum, part);
}

// Units that two host threads touched, one of them writing.
bool met_across_threads(const GlobalTracking& tracking, const std::vector<Runner>& runners) {
  for (size_t a = 0; a < tracking.allocations.size(); ++a) {
    const TrackedAllocation& t = tracking.allocations[a];
    bool touched = false;
    for (const Runner& r : runners)
      touched |= r.tracking.allocations[a].wrote || r.tracking.allocations[a].updated;
    if (!touched) continue;
    for (size_t word = 0; word <= t.units / 64; ++word) {
      uint64_t written = 0, atomically = 0, read = 0;
      for (const Runner& r : runners) {
        const auto& mine = r.tracking.allocations[a];
        const uint64_t w = mine.wrote ? mine.written.as<uint64_t>()[word] : 0;
        const uint64_t u = mine.updated ? mine.atomically.as<uint64_t>()[word] : 0;
        const uint64_t d = mine.read ? mine.read.as<uint64_t>()[word] : 0;
        if ((w & (written | atomically | read)) | (u & (written | read)) |
            (d & (written | atomically)))
          return true;
        written |= w, atomically |= u, read |= d;
      }
    }
  }
  return false;
}

// All blocks, by as many host threads as there are runners.
void run_blocks(std::vector<Runner>& runners, uint64_t blocks, const Schedule& schedule,
                const std::function<void(uint64_t)>& progress) {
  if (runners.size() == 1) {
    Runner& r = runners[0];
    const EndBlock end_block = [&](std::unique_ptr<Block> block) {
      ended(r, std::move(block), progress);
    };
    if (schedule.kind == Schedule::Kind::in_order) run_in_order(r, blocks, end_block);
    else run_scheduled(r, blocks, schedule, end_block);
  } else {
    std::vector<std::jthread> others;
    for (size_t k = 1; k < runners.size(); ++k)
      others.emplace_back(
          [&runners, &progress, blocks, k] { run_parallel(runners[k], blocks, progress); });
    run_parallel(runners[0], blocks, progress);
  }
}

// What only shows when all host threads have come to their end: places that two of them touched,
// and memory that was read as constant data and written.
void look_at_all_together(const LaunchState& launch, const std::vector<Runner>& runners,
                          LaunchOutcome& out) {
  if (runners.size() > 1 && met_across_threads(*launch.checks.tracking, runners))
    out.suspicious = true;
  for (const Runner& r : runners)
    for (size_t a = 0; a < r.tracking.allocations.size(); ++a) {
      const RunnerTracking::Entry& mine = r.tracking.allocations[a];
      if (!mine.read_only_path || !launch.checks.was_written[a]) continue;
      if (!launch.checks.marks) {
        out.suspicious = true;
        continue;
      }
      const Allocation& allocation = *launch.checks.tracking->allocations[a].allocation;
      launch.checks.marks->mark_both(allocation, mine.read, mine.written);
      launch.checks.marks->mark_both(allocation, mine.read, mine.atomically);
    }
}

// How the launch ended.
void decide(const LaunchState& launch, const std::vector<Runner>& runners, uint64_t blocks,
            LaunchOutcome& out) {
  out.suspicious = launch.checks.suspicious;
  out.reads_need_tracking = launch.checks.reads_need_tracking && !out.suspicious;
  bool fatal = false;
  for (const Runner& r : runners) fatal |= r.fatal;
  out.overspent = launch.progress.overspent;
  out.completed = launch.progress.done_blocks == blocks && !fatal && !out.suspicious &&
                  !launch.checks.reads_need_tracking;
  out.ends_by_chance = fatal && runners.size() > 1 && !out.suspicious && !out.reads_need_tracking;
  if (launch.checks.tracking && out.completed) look_at_all_together(launch, runners, out);
}

// Counters, findings and output of all host threads together.
void gather(std::vector<Runner>& runners, LaunchOutcome& out) {
  for (Runner& r : runners) settle_all(r);
  out.counters = std::move(runners[0].counters);
  for (size_t k = 1; k < runners.size(); ++k) add(out.counters, runners[k].counters);
  // One finding for each kind and place in the code: the first in block and thread order.
  Runner& first = runners[0];
  for (size_t k = 1; k < runners.size(); ++k)
    for (auto& [key, finding] : runners[k].findings) first.report(finding);
  for (auto& [key, finding] : first.findings) out.findings.push_back(std::move(finding));
  for (Runner& r : runners) {
    out.output += r.output;
    out.swept_work += r.swept_work;
    out.mixed_barrier = std::min(out.mixed_barrier, r.mixed_barrier);
    out.touched.push_back(std::move(r.tracking));
  }
}

void end_observation(Runner& r, LaunchOutcome& out) {
  const auto own = std::exchange(r.findings, {});
  r.found_before = &own;
  r.launch->observer->launch_ends(r);
  r.found_before = nullptr;
  const auto told = std::exchange(r.findings, own);
  for (const auto& [key, finding] : told) {
    out.told.push_back(finding);
    r.report(finding);
  }
}

}  // namespace

Runner make_runner(LaunchState& launch, unsigned number) {
  const Program& program = *launch.program;
  Runner r;
  r.launch = &launch;
  r.number = number;
  r.counters.blocks.resize(program.blocks.size());
  r.counters.memory.resize(program.memory_sites.size());
  r.counters.shares.resize(program.memory_sites.size());
  r.counters.booked.resize(program.memory_sites.size());
  r.counters.branches.resize(program.branch_site_count);
  r.patterns.resize(program.memory_sites.size());
  r.last_allocation.resize(program.memory_sites.size());
  r.last_shared.resize(program.memory_sites.size());
  r.free_frames.resize(program.functions.size());
  const GlobalTracking* tracking =
      launch.checks.tracking ? launch.checks.tracking : launch.checks.provenance;
  if (tracking) {
    r.tracking.allocations.resize(tracking->allocations.size());
    for (size_t k = 0; k < tracking->allocations.size(); ++k) {
      const TrackedAllocation& t = tracking->allocations[k];
      const size_t bytes = (t.units / 64 + 2) * 8;
      r.tracking.allocations[k].written = pages_beside(*t.allocation, bytes);
      r.tracking.allocations[k].atomically = pages_beside(*t.allocation, bytes);
      if (t.reads_tracked) r.tracking.allocations[k].read = pages_beside(*t.allocation, bytes);
    }
  }
  return r;
}

void set_order(LaunchState& launch, const Schedule& schedule, bool one_host_thread) {
  launch.order.lanes_reversed = schedule.kind == Schedule::Kind::reversed ||
                                schedule.kind == Schedule::Kind::lockstep_reversed;
  const Schedule::Kind turns = turns_of(schedule).kind;
  launch.order.lanes_apart =
      turns == Schedule::Kind::lanes_apart || turns == Schedule::Kind::lanes_apart_reversed;
  launch.order.objects_say_no =
      launch.order.lanes_apart || schedule.kind == Schedule::Kind::reversed;
  launch.order.waits_give_way = schedule.kind == Schedule::Kind::in_order;
  launch.order.one_host_thread = one_host_thread;
  const size_t allocations = launch.memory.addresses->allocations().size();
  launch.checks.was_read = std::make_unique<std::atomic<bool>[]>(allocations);
  launch.checks.was_written = std::make_unique<std::atomic<bool>[]>(allocations);
}

LaunchOutcome run_launch(LaunchState& launch, unsigned threads, const Schedule& schedule,
                         const std::function<void(uint64_t)>& progress) {
  const uint64_t blocks = launch.launch->grid.volume();
  if (schedule.kind != Schedule::Kind::in_order) threads = 1;
  threads = static_cast<unsigned>(std::clamp<uint64_t>(threads, 1, std::max<uint64_t>(blocks, 1)));
  set_order(launch, schedule, threads == 1);
  const size_t allocations = launch.memory.addresses->allocations().size();
  std::vector<Runner> runners;
  for (unsigned k = 0; k < threads; ++k) runners.push_back(make_runner(launch, k));
  if (launch.observer) {
    launch.observer->launch_starts(launch);
    launch.observed_by = observed_by(*launch.observer);
  }
  run_blocks(runners, blocks, schedule, progress);
  LaunchOutcome out;
  if (launch.observer) end_observation(runners[0], out);
  decide(launch, runners, blocks, out);
  for (size_t a = 0; a < allocations; ++a)
    out.read_and_written.push_back(launch.checks.was_read[a] && launch.checks.was_written[a]);
  gather(runners, out);
  return out;
}

}  // namespace warplab::sim
