#include "sim/execute/left_barriers.hpp"

#include <algorithm>
#include <span>

#include "sim/left_barrier.hpp"

namespace warplab::sim {
namespace {

// Of the barrier, and of the calls that led to it.
std::vector<uint32_t> groups_of(const Program& program, const Frame* frame, const MicroOp* i) {
  std::vector<uint32_t> groups;
  for (; frame; i = frame->return_to, frame = frame->caller) {
    const Site& site = program.sites[i->site];
    if (const auto group = program.barriers.functions[site.function].group_at(site.index))
      groups.push_back(*group);
    if (frame->caller == nullptr) break;
  }
  return groups;
}

const ptx::BarrierExit* exit_at(const Program& program, uint32_t branch, uint32_t group) {
  const Site& site = program.sites[branch];
  for (const ptx::BarrierExit& e : program.barriers.functions[site.function].exits)
    if (e.branch == site.index && e.group == group) return &e;
  return nullptr;
}

struct Leavers {
  uint64_t count = 0;
  uint32_t first = 0;  // thread
};

// `outer`: of the calls that led to the barrier. Who has left one of these has left for good; what
// it did in a function before that says nothing.
void report_group(Block& block, uint32_t group, std::span<const uint32_t> outer,
                  const MicroOp* barrier) {
  if (std::ranges::find(block.left, group) != block.left.end()) return;
  block.left.push_back(group);
  Runner& runner = *block.warps[0]->runner;
  const Program& program = *runner.launch->program;
  std::map<uint32_t, Leavers> by_branch;  // 0: of all that nothing names
  for (const Warp* w : block.warps)
    for (uint32_t m = w->exited; m; m &= m - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(m));
      const uint32_t at = w->left_at[group * kLanes + lane];
      const bool left_before = std::ranges::any_of(
          outer, [&](uint32_t o) { return w->left_at[o * kLanes + lane] != kNotLeft; });
      if (at == kNotLeft || left_before) continue;
      const ptx::BarrierExit* const exit = exit_at(program, at, group);
      if (exit && exit->returned && exit->unnamed) continue;
      Leavers& l = by_branch[exit && exit->unnamed ? 0 : at];
      if (l.count++ == 0) l.first = w->first_thread + lane;
    }
  for (const auto& [branch, leavers] : by_branch) {
    const ptx::BarrierExit* const exit = branch == 0 ? nullptr : exit_at(program, branch, group);
    const bool by_return = exit && exit->returned;
    RawFinding f;
    f.kind = left_barrier_kind(by_return);
    f.site = barrier->site;
    f.block = f.other_block = block.linear;
    f.thread = f.other_thread = leavers.first;
    f.other_site = branch;
    f.count = leavers.count;
    f.told = left_barrier(by_return, branch == 0 ? 0 : program.sites[branch].line, leavers.count);
    runner.report(std::move(f));
  }
}

}  // namespace

uint32_t report_left_barrier(Block& block, const Split& waiting, const MicroOp* barrier) {
  const Program& program = *block.warps[0]->runner->launch->program;
  const std::vector<uint32_t> groups = groups_of(program, waiting.frame, barrier);
  for (size_t k = 0; k < groups.size(); ++k)
    report_group(block, groups[k], std::span(groups).subspan(k + 1), barrier);
  if (block.exited_after_storing == 0) return 0;
  uint32_t unexplained = 0;
  for (const Warp* w : block.warps)
    for (uint32_t m = w->exited & w->stored_since_barrier; m; m &= m - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(m));
      unexplained += std::ranges::all_of(
          groups, [&](uint32_t group) { return w->left_at[group * kLanes + lane] == kNotLeft; });
    }
  return unexplained;
}

}  // namespace warplab::sim
