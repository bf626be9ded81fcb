#include "sim/execute/stop.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

constexpr uint64_t kWorkBetweenLooks = 1 << 16;

// Host threads that share a launch come to a limit at a place that depends on chance, and it is
// repeated by one of them then. They give up at this part of a limit: what never ends costs little
// more than it does on one, and a right kernel stays far below it.
constexpr uint64_t kPartWhenShared = 4;
uint64_t shared_limit(const LaunchState& launch, uint64_t limit) {
  return launch.order.one_host_thread ? limit : limit / kPartWhenShared;
}

}  // namespace

void report_lanes(Warp& w, const MicroOp* i, FindingKind kind, uint32_t lanes, Told told) {
  RawFinding f;
  f.kind = kind;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(lanes));
  f.count = static_cast<uint64_t>(std::popcount(lanes));
  f.told = std::move(told);
  w.runner->report(std::move(f));
}

const MicroOp* stop_with(Warp& w, const MicroOp* i, FindingKind kind, uint32_t lanes, Told told) {
  report_lanes(w, i, kind, lanes, std::move(told));
  w.runner->fatal = true;
  w.block->aborted = true;
  return nullptr;
}

const MicroOp* look_around(Warp& w, const MicroOp* i) {
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

}  // namespace warplab::sim
