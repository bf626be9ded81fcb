#pragma once
// The door for whoever wants to watch a launch from the inside: a trace for a model of time, a lens
// on memory, a recorder of steps, and the simulator's own tracking of races. An observer is a class
// in a file of its own; it says what it wants to see and overrides the functions for just that.
// Nobody pays for what no observer has asked for. docs/SIMULATOR.md, "Observers".
//
// All numbers are those of PTX: `instruction` counts the instructions of a launch's program, in the
// order of the text, function after function. Lanes are bits of a mask, bit l is lane l of the
// warp. Everything that an event points to is there only while the function runs.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/launch.hpp"
#include "ptx/family.hpp"
#include "ptx/module.hpp"
#include "sim/access.hpp"

namespace warplab::sim {

// The machine behind an event, for observers that are part of the simulator (engine/sim/state).
struct Block;
struct MicroOp;
struct LaunchState;
struct Runner;
struct Warp;

// What an observer is told of.
struct Wants {
  bool blocks = false;        // block_starts, block_ends
  bool instructions = false;  // instruction
  bool values = false;        // with each instruction, the registers that it reads
  // access: loads, stores and atomics, each kind for itself. The simulator then goes through all
  // accesses of that kind lane by lane, which takes several times as long as whole rows.
  bool loads = false, stores = false, atomics = false;
  bool barriers = false;   // barrier_arrives, barrier_completes, warp_barrier, barrier_object
  bool exchanges = false;  // exchange
  bool fences = false;     // fence
  bool turns = false;      // turn_starts, turn_ends
  bool micro_ops = false;  // micro_op
};

// One PTX instruction of a program. `ptx` points into Program::module, which may end with
// the simulation.
struct ObservedInstruction {
  uint32_t function = 0;  // in ptx::Module::functions
  uint32_t index = 0;     // in ptx::Function::body: the program counter within the function
  int line = 0;           // of the student's file, 0 where there is none
  ptx::Family family = ptx::Family::compute;
  const ptx::Instruction* ptx = nullptr;  // opcode, types, operands
  // In ptx::Function::registers; the guard is among what is read.
  std::vector<uint32_t> reads, writes;
};

// Instruction `number` of the launch's program, which has Program::sites.size() of them. Worked out
// anew each time: an observer keeps what it needs often.
ObservedInstruction observed_instruction(const LaunchState& launch, uint32_t number);

struct BlockEvent {
  uint64_t number = 0;  // in the grid, x fastest: position_of(number, launch.grid)
  Block& block;
};

// Where a warp is.
struct WarpPlace {
  uint64_t block = 0;  // in the grid
  uint32_t warp = 0;   // in the block
  uint32_t instruction = 0;
};

// A register that an instruction reads, in 32 lanes.
struct RegisterRow {
  uint32_t reg = 0;             // in ptx::Function::registers
  uint32_t bytes = 0;           // of a lane: 4 or 8; 0: a predicate
  const void* lanes = nullptr;  // uint32_t[32], uint64_t[32], or one uint32_t with a bit a lane
};

// A warp comes to an instruction and has not executed it. Lanes that have parted come to it one
// part after the other, each with its own mask. A barrier, or a warp function whose lanes wait for
// each other, is told when lanes come, not again when they go on.
struct InstructionEvent {
  WarpPlace at;
  uint32_t active = 0;    // lanes that are here
  uint32_t executes = 0;  // of them those that the guard lets through; of a branch: that jump
  std::span<const RegisterRow> inputs;  // Wants::values; else empty
};

// One memory instruction of one warp in one space, after bounds were checked and before it happens.
// An access by generic addresses is one in each space that it touches, cp.async a load and a store.
// Parameters are no memory here. What a lane must not access is not told; if that is so for all,
// nothing is.
struct AccessEvent {
  WarpPlace at;
  Warp& warp;
  const MicroOp* op;
  ptx::Space space;  // global, shared or local; __constant__ variables lie in global memory
  AccessKind kind;
  uint32_t mask;              // lanes that access
  uint32_t watched;           // of them those that touch a place which is watched, or synchronise
  const uint64_t* addresses;  // of 32 lanes: device address, shared offset, local offset
  uint32_t bytes;             // of a lane
  uint32_t used_bytes;        // of them those that matter, bit i = byte i (16 at most)
  AccessOrder order;          // of the instruction's own modifiers
  AccessScope scope;
};

// Lanes arrive at a barrier of the block.
struct BarrierArrival {
  WarpPlace at;
  Warp& warp;
  uint32_t lanes = 0;
  uint32_t number = 0;  // 0 ... 15
  bool waits = true;    // false: bar.arrive, whose lanes go on
};
// All that arrived since the last completion go on.
struct BarrierCompletion {
  uint64_t block_number = 0;
  Block& block;
  uint32_t number = 0;
  bool all = true;  // every thread of the block that has not exited is among them
};
// bar.warp.sync: these lanes execute it together.
struct WarpBarrierEvent {
  WarpPlace at;
  Warp& warp;
  uint32_t lanes = 0;
};

// Something happens to a barrier object in shared memory (mbarrier).
struct BarrierObjectEvent {
  enum class Kind : uint8_t {
    made,
    arrives,    // these lanes do, and go on
    completes,  // all that arrived since the last time have completed the phase
    waited,     // these lanes learn that the phase before is complete
    asked,      // these lanes learn that theirs is not
  };
  WarpPlace at;
  Warp& warp;
  const MicroOp* op;
  Kind kind;
  uint32_t lanes = 0;
  uint32_t offset = 0;  // of the object in shared memory
  bool orders = true;   // what comes before an arrival, what comes behind a wait
};

// shfl, vote, match, redux: these lanes execute it together, before results are written.
struct ExchangeEvent {
  WarpPlace at;
  Warp& warp;
  const MicroOp* op;
  uint32_t lanes;
  const uint8_t* from = nullptr;    // shfl: the lane that each of 32 reads; null for the others
  uint32_t missing = 0;             // of `lanes`, those whose source lane is not in `lanes`
  const uint32_t* named = nullptr;  // shfl: the member mask that each of 32 names
};

struct FenceEvent {
  WarpPlace at;
  Warp& warp;
  uint32_t lanes = 0;
  AccessScope scope = AccessScope::device;
  FenceKind kind = FenceKind::both;
};

// What the order of a launch does with a block, one thing after the other: between two of these,
// others may run (execute/block.hpp).
struct TurnEvent {
  enum class Kind : uint8_t {
    micro_ops,  // a warp runs: until it waits, or `quantum` micro-operations if that is not 0
    to_ordering_access,  // a warp runs up to its next ordering access
    next_split,          // another split of a warp gets the next turn
    part_first,          // lanes of a warp go apart, the first one first
    part_last,           // the same, the last one first
    barriers,            // barriers that can be completed are
    unblock,             // the same, and what waits in vain goes on
  };
  Kind kind;
  Block& block;
  const Warp* warp;  // null: it is of the whole block
  uint64_t quantum;
};

// All blocks of an observed launch run on one host thread, so no function is called twice at once.
class Observer {
 public:
  virtual ~Observer() = default;
  // Asked at the start of every launch, after launch_starts().
  virtual Wants wants() const = 0;
  // False: nothing of this block is told, and it runs as fast as if nobody looked. Asked when the
  // block starts.
  virtual bool wants_block(uint64_t /*number*/) { return true; }
  // False: the block is not executed at all, as if the grid had a hole; for an observer to whom
  // some blocks stand for all of them. Asked in the order of the blocks, before wants_block().
  virtual bool runs_block(uint64_t /*number*/) { return true; }

  virtual void launch_starts(LaunchState&) {}
  // Findings go to `runner`.report().
  virtual void launch_ends(Runner&) {}
  virtual void block_starts(const BlockEvent&) {}
  virtual void block_ends(const BlockEvent&) {}
  virtual void instruction(const InstructionEvent&) {}
  // False: of this warp no more instructions and accesses are told, and it goes on as fast as if
  // nobody looked; its block's barriers still are. Asked after every instruction.
  virtual bool wants_more(const WarpPlace&) { return true; }
  virtual void access(const AccessEvent&) {}
  virtual void barrier_arrives(const BarrierArrival&) {}
  virtual void barrier_completes(const BarrierCompletion&) {}
  virtual void warp_barrier(const WarpBarrierEvent&) {}
  virtual void barrier_object(const BarrierObjectEvent&) {}
  virtual void exchange(const ExchangeEvent&) {}
  virtual void fence(const FenceEvent&) {}
  virtual void turn_starts(const TurnEvent&) {}
  virtual void turn_ends(const TurnEvent&) {}
  // Before each micro-operation of the decoded program, of which a PTX instruction has one or
  // several, while registers still hold its inputs. Where only some places are watched
  // (LaunchChecks::suspects), it is told at the start of functions and of warps whose registers are
  // followed.
  virtual void micro_op(Warp&, const MicroOp*) {}
};

}  // namespace warplab::sim
