#pragma once
// One block of a launch, walked instruction by instruction: what is known of its whole run, and the
// state at one position of it. The simulator makes both (sim/steps.hpp).
//
// A position is the number of PTX instructions that the block's warps have executed by then, one
// warp's instruction counting once for all of its lanes: 0 is the start of the block, and
// `positions` of the walk is its end. At a position one warp stands before its next instruction.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "data/access_log.hpp"
#include "data/element.hpp"

namespace warplab::data {

// A register of a function, in the order of the PTX.
struct StepRegister {
  std::string name;  // "%r3"
  std::string type;  // "f32"; "pred" for a predicate
  // What it holds wherever it has been written, as an expression of a thread's place, of constants,
  // and of parameters, of which "#2" is the third: "blockIdx.x * blockDim.x + threadIdx.x".
  std::string meaning;
  uint32_t bytes = 0;  // of a lane, 1 for a predicate
  // By any instruction that reads it. Of another one the simulator need not keep what is written.
  bool is_used = false;
  friend bool operator==(const StepRegister&, const StepRegister&) = default;
};
struct StepFunction {
  std::string name;  // as the student wrote it
  std::vector<StepRegister> registers;
  friend bool operator==(const StepFunction&, const StepFunction&) = default;
};
// A PTX instruction of the launch's program.
struct StepInstruction {
  uint32_t function = 0;  // of StepWalk::functions
  int line = 0;           // of the student's file; 0 where there is none
  int ptx_line = 0;       // of the PTX text, from 1
  friend bool operator==(const StepInstruction&, const StepInstruction&) = default;
};
// A __shared__ variable.
struct StepArray {
  std::string name;
  ElementType element = ElementType::u8;
  uint32_t begin = 0, bytes = 0;  // in the block's shared memory
  friend bool operator==(const StepArray&, const StepArray&) = default;
};
// Something that is wrong in the block by itself: the instruction before this position did it, and
// nothing of the same kind at the same place happened before.
struct StepFinding {
  uint32_t position = 0;
  int line = 0;
  friend bool operator==(const StepFinding&, const StepFinding&) = default;
};

// The whole run of the block.
struct StepWalk {
  std::string kernel;
  Dim3 grid, block;
  uint64_t number = 0;     // of the block in the grid, x fastest
  uint32_t positions = 0;  // how many instructions there are
  bool cut = false;        // the run goes on, and so far it can be walked
  bool alone = false;      // though the others were to run as well, which would have taken too long
  // From this position on the block only waits for what another block should do, as far as one
  // sees.
  std::optional<uint32_t> waits_from;
  uint32_t shared_bytes = 0;
  std::vector<StepFunction> functions;
  std::vector<StepInstruction> instructions;
  std::vector<StepArray> shared;
  std::vector<LoggedBuffer> buffers;
  std::vector<StepFinding> findings;
  friend bool operator==(const StepWalk&, const StepWalk&) = default;
};

// Lanes of a warp that are at one place.
enum class StepPlace : uint8_t {
  runs,   // they execute the instruction next: one such split at every position but the last
  ready,  // they can go on when it is their turn
  block_barrier,   // they wait at the barrier instruction
  warp_barrier,    // they wait there for other lanes of the warp
  meeting_point,   // they wait in front of it for lanes that went another way
  barrier_object,  // they wait there until the phase of a barrier object is complete
};
struct StepSplit {
  uint32_t warp = 0;
  uint32_t lanes = 0;        // bits
  uint32_t instruction = 0;  // of StepWalk::instructions
  StepPlace place = StepPlace::ready;
  uint8_t barrier = 0;  // its number, of block_barrier
  uint16_t unused = 0;
  friend bool operator==(const StepSplit&, const StepSplit&) = default;
};
static_assert(sizeof(StepSplit) == 16, "it travels as bytes, and has no gaps");

// Who touched a 4-byte word of shared memory last: a thread's number in the block + 1; 0: nobody.
struct StepWord {
  uint16_t reader = 0, writer = 0;
  friend bool operator==(const StepWord&, const StepWord&) = default;
};

// Who wrote a word: a block that is not the one that is walked.
inline constexpr uint16_t kAnotherBlock = 0xffff;
// A stretch of a buffer in global memory: all of a small one, else around what the lane that is
// looked at accessed last.
struct StepCells {
  uint32_t buffer = 0;            // of StepWalk::buffers
  uint64_t first = 0;             // where in the buffer it begins, in bytes; a multiple of 32
  std::vector<uint8_t> bytes;     // at most kMostCellBytes
  std::vector<uint16_t> writers;  // by 4-byte word, as StepWord::writer or kAnotherBlock
  friend bool operator==(const StepCells&, const StepCells&) = default;
};
// A buffer of so much is shown whole, 64 words; of a larger one as many words as a warp has lanes.
inline constexpr uint64_t kMostCellBytes = 256, kStretchBytes = 128;

struct StepState {
  uint32_t position = 0;
  std::vector<StepSplit> splits;  // of all warps; lanes that have ended are in none
  // Of the warp that was asked for, at the lane that was asked for.
  uint32_t warp = 0, lane = 0;
  // The calls that are open there, the innermost first, as instructions: where it is, then the call
  // that led there, and so on. Empty: the lane has ended.
  std::vector<uint32_t> stack;
  // Of the innermost call: 32 lanes of each register that StepFunction::registers lists, one after
  // the other, each of `bytes`; and the lanes that the warp's last instruction changed.
  std::vector<uint8_t> values;
  std::vector<uint32_t> changed;
  std::vector<uint8_t> shared;  // bytes
  std::vector<StepWord> words;  // by word of it
  // Of the buffers that the warp has accessed or is going to, and of small ones.
  std::vector<StepCells> cells;
  // What the instruction before this position asked of memory, and which it was.
  std::vector<LoggedAccess> accesses;
  std::optional<uint32_t> executed;
  std::string printed;  // by this block so far
  friend bool operator==(const StepState&, const StepState&) = default;
};

// A line at which a walk stops, where a certain thread is among those that come to it.
struct Breakpoint {
  int line = 0;
  int thread = -1;  // in the block, x fastest; -1: any
  friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

// The next place that is asked for, from a position on.
struct StepSearch {
  enum class Goal : uint8_t {
    instruction,  // the next one
    line,         // the first instruction of another line
    barrier,      // a barrier of the block stands there
    access,       // the instruction there reads or writes [begin, begin + bytes)
    breakpoint,   // one of `breakpoints`
  };
  Goal goal = Goal::instruction;
  uint32_t from = 0;
  bool backwards = false;
  int warp = -1;                          // only of this warp; -1: any
  TraceSpace space = TraceSpace::global;  // or shared
  uint64_t begin = 0;                     // device address, or offset in shared memory
  uint32_t bytes = 0;
  bool only_writes = false;
  int thread = -1;  // access: only by this one; -1: any
  int line = 0;     // access: only in this line; 0: any
  std::vector<Breakpoint> breakpoints;
  friend bool operator==(const StepSearch&, const StepSearch&) = default;
};

// Whether all that a walk names by its number is there: functions of instructions, places of
// arrays.
bool is_whole(const StepWalk& walk);
// Likewise of a state: warps, instructions, registers and words are those of the walk.
bool belongs_to(const StepState& state, const StepWalk& walk);

}  // namespace warplab::data
