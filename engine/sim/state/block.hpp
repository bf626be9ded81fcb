#pragma once
// A running block: its warps, shared memory and barriers.
#include <vector>

#include "base/dim3.hpp"
#include "sim/state/async_copies.hpp"
#include "sim/state/barrier_objects.hpp"
#include "sim/state/observed_by.hpp"
#include "sim/state/tracking.hpp"
#include "sim/state/warp.hpp"

namespace warplab::sim {

struct Barrier {
  uint32_t arrived = 0;         // threads
  uint32_t expected = 0;        // 0: all threads of the block that have not exited
  uint32_t absent = 0;          // lanes that a warp which has arrived does not have: they count
  uint32_t predicate_true = 0;  // bar.red
  uint32_t warps = 0;           // that have arrived, a bit each
};

struct Block {
  uint64_t linear = 0;
  Dim3 position{0, 0, 0};
  std::vector<Warp*> warps;
  std::vector<std::byte> shared;  // window_bytes
  SharedTracking tracking;
  Barrier barriers[16];
  // By barrier that names how many threads it waits for, fewer than the block has: the warps that
  // met there last, 0 before.
  uint32_t met_before[16] = {};
  AsyncCopies copies;
  BarrierObjects objects;
  // How often in a row those who wait at objects were told that they wait in vain, while nothing
  // else happened; what had happened by then; and whether other blocks are to run first now.
  uint32_t vain_answers = 0;
  uint64_t activity = 0;
  bool makes_way = false;
  bool let_go = false;  // of lanes that waited for some that wait for others of the block in vain
  const ObservedBy* observed_by = &kObservedByNobody;
  uint32_t threads = 0;
  uint32_t exited = 0;                // threads
  uint32_t exited_after_storing = 0;  // of them, those that stored after their last barrier
  std::vector<uint32_t> left;         // groups of barriers of which has been told who left them
  // Grows whenever one of its warps may go on that another one, or nobody, has let go.
  uint64_t wakes = 1;
  bool aborted = false;
};

}  // namespace warplab::sim
