#include "specification/left_barriers.hpp"

#include <algorithm>

#include "sim/left_barrier.hpp"

namespace warplab::sim::plain {

void LeftBarriers::note_leaving(Warp& warp, const LaneSet& taken) {
  const Split& s = *warp.running;
  const FunctionImage* f = s.call->function;
  for (const ptx::BarrierExit& e : context_.image.barriers.functions[f->number].exits) {
    if (e.branch != s.pc) continue;
    for (unsigned l = 0; l < kLanes; ++l)
      if (s.lanes[l] && taken[l] == e.jumping) warp.left[e.group][l] = {f, s.pc};
  }
}

// Of the barrier at which `waiting` waits, and of the calls that led to it.
std::vector<uint32_t> LeftBarriers::barrier_groups(const Split& waiting) const {
  std::vector<uint32_t> groups;
  uint32_t at = waiting.pc;
  for (auto call = waiting.call; call; call = call->caller) {
    const auto& function = context_.image.barriers.functions[call->function->number];
    if (const auto group = function.group_at(at)) groups.push_back(*group);
    at = call->call_site;
  }
  return groups;
}

void LeftBarriers::report_group(Block& block, uint32_t group, std::span<const uint32_t> outer,
                                int line) {
  if (std::ranges::find(block.left, group) != block.left.end()) return;
  block.left.push_back(group);
  const auto exit_at = [&](const FunctionImage* f, uint32_t branch) {
    ptx::BarrierExit found;
    for (const ptx::BarrierExit& e : context_.image.barriers.functions[f->number].exits)
      if (e.branch == branch && e.group == group) found = e;
    return found;
  };
  // By whether they have returned, and the line, 0 where nothing names it.
  std::map<std::pair<bool, int>, std::vector<uint32_t>> threads;
  for (const Warp& warp : block.warps)
    if (const auto found = warp.left.find(group); found != warp.left.end())
      for (const auto& [lane, branch] : found->second) {
        // Clang before 16 captures no structured binding.
        const bool left_before = std::ranges::any_of(outer, [&, of = lane](uint32_t o) {
          const auto at = warp.left.find(o);
          return at != warp.left.end() && at->second.contains(of);
        });
        if (!warp.exited[lane] || left_before) continue;
        const ptx::BarrierExit exit = exit_at(branch.first, branch.second);
        if (exit.returned && exit.unnamed) continue;
        threads[{exit.returned, exit.unnamed ? 0 : branch.first->lines[branch.second]}].push_back(
            warp.first_thread + lane);
      }
  for (const auto& [how, who] : threads) {
    const auto [returned, other_line] = how;
    Event event;
    event.kind = left_barrier_kind(returned);
    event.line = line;
    event.other_line = other_line;
    event.block = block.linear;
    event.told = left_barrier(returned, other_line, who.size());
    for (const uint32_t thread : who) {
      event.thread = thread;
      complaints_.add(event);
    }
  }
}

// How many threads stored something and then ended without the barrier at which `waiting` waits, in
// a way that the source does not explain.
uint64_t LeftBarriers::report_left(Block& block, const Split& waiting) {
  const std::vector<uint32_t> groups = barrier_groups(waiting);
  for (size_t k = 0; k < groups.size(); ++k)
    report_group(block, groups[k], std::span(groups).subspan(k + 1),
                 waiting.call->function->lines[waiting.pc]);
  uint64_t unexplained = 0;
  for (const Warp& warp : block.warps)
    for (unsigned l = 0; l < kLanes; ++l) {
      if (!warp.exited[l] || !warp.stored[l]) continue;
      bool explained = false;
      for (const uint32_t group : groups)
        if (const auto found = warp.left.find(group); found != warp.left.end())
          explained = explained || found->second.contains(l);
      unexplained += !explained;
    }
  return unexplained;
}

// Before the threads that wait at barrier `number`, which is for the whole block, go on.
void LeftBarriers::report_barriers(Block& block, unsigned number) {
  const Split* first = nullptr;
  for (const Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting) {
      if (w.barrier != static_cast<int>(number)) continue;
      const Split& s = w.split;
      Event event;
      event.kind = FindingKind::barrier_divergence;
      event.line = s.call->function->lines[s.pc];
      event.block = block.linear;
      for (unsigned l = kLanes; l-- > 0;)
        if (s.lanes[l]) event.thread = warp.first_thread + l;
      if (first == nullptr) {
        first = &s;
        const uint64_t n = block.exited != 0 ? report_left(block, s) : 0;
        if (n == 0) continue;
        event.told = ended_without_barrier(n);
      } else {
        if (s.call->function == first->call->function && s.pc == first->pc) continue;
        event.other_line = first->call->function->lines[first->pc];
        event.told = other_barrier(event.line, event.other_line);
      }
      complaints_.add(event);
    }
}

}  // namespace warplab::sim::plain
