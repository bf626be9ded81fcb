#pragma once
// Who else has a GPU open while it is timed.
#include <cstdint>
#include <span>
#include <string>

namespace warplab::verdict {

// One sentence about those of `pids` that are neither this process nor started by it, directly or
// not (the window, its workers, its attempt at interop); empty where there are none.
std::string note_about_processes(std::span<const uint32_t> pids);

}  // namespace warplab::verdict
