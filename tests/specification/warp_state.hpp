#pragma once
// What runs: blocks, their warps, and splits of warps with their calls and merge points.
// docs/SIMULATOR.md tells the rules; where it leaves the order open:
// - The splits of a warp that can run stand in a queue. At a divergent branch the side that falls
//   through goes on and the other side joins the end of the queue; so does a split that gives up
//   its turn, is let go by a barrier, or becomes complete because lanes that it awaited have
//   exited. The last lanes to arrive at a merge point take the others along at once.
// - When no warp of a block can run, and lanes wait for a barrier or for other lanes of their mask,
//   those that wait for them at a merge point are let go: nothing but the simulator makes them
//   wait.
// - The turn of a warp ends when its queue is empty or it spins. A block gives every warp a turn,
//   first to last, and looks after each such round whether exited threads have completed a barrier.
#include <array>
#include <bitset>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/access.hpp"
#include "specification/image.hpp"

namespace warplab::sim::plain {

using LaneSet = std::bitset<kLanes>;

// One lane's part of a call.
struct LaneFrame {
  std::vector<Bits> registers;
  bool carry = false;
  // Which basic block set the carry last, and whether by a subtraction.
  std::optional<std::pair<uint32_t, bool>> carry_set;
  std::vector<std::byte> parameters;  // formals, returns and scratch
};

// One activation of a function, shared by the lanes that entered it together.
struct Call {
  const FunctionImage* function = nullptr;
  std::shared_ptr<Call> caller;
  uint32_t call_site = 0;  // the call, in the caller's body
  uint32_t depth = 0;
  uint64_t local_begin = 0;  // of its .local variables, the same for every lane
  std::array<LaneFrame, kLanes> lanes;

  uint64_t local_end() const { return local_begin + function->local_bytes; }
};

// Where lanes that parted meet again: in front of `pc`, or at the exit of the function.
struct MergePoint {
  uint32_t pc = 0;  // ptx::kFunctionExit: the exit
  std::shared_ptr<Call> call;
  std::shared_ptr<MergePoint> outer;
  LaneSet expected, arrived;
};

struct Split {
  uint32_t pc = 0;
  LaneSet lanes;
  std::shared_ptr<Call> call;
  std::shared_ptr<MergePoint> merge;
  // The instruction at `pc` has been counted already: it waited for others.
  bool counted = false;
  // Executes the instruction at `pc` although lanes of its mask are missing.
  bool alone = false;
  // It is answered by a barrier object, though the phase is not complete.
  bool in_vain = false;
};

// The lanes that each of some lanes names in its member mask.
using NamedMasks = std::map<unsigned, LaneSet>;

struct Waiting {
  Split split;       // at the instruction that waits
  int barrier = 0;   // of the block; kMembers: for lanes of the warp
  NamedMasks named;  // which
};
inline constexpr int kMembers = -1, kObject = -2;  // kObject: at a barrier object

struct Block;

struct Warp {
  Block* block = nullptr;
  uint32_t first_thread = 0;  // of the block
  LaneSet existing, exited;
  LaneSet stored;  // something after the last barrier of the block
  std::optional<Split> running;
  std::deque<Split> ready;
  std::vector<Waiting> waiting;
  // Joined the running split for one instruction only.
  std::vector<Split> parting;
  uint64_t steps = 0;         // warp instructions of the basic blocks entered
  uint64_t instructions = 0;  // that it has executed
  uint64_t work = 0;          // sim/work.hpp
  uint64_t waited = 0;        // ticks, at barrier objects in vain
  uint64_t spins = 0;         // backward branches since the last barrier
  bool yielded = false;
  // Its last turn ended where a loop that only waits leads back, and was one trip around it.
  bool waits = false, looked_in_vain = false;
  std::array<std::vector<std::byte>, kLanes> local;
  // By group of barriers: the function and branch behind which a lane could not come to them.
  std::map<uint32_t, std::map<unsigned, std::pair<const FunctionImage*, uint32_t>>> left;

  bool can_run() const { return running.has_value() || !ready.empty(); }
};

struct Barrier {
  uint64_t arrived = 0, predicate_true = 0;
  std::optional<uint64_t> expected;  // threads; none: all of the block
  uint64_t absent = 0;               // threads that the block's last warp lacks, if it is there
};

// A barrier object in shared memory: arrivals of a phase, those of the phase that runs and how many
// of them are missing, bytes that copies are to bring.
struct Object {
  uint64_t expected = 0, all = 0, missing = 0, phase = 0;
  int64_t bytes = 0;
};

struct Block {
  uint64_t linear = 0;
  Dim3 position;
  uint64_t threads = 0, exited = 0;
  std::vector<Warp> warps;
  std::vector<std::byte> shared;
  std::array<Barrier, 16> barriers;
  std::map<uint64_t, Object> objects;  // by offset in shared memory
  // What others may see has changed so often; the same when waiting threads were last told that
  // they wait in vain, and how often since; other blocks are to run first now.
  uint64_t changes = 0, changes_seen = 0, vain_answers = 0;
  bool makes_way = false;
  bool let_go = false;         // of lanes that waited for some that look in vain
  std::vector<uint32_t> left;  // groups of barriers of which has been told who left them
};

// What one lane's address turned out to be.
struct Place {
  enum class Memory : uint8_t { global, shared, local, param } memory = Memory::global;
  uint64_t address = 0;  // in global memory; an offset in the others
};

// The instruction that the running split is at, and its line in the student's file.
inline const ptx::Instruction& instruction(const Warp& warp) {
  const Split& s = *warp.running;
  return s.call->function->function->body[s.pc];
}
inline int line(const Warp& warp) { return warp.running->call->function->lines[warp.running->pc]; }
inline LaneFrame& frame(const Warp& warp, unsigned lane) { return warp.running->call->lanes[lane]; }

inline unsigned first_lane(const LaneSet& lanes) {
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) return l;
  return 0;
}

}  // namespace warplab::sim::plain
