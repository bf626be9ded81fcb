#include "sim/run/followed_launches.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

bool leaves_something(const Launch& earlier, const Launch& later, std::span<const Buffer> buffers) {
  if (later.keep_variables) return true;
  return std::ranges::any_of(earlier.arguments, [&](const Argument& a) {
    return a.buffer >= 0 && !buffers[static_cast<size_t>(a.buffer)].read_only &&
           std::ranges::any_of(later.arguments,
                               [&](const Argument& b) { return b.buffer == a.buffer; });
  });
}

}  // namespace

std::optional<std::string> cannot_follow(const FollowedBlocks& follow,
                                         std::span<const Launch> launches) {
  if (follow.launch < 0 || static_cast<size_t>(follow.launch) >= launches.size())
    return "The blocks to follow are of no launch.";
  const uint64_t blocks = launches[static_cast<size_t>(follow.launch)].grid.volume();
  const auto is_beyond = [&](uint64_t block) { return block >= blocks; };
  if (std::ranges::any_of(follow.blocks, is_beyond))
    return "The grid has no block to follow there.";
  return std::nullopt;
}

bool is_run(size_t launch, const FollowedBlocks& follow, std::span<const Launch> launches,
            std::span<const Buffer> buffers) {
  const auto followed = static_cast<size_t>(follow.launch);
  if (launch >= followed) return launch == followed;
  for (size_t later = launch + 1; later <= followed; ++later)
    if (leaves_something(launches[launch], launches[later], buffers)) return true;
  return false;
}

}  // namespace warplab::sim
