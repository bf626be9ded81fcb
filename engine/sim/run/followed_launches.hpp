#pragma once
// Options::follow: which launches are run where some blocks of one are followed.
#include <optional>
#include <span>
#include <string>

#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"

namespace warplab::sim {

// Why `follow` names what is not there.
std::optional<std::string> cannot_follow(const FollowedBlocks& follow,
                                         std::span<const Launch> launches);

// The followed launch, and those before it that leave something which it can see: in a buffer that
// is not only read, or in variables.
bool is_run(size_t launch, const FollowedBlocks& follow, std::span<const Launch> launches,
            std::span<const Buffer> buffers);

}  // namespace warplab::sim
