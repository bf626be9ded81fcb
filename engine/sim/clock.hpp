#pragma once
// What a clock of the simulator counts.
#include <cstdint>

namespace warplab::sim {

// Of clock64() and %clock. A warp that waits for a clock goes round its loop as often as on a GPU,
// or a few times more.
inline constexpr uint64_t kTicksPerInstruction = 8;

}  // namespace warplab::sim
