#include "model/apart.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplab::model {
namespace {

using data::BlockTrace;
using data::LaunchTrace;

// Of a trace in which each block stands for equally many of its grid.
Amounts amounts_of(const LaunchTrace& trace) {
  double executed = 0, recorded = 0, sectors = 0;
  for (const BlockTrace& block : trace.blocks) {
    for (const data::WarpTrace& warp : block.warps) {
      executed += static_cast<double>(warp.executed);
      recorded += static_cast<double>(warp.steps.size());
    }
    for (const data::TraceAccess& access : block.accesses)
      for (uint64_t i = access.first_line; i < uint64_t{access.first_line} + access.lines; ++i)
        if (access.space == data::TraceSpace::global && i < block.lines.size())
          sectors += std::popcount(static_cast<unsigned>(block.lines[i].sectors));
  }
  if (trace.blocks.empty() || recorded == 0) return {};
  const double blocks =
      static_cast<double>(trace.grid.volume()) / static_cast<double>(trace.blocks.size());
  return {executed * blocks, sectors * executed / recorded * blocks,
          static_cast<double>(trace.grid.volume())};
}

}  // namespace

SplitTrace split(LaunchTrace trace) {
  SplitTrace result;
  const auto is_apart = [&](const BlockTrace& block) {
    return std::ranges::find(trace.apart, block.block) != trace.apart.end();
  };
  const auto there = static_cast<size_t>(std::ranges::count_if(trace.blocks, is_apart));
  if (there > 0 && there < trace.blocks.size()) {
    LaunchTrace frame = trace;
    frame.blocks.clear();
    frame.apart.clear();
    frame.grid = {1, 1, 1};
    for (const BlockTrace& block : trace.blocks) {
      if (!is_apart(block)) continue;
      result.apart.push_back(frame);
      result.apart.back().blocks.push_back(block);
    }
    std::erase_if(trace.blocks, is_apart);
  }
  result.rest = std::move(trace);
  return result;
}

LaunchModel with_apart(const LaunchModel& rest, const SplitTrace& traces,
                       const std::vector<LaunchModel>& apart) {
  LaunchModel all = rest;
  const auto grid = static_cast<double>(std::max<uint64_t>(traces.rest.grid.volume(), 1));
  const double launch = rest.parts_us[static_cast<size_t>(Part::launch)];
  const double range = rest.time_us > 0 ? rest.high_us / rest.time_us : 1;
  for (size_t k = 0; k < apart.size() && rest.possible; ++k) {
    const LaunchModel& one = apart[k];
    if (!one.possible) {
      all.possible = false;
      all.why_not = one.why_not;
      return all;
    }
    all.l2_bytes += one.l2_bytes;
    all.dram_bytes += one.dram_bytes;
    all.operations += one.operations;
    const double begins =
        (rest.time_us - launch) * static_cast<double>(traces.apart[k].blocks[0].block) / grid;
    const double time = begins + one.time_us;
    if (time <= all.time_us) continue;
    // It is what the launch waits for, so its parts are the launch's.
    all.time_us = time;
    std::copy(std::begin(one.parts_us), std::end(one.parts_us), std::begin(all.parts_us));
    all.parts_us[static_cast<size_t>(Part::tail)] = std::max(0.0, time - rest.time_us);
    all.limiter = one.limiter;
    all.second_limiter = one.second_limiter;
    all.pipe = one.pipe;
  }
  all.low_us = all.time_us / range;
  all.high_us = all.time_us * range;
  return all;
}

Amounts amounts_of(const SplitTrace& traces) {
  Amounts sum = amounts_of(traces.rest);
  for (const LaunchTrace& one : traces.apart) {
    const Amounts more = amounts_of(one);
    sum.instructions += more.instructions;
    sum.sectors += more.sectors;
  }
  return sum;
}

}  // namespace warplab::model
