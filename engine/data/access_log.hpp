#pragma once
// Every access to memory that the warps of some blocks of one launch made, lane by lane: what a
// picture of lanes over sectors or banks is drawn from. The simulator records it.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "data/trace.hpp"

namespace warplab::data {

// One memory instruction of one warp in one space.
struct LoggedAccess {
  uint64_t block = 0;  // in the grid, x fastest
  uint32_t warp = 0;   // in the block
  uint32_t instruction = 0;
  // How often the lanes had made this access before, the most of any: in a loop its iteration. So
  // parts of a warp that come one after the other to the same iteration have the same number.
  uint32_t execution = 0;
  uint32_t mask = 0;  // lanes that access
  int32_t line = 0;   // of the student's file; 0 where there is none
  TraceSpace space = TraceSpace::global;
  TraceKind kind = TraceKind::load;
  uint8_t bytes = 0;  // a lane: 1, 2, 4, 8 or 16
  uint8_t unused = 0;
  // Device address, or offset in the block's shared memory or in a thread's local memory; 0 for
  // lanes that do not access.
  std::array<uint64_t, 32> addresses{};
  friend bool operator==(const LoggedAccess&, const LoggedAccess&) = default;
};

static_assert(sizeof(LoggedAccess) == 288, "it travels as bytes, and has no gaps");

// Where a buffer of the run lies while the launch runs.
struct LoggedBuffer {
  int buffer = 0;  // in the run's list
  uint64_t begin = 0, bytes = 0;
  friend bool operator==(const LoggedBuffer&, const LoggedBuffer&) = default;
};

// An instruction that made an access.
struct LoggedInstruction {
  uint32_t number = 0;
  std::string spelling;  // "ld.global.nc.v4.f32"
  friend bool operator==(const LoggedInstruction&, const LoggedInstruction&) = default;
};

// How often an instruction was executed by the warps that were looked at.
struct ExecutedInstruction {
  uint32_t number = 0;   // in the program: functions in their order, each instruction
  int32_t ptx_line = 0;  // of the text of the PTX, from 1
  int32_t line = 0;      // of the student's file; 0 where there is none
  uint32_t unused = 0;
  uint64_t warps = 0;    // Counter::warp_instructions
  uint64_t threads = 0;  // Counter::thread_instructions
  friend bool operator==(const ExecutedInstruction&, const ExecutedInstruction&) = default;
};

static_assert(sizeof(ExecutedInstruction) == 32, "it travels as bytes, and has no gaps");

struct AccessLog {
  std::string kernel;
  Dim3 grid, block;
  bool completed = false;  // the blocks ran to their ends
  bool cut = false;        // they made more accesses than were asked for: the first are here
  std::vector<LoggedBuffer> buffers;            // those that the launch was given
  std::vector<LoggedInstruction> instructions;  // by rising number
  std::vector<LoggedAccess> accesses;           // in the order in which they were made
  std::vector<ExecutedInstruction> executed;    // by rising number; empty where nobody asked
  friend bool operator==(const AccessLog&, const AccessLog&) = default;
};

}  // namespace warplab::data
