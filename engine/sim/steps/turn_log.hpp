#pragma once
// One block in a launch whose blocks run together, in any order: the turns that it had, and what
// the others had changed by then of what it accesses. With them the block alone can be executed
// again, and does what it did.
#include <array>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sim/device/device_heap.hpp"
#include "sim/observer.hpp"
#include "sim/refusal.hpp"
#include "sim/state/launch_state.hpp"
#include "sim/steps/touched_memory.hpp"

namespace warplab::sim {

struct TurnLog {
  struct Turn {
    TurnEvent::Kind kind = TurnEvent::Kind::micro_ops;
    uint16_t warp = 0;
    uint32_t quantum = 0;
    uint32_t spins_in_polling_loop =
        0;               // LaunchOrder's, which changes where the rest goes in order
    uint64_t steps = 0;  // Warp::steps behind it; of the whole block, 0
  };
  std::vector<Turn> turns;
  // Before the block's access of this number, from 0, a line that it touches got this content.
  struct Change {
    uint64_t access = 0;
    MemoryLine line;
    std::array<std::byte, kMemoryLineBytes> content;
  };
  std::vector<Change> changes;
  // Before the turn of this number others had used the heap or had printed.
  struct Shared {
    size_t turn = 0;
    DeviceHeap heap;
    LaunchOutput printed;
  };
  std::vector<Shared> shared;
};

// Why a block's turns could not be logged.
enum class NotLogged : uint8_t {
  cancelled,
  too_long,    // for Options::max_work, or for what a log may take
  not_reached  // the launch ended without the block
};
// Runs `launch`, which is described and has not begun, up to the end of `block`, with all blocks in
// `schedule`. What that leaves in memory has nothing to do with what the block began with: all that
// it accesses is in the log.
Result<TurnLog, NotLogged> log_turns(LaunchState& launch, const Schedule& schedule, uint64_t block);

}  // namespace warplab::sim
