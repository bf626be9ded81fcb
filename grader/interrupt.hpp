#pragma once
// Ctrl-C: the first one asks for a clean end, the second ends at once.
#include <atomic>

namespace warplab::grader {

// Catches SIGINT, SIGTERM and SIGHUP from now on. The flag becomes true with the first of them.
const std::atomic<bool>& catch_interrupts();

}  // namespace warplab::grader
