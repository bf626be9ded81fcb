#pragma once
// What a warp is and what kinds of access to memory it makes, for everybody who speaks of them.
#include <cstdint>

namespace warplab::sim {

constexpr unsigned kLanes = 32;  // of a warp

enum class AccessKind : uint8_t { load, store, atomic };
constexpr unsigned kAccessKinds = 3;

// The memory order and the scope that an access names. PTX ISA, "Memory Consistency Model".
enum class AccessOrder : uint8_t { weak, volatile_, relaxed, acquire, release, acquire_release };
enum class AccessScope : uint8_t { block, device, system };
// What a fence lets its thread do: learn what others have told, tell others, or both; and, if it is
// sequential (`fence.sc`, `membar`), load behind what it has written.
enum class FenceKind : uint8_t { both, acquires, releases, sequential };

}  // namespace warplab::sim
