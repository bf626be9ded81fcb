#include "verdict/followed_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warplab::verdict {
namespace {

using data::BufferCounter;

// A gate asks for nine in ten. Where one block in four does something else 24 blocks show it with a
// probability of 0.98, and where half of them do in all but one of 10^5 files.
constexpr size_t kBlocks = 24;

bool is_followed(const exercise::CounterOfBuffer& counter) {
  return counter.counter == BufferCounter::followed_bytes ||
         counter.counter == BufferCounter::exchanged_bytes;
}

bool needs_following(const exercise::Gate& gate) {
  return gate.expression && std::ranges::any_of(gate.expression->buffer_counters(), is_followed);
}

}  // namespace

std::vector<size_t> launches_to_follow(const exercise::Exercise& exercise,
                                       const exercise::Case& setup) {
  std::vector<size_t> launches;
  for (size_t k = 0; k < setup.launch_specs.size(); ++k) {
    const auto is_about = [&](const exercise::Gate& gate) {
      return needs_following(gate) &&
             (gate.launch < 0 || static_cast<size_t>(gate.launch) == setup.launch_specs[k]);
    };
    if (std::ranges::any_of(exercise.gates, is_about)) launches.push_back(k);
  }
  return launches;
}

sim::FollowedBlocks blocks_to_follow(const exercise::Case& setup, size_t launch,
                                     const exercise::Draw& draw) {
  const uint64_t volume = setup.launches[launch].grid.volume();
  std::set<uint64_t> blocks;
  for (uint64_t k = 0; blocks.size() < std::min<uint64_t>(volume, kBlocks); ++k)
    blocks.insert(volume <= kBlocks
                      ? k
                      : draw.seed(fmt::format("block {} of launch {}", k, launch)).value % volume);
  return {static_cast<int>(launch), {blocks.begin(), blocks.end()}};
}

void add_followed(const sim::Report& report, VariantCounters& counted) {
  for (size_t k = 0; k < std::min(report.launches.size(), counted.launches.size()); ++k) {
    const std::vector<data::BufferTraffic>& from = report.launches[k].traffic.buffers;
    std::vector<data::BufferTraffic>& to = counted.launches[k].traffic.buffers;
    for (size_t b = 0; b < std::min(from.size(), to.size()); ++b)
      for (const auto& [line, counters] : from[b].lines)
        for (const BufferCounter c :
             {BufferCounter::followed_bytes, BufferCounter::exchanged_bytes}) {
          if (counters[c] == 0) continue;
          to[b].lines[line][c] += counters[c];
          to[b].total[c] += counters[c];
        }
  }
}

}  // namespace warplab::verdict
