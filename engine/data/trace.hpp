#pragma once
// What the warps of some blocks of a launch executed, in the order in which each of them did: what
// a model of a GPU replays. The simulator records it; there is nothing of any GPU in it.
#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.hpp"

namespace warplab::data {

// One PTX instruction of the kernel or of a function that it calls.
struct TraceInstruction {
  std::string spelling;  // "ld.global.nc.v4.f32"
  // Registers, numbered over all functions together, each once.
  std::vector<uint16_t> reads, writes;
  // Instructions of one basic block stand next to each other and have one number.
  uint32_t basic_block = 0;
  int line = 0;  // of the student's file
  // Of memory instructions: what is added to the register of the address; and whether a compiler
  // can see that all lanes of a warp have one address.
  int32_t offset = 0;
  bool uniform_address = false;
  // Of loads of memory that others fill: what it loads decides where warps go, or at which
  // addresses they access memory.
  bool decides = false;
  friend bool operator==(const TraceInstruction&, const TraceInstruction&) = default;
};

enum class TraceSpace : uint8_t { global, shared, local, constant };
enum class TraceKind : uint8_t { load, store, atomic };

// One request: what the lanes of a warp asked of one space with one instruction.
struct TraceAccess {
  TraceSpace space = TraceSpace::global;
  TraceKind kind = TraceKind::load;
  uint8_t bytes = 0;  // a lane
  uint8_t lanes = 0;  // that access
  // Passes over 32 banks of 4 bytes (execute/access_cost.hpp), by the address's own bits; of
  // constants, different addresses.
  uint16_t passes = 0;
  // The most lanes that access one element; and, of atomics, summed over the sectors, the most of
  // each.
  uint16_t same_address = 0, turns = 0;
  // Of atomics: in which of its sectors those lanes are, counted through its lines.
  uint16_t busiest = 0;
  // Of BlockTrace::lines; none for shared memory.
  uint32_t first_line = 0, lines = 0;
  friend bool operator==(const TraceAccess&, const TraceAccess&) = default;
};

// 128 bytes of memory that a request touches. Local memory is at an address of its own for every
// warp, where lanes are interleaved by 4 bytes.
struct TraceLine {
  uint64_t number : 56 = 0;  // address / 128
  uint64_t sectors : 4 = 0;  // bit i: its 32-byte piece i is touched
  uint64_t partial : 4 = 0;  // of them, those of which the request does not touch every byte
  friend bool operator==(const TraceLine&, const TraceLine&) = default;
};

// One instruction of one warp.
struct TraceStep {
  uint32_t instruction = 0;  // of LaunchTrace::instructions
  // Memory instructions: of BlockTrace::accesses. Barriers of the block: of BlockTrace::barriers.
  // Else, and where no lane accesses anything, kNothing.
  uint32_t detail = kNothing;
  static constexpr uint32_t kNothing = ~0u;
  friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

struct WarpTrace {
  std::vector<TraceStep> steps;
  uint64_t executed = 0;  // all steps; more than `steps` has where recording ended before the warp
  friend bool operator==(const WarpTrace&, const WarpTrace&) = default;
};

struct BlockTrace {
  uint64_t block = 0;  // its number in the grid, x fastest
  std::vector<WarpTrace> warps;
  std::vector<TraceAccess> accesses;
  std::vector<TraceLine> lines;
  // Each time that a barrier was passed: how many arrivals are in the steps, and whether they wait.
  std::vector<uint32_t> barriers;
  friend bool operator==(const BlockTrace&, const BlockTrace&) = default;
};

// A buffer that the launch may reach, by the addresses in TraceLine.
struct TraceBuffer {
  std::string name;
  uint64_t begin = 0, bytes = 0;
  friend bool operator==(const TraceBuffer&, const TraceBuffer&) = default;
};

struct LaunchTrace {
  std::string kernel;
  Dim3 grid, block;
  uint64_t shared_bytes = 0;  // of a block, static and dynamic
  std::vector<TraceInstruction> instructions;
  std::vector<TraceBuffer> buffers;
  std::vector<BlockTrace> blocks;  // some of the grid, in its order
  // The numbers of those of `blocks` that execute far more than the others and stand for no other:
  // "the first block does it all". All others stand for the rest of the grid.
  std::vector<uint64_t> apart;
  // The other blocks of the grid were executed, too: a block may see what they do.
  bool others_ran = false;
  friend bool operator==(const LaunchTrace&, const LaunchTrace&) = default;
};

}  // namespace warplab::data
