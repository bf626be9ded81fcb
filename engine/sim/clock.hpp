#pragma once
// What a clock of the simulator counts.
#include <cstdint>

namespace warplab::sim {

// Of clock64() and %clock. `while (clock64() - t < n) {}` goes round in four instructions, and in
// 40 ticks on an H100 (driver 580.159.04, 2026-11-27).
inline constexpr uint64_t kTicksPerInstruction = 8;

}  // namespace warplab::sim
