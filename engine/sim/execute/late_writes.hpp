#pragma once
// The order `late` (sim/schedule.hpp): what PTX promises of the order in which writes of one thread
// reach others, and no more. PTX ISA, "Memory Consistency Model": without a fence or a release
// between them two strong writes of a thread to different places may be seen in either order. A
// write that releases nothing, and of which nothing comes back, is kept here and takes effect as
// late as that allows.
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/execute/early_loads.hpp"
#include "sim/execute/memory.hpp"
#include "sim/program/atomic_row.hpp"

namespace warplab::sim {

// Of one launch, all of whose blocks run on one host thread. A write that is kept
// - takes effect when its thread fences, releases or comes to a barrier: for all, where the fence
//   is one for all, else for its block, which then sees it while others do not;
// - is seen by its own thread at any time;
// - takes effect when another thread looks at its place by a strong access that is not kept itself,
//   unless a later write of its thread, or of one behind a barrier, can be seen already: then it
//   stays away;
// - takes effect when nobody can go on any more, or all only look again and again.
class LateWrites {
 public:
  // Of the order. By 0 no write comes late, but loads come early.
  explicit LateWrites(uint64_t seed) : last_element_first_(seed % 2 == 1) {
    if (seed == 0) early_ = std::make_unique<EarlyLoads>();
  }
  // Before the lanes of an access do what they do: what they have to see of others' writes takes
  // effect, and where a load has to see a write that others do not see, its lane reads from there.
  void meet(const LaneAccess& access, uint32_t lanes, LaneTarget& target);
  // Instead of doing it (access_flag::kMayComeLate). `data` are the access's bytes; the elements of
  // a vector are writes of their own, in no order.
  void store(const LaneAccess& access, unsigned lane, std::byte* host, const std::byte* data);
  void update(const LaneAccess& access, unsigned lane, std::byte* host, Update how, uint64_t b,
              uint64_t c);
  // The lane has done a strong write at once, and others may see it.
  void wrote(const LaneAccess& access, unsigned lane);
  // The lanes have fenced: for the whole device, or for the threads of their block.
  void fence(const Warp& w, uint32_t lanes, AccessScope scope, FenceKind kind);
  // They have come to a barrier.
  void come_to_barrier(const Warp& w, uint32_t lanes);
  // Its shared memory is gone. What it has written elsewhere may still be kept.
  void block_ended(const Block& block);
  // The lanes, or all threads of the block, have waited for others at a barrier.
  void have_met(const Warp& w, uint32_t lanes) {
    if (early_) early_->look_anew(w, lanes);
  }
  void have_met(const Block& block) {
    if (early_) early_->look_anew(block);
  }
  void take_effect();  // all of them

 private:
  struct Write;
  // `visible`: the number of the last write that others may have seen.
  struct Thread {
    std::list<Write*> kept;  // in their order
    uint64_t visible = 0;
  };
  struct OfBlock {
    std::vector<Write*> shown;
    uint64_t visible = 0;
  };
  struct Write {
    uint64_t thread, block;  // in the grid
    Thread* its_thread;
    OfBlock* its_block;
    uint64_t number;     // among all that have been made
    uint64_t shown = 0;  // since when its block sees it, by the same count; 0: it need not
    uint64_t place;      // of it in places_
    uint64_t address;
    uint32_t bytes;
    bool is_shared;
    std::list<Write*>::iterator in_thread, in_all;
    std::byte* host;
    Update update = nullptr;  // null: a store of `data`
    uint64_t b = 0, c = 0;
    std::array<std::byte, 16> data = {};
  };

  void look(const LaneAccess& access, unsigned lane, LaneTarget& target);
  void look_at_vector(std::vector<Write*>& met, uint64_t thread, uint64_t block);
  // A write of so many bytes behind the first `skipped` of the access.
  Write& keep(const LaneAccess& access, unsigned lane, uint32_t skipped, uint32_t bytes,
              std::byte* host);
  void publish(const Warp& w, uint32_t lanes, AccessScope scope);
  static bool knows(const Write& write, uint64_t thread, uint64_t block);
  static bool stays_away(const Write& write);
  void take_effect(Write& write);
  void forget(Write& write);
  void seen(uint64_t thread, uint64_t block, bool is_shared, uint64_t number);

  const bool last_element_first_;  // of a vector that is looked at
  uint64_t now_ = 0;
  std::list<Write*> all_;  // in their order
  // By pieces of 16 bytes, in which any access lies that is aligned; in the order of their making.
  std::unordered_map<uint64_t, std::vector<std::unique_ptr<Write>>> places_;
  std::unordered_map<uint64_t, Thread> threads_;
  std::unordered_map<uint64_t, OfBlock> blocks_;
  std::unique_ptr<EarlyLoads> early_;
};

// Numbers a thread in the grid.
uint64_t thread_of(const Warp& w, unsigned lane);
// The piece of 16 bytes in which a lane's access lies; shared memory has its own for each block.
uint64_t place_of(const LaneAccess& access, unsigned lane);

}  // namespace warplab::sim
