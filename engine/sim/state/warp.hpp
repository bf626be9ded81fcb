#pragma once
// A running warp: its splits, their reconvergence points and call frames. docs/SIMULATOR.md tells
// the rules that these structures implement.
#include <deque>
#include <memory>
#include <vector>

#include "sim/program/program.hpp"
#include "sim/state/splits.hpp"

namespace warplab::sim {

struct Block;
struct Runner;

// One activation of a function for the lanes of a split; splits that part inside it share it.
struct Frame {
  const FunctionCode* function = nullptr;
  std::byte* registers = nullptr;
  Frame* caller = nullptr;
  const MicroOp* return_to = nullptr;  // the call; results are copied by its CallSite
  uint32_t live = 0;                   // lanes that have not returned
  uint32_t local_base = 0;  // where its local variables begin, a byte offset for every lane
  uint32_t depth = 0;
};

// Where lanes that parted meet again. Lanes in `expected` have parted here and not exited; those in
// `arrived` wait.
struct Reconvergence {
  const MicroOp* at = nullptr;  // the block's first micro-operation; null: the exit of `frame`
  Frame* frame = nullptr;
  Reconvergence* outer = nullptr;
  uint32_t expected = 0, arrived = 0;
};

constexpr uint32_t kNotLeft = ~0u;

// What an order has done to a warp at an instruction of barrier objects, so often.
struct DoneAtObject {
  const MicroOp* at = nullptr;
  uint32_t times = 0;  // parted its lanes where they arrive, said no where it could have kept them
};

struct Warp {
  // Hot: the running split.
  std::byte* base[2] = {nullptr, nullptr};  // the frame's registers, the program's constants
  uint32_t mask = 0;
  uint32_t first_thread = 0;  // number of lane 0 in the block
  Runner* runner = nullptr;
  Block* block = nullptr;
  Frame* frame = nullptr;
  Reconvergence* reconvergence = nullptr;
  const MicroOp* pc = nullptr;  // where to go on after the turn ended, null: nowhere
  uint64_t steps = 0;           // warp instructions so far
  uint64_t work = 0;            // in units of sim/work.hpp
  uint64_t checkpoint = 0;      // look around when `work` passes this
  uint64_t counted = 0;         // of `work`, what the launch's sum has already
  uint64_t waited = 0;          // ticks for which it was kept at barrier objects in vain
  uint32_t spins = 0;           // backward branches since the last sign of progress
  // Others of this warp.
  Splits ready;
  Splits waiting;              // at barriers
  std::vector<Split> parting;  // gathered for one instruction, going apart after it
  bool in_vain = false;        // Split::in_vain of the running one
  bool ungathered = false;     // the next gathering is given up: go on without the others
  // Lanes that were the last to come to a reconvergence point, where others waited for them.
  // Nothing has brought the warp together since: they need not be together with those.
  uint32_t met = 0;
  uint32_t exited = 0;   // lanes
  uint32_t lanes = 0;    // lanes that exist
  uint32_t index = 0;    // in the block
  bool yielded = false;  // gave up its turn while spinning
  // Its last turn ended at this branch back of a loop that only waits (execute/waiting.hpp), null:
  // elsewhere; and it was one trip around that loop and nothing else.
  const MicroOp* waits = nullptr;
  bool looked_in_vain = false;
  uint64_t idle_steps = 0;        // of `steps`, those that do not count: of such trips, for printf
  bool apart = false;             // lanes have gone apart at an ordering access (reconvergence.hpp)
  bool followed = false;          // exact tracking follows values in its registers
  bool left_alone = false;        // the block's observer has seen enough of this warp
  uint8_t by_lane = 0;            // kinds of access that never go by rows, bit k for AccessKind k
  const MicroOp* told = nullptr;  // the instruction here, of which its observer knows already
  // Lanes that stored something after the last block barrier they took part in. A thread that
  // leaves without storing anything more only returned early, which hardware allows.
  uint32_t stored_since_barrier = 0;
  // Of SharedTracking: the warp's own clock. The block's epoch counts where this is less.
  uint32_t shared_clock = 0;
  std::vector<DoneAtObject> done_at_objects;
  // By group of barriers (ptx/barrier_exits.hpp) and lane: the site of the branch behind which the
  // lane could not come to them any more, kNotLeft before.
  std::vector<uint32_t> left_at;
  // Local memory, interleaved by 4-byte words: word w of lane l at 128 w + 4 l; a bit mask of lanes
  // that have written each word.
  std::vector<std::byte> local;
  std::vector<uint32_t> local_written;
  // A copy of a warp points into the same reconvergence points; steps/checkpoint.cpp copies their
  // contents. Null: none yet.
  std::shared_ptr<std::deque<Reconvergence>> reconvergences;
  std::vector<Reconvergence*> free_reconvergences;

  template <class T>
  T* at(Place place) {
    return reinterpret_cast<T*>(base[place >> 31] + (place & 0x7fff'ffffu));
  }
  uint32_t& predicate(Place place) { return *at<uint32_t>(place); }
  bool done() const { return exited == lanes; }
};

}  // namespace warplab::sim
