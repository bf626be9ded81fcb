#pragma once
// What happened before what, whatever order the simulator ran it in: program order of a thread,
// barriers of a block and of a warp, and fences together with the accesses that carry them from
// thread to thread. Each thread has a vector clock, as in FastTrack (Flanagan, Freund, 2009) and
// its forerunner Djit+. It has three parts, since barriers tell whole blocks and warps at once: a
// number of barriers for its block, 32 clocks for its warp, and a tree for everybody else
// (vector_clock.hpp). Barracuda does the same (Eizenberg et al., "BARRACUDA: Binary-level Analysis
// of Runtime RAces in CUDA programs", 2017).
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/observe/per_block.hpp"
#include "sim/observe/vector_clock.hpp"
#include "sim/observer.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// When a thread did something, FastTrack's epoch: its block's phase, which is the number of full
// barriers that it has passed, and its own clock, which ticks whenever it lets others know of what
// it did.
struct Epoch {
  uint32_t block = 0, warp = 0;  // warp in its block
  uint32_t phase = 0, clock = 0;
};

// What an access at one address tells whoever observes it there.
struct Carried {
  VectorClock wide;    // released by fences of the device's or the system's scope
  VectorClock narrow;  // released to threads of `narrow_block` only, or also
  uint32_t narrow_block = ~0u;
  // Names of the two, as long as they only grow; 0: there is nothing yet.
  uint64_t wide_name = 0, narrow_name = 0;
  bool wide_has_narrow = true;  // all of `narrow` is in `wide`, too
};

// What it takes to join what one thread knows with what another one does: what takes most of the
// time where threads hand each other locks.
struct JoinCost {
  uint64_t joins = 0;
  uint64_t looks = 0;  // at parts of what they know (VectorClock::join)
  void operator+=(const JoinCost& o) {
    joins += o.joins;
    looks += o.looks;
  }
};

// What a thread has observed since its last fence. Whoever waits for a lock looks at it again and
// again while others pass it on; all that it told before is in what it tells last.
class Observed {
 public:
  // `is_elsewhere`: another Observed is told all of it in the same moment. Returns what it took.
  JoinCost add(const VectorClock& told, uint64_t name, bool is_elsewhere) {
    is_elsewhere_ &= is_elsewhere;
    JoinCost cost;
    if (name != name_ && !last_.empty()) cost = {1, before_.join(last_)};
    name_ = name;
    last_ = told;
    return cost;
  }
  bool is_elsewhere() const { return is_elsewhere_; }
  // Whoever is told has said more there itself.
  void renew(const VectorClock& told, uint64_t name) {
    if (name == name_) last_ = told;
  }
  // `within`: the name of something that is known to tell all that is `known`, 0: nothing is.
  // Returns what it took.
  JoinCost add_to(VectorClock& known, uint64_t& within) const {
    if (name_ == 0) return {1, 0};
    if (before_.empty() && (name_ == within || known.empty())) {
      known = last_;
      within = name_;
      return {1, 0};
    }
    const uint64_t looks = known.join(before_);
    within = 0;
    return {1, looks + known.join(last_)};
  }

 private:
  VectorClock before_, last_;
  uint64_t name_ = 0;  // of `last_`
  bool is_elsewhere_ = true;
};

class HappensBefore {
 public:
  using Scope = AccessScope;

  // From now on fences order nothing, so that fewer accesses are ordered than are, at a small part
  // of the cost.
  void ignore_fences() { ignores_fences_ = true; }
  // Was there one that would have let others know something?
  bool has_ignored_fences() const { return has_ignored_fences_; }

  void block_starts(const Block& block);
  void block_ends(const Block& block);

  Epoch now(const Warp& w, unsigned lane);
  // Of `lanes` of the warp of `then`, those that did not do what they did then before lane `me` of
  // `w` goes on.
  uint32_t not_before(const Epoch& then, uint32_t lanes, const Warp& w, unsigned me);
  // What the lane knows of other blocks and warps, whoever else knows the same.
  const VectorClock& knows_of_others(const Warp& w, unsigned lane) { return state(w).others[lane]; }
  // Do all lanes of `w` know the same of others, so that what another thread did comes before all
  // of them or before none?
  bool alike(const Warp& w) { return state(w).alike; }

  // Did every thread of that block do so, whatever `then` says of the warp and the lane?
  bool all_precede(const Epoch& then, const Warp& w) {
    const BlockState& b = state(*w.block);
    return then.block == b.block && then.phase < b.phase;
  }

  void barrier_arrives(const Warp& w, uint32_t lanes, uint32_t number, bool waits);
  void barrier_completes(const Block& block, uint32_t number, bool all);
  void warp_barrier(const Warp& w, uint32_t lanes);
  // A barrier object in shared memory: what lanes tell that arrive there goes to those who learn
  // that the phase is complete, and to nobody else. A thread of the block makes it.
  void object_made(const Warp& w, unsigned lane, uint32_t offset);
  void object_arrives(const Warp& w, uint32_t lanes, uint32_t offset);
  void object_completes(const Block& block, uint32_t offset);
  void object_waited(const Warp& w, uint32_t lanes, uint32_t offset);
  // Who has made the object, where nothing orders that before what `lane` does now.
  std::optional<uint32_t> unordered_maker(const Warp& w, unsigned lane, uint32_t offset);
  void fence(const Warp& w, uint32_t lanes, Scope scope, FenceKind kind);
  // Of a fence, only that what the lanes have observed comes before what they do next.
  void acquire(const Warp& w, uint32_t lanes, Scope scope);

  // Has the thread fenced, so that others may take its next flag as a sign?
  bool has_released(const Warp& w, unsigned lane);
  // The thread stores something, for which a sign in `space` needs a fence.
  void stored(const Warp& w, uint32_t lanes, ptx::Space space);
  // The thread writes at `address`, in whatever way.
  void wrote(const Warp& w, uint32_t lanes, uint64_t address);
  // Whoever sees the thread's next store, to `address` in `space`, may look for what it has written
  // before: has it fenced that? In global memory there is nothing to fence where it has written
  // nowhere else since its last fence, or at all.
  bool has_fenced_stores(const Warp& w, unsigned lane, ptx::Space space, uint64_t address);
  // The thread's latest fence goes along with a write that others may observe at `place`. A write
  // that is not a read-modify-write replaces what was there.
  void carry(const Warp& w, unsigned lane, Carried& place, bool replaces, Scope scope);
  // The thread observes `place`; its next fence makes use of it.
  void observe(const Warp& w, unsigned lane, const Carried& place, Scope scope);
  // Of all joins so far.
  const JoinCost& joined() const { return joined_; }
  size_t running_blocks() const { return blocks_.running(); }

 private:
  struct Release {
    bool valid = false;
    uint32_t phase = 0;
    LaneClocks clocks{};
    VectorClock others;
  };
  struct WarpState {
    // known[l][k]: lane l knows what lane k did up to this clock; known[l][l] is lane l's own
    // clock.
    LaneClocks known[kLanes];
    VectorClock others[kLanes];
    std::array<uint64_t, kLanes> within{};  // a Carried::wide_name that tells all of `others`, or 0
    Observed observed_wide[kLanes], observed_narrow[kLanes];
    Release wide[kLanes], narrow[kLanes];
    uint32_t has_others = 0, has_observed = 0, has_released = 0;  // lanes
    uint32_t open_in_block = 0, open_globally = 0;  // lanes that have not fenced stores
    // Lanes that have written since their fence, where first, and which of them elsewhere, too.
    uint32_t has_written = 0, has_written_elsewhere = 0;
    std::array<uint64_t, kLanes> written_at{};
    bool alike = true;  // in `known` of other lanes, and in `others`
    void reset();
  };
  struct Arrival {
    uint32_t warp = 0, lanes = 0;
    bool waits = true;
  };
  struct Pending {
    std::vector<Arrival> arrivals;
    VectorClock left;  // by those that only arrived, and went on
  };
  struct Object {
    Epoch made;
    unsigned maker = 0;           // lane
    VectorClock arrived, before;  // told in this phase, and in the one before it
    // What those had fenced who arrived: whoever has waited may give it away (share_releases).
    VectorClock released, released_before;
  };
  struct BlockState {
    uint32_t block = 0, phase = 0;
    std::vector<std::unique_ptr<WarpState>> warps;
    Pending barriers[16];
    std::map<uint32_t, Object> objects;  // by offset
  };
  BlockState& state(const Block& block) { return blocks_.of(block); }
  WarpState& state(const Warp& w);
  void use_observed(WarpState& s, uint32_t lanes, bool wide);
  // Adds to `released` what these lanes have fenced.
  void add_releases(VectorClock& released, const BlockState& b, uint32_t warp, uint32_t lanes);
  void take_releases(WarpState& s, uint32_t lanes, const VectorClock& released);
  // Of a barrier at which these threads have met. What each of them has fenced before it, any of
  // them may give away behind it: "all fence, all meet, one raises the flag".
  void share_releases(BlockState& b, const Pending& met);
  // What each knew of other blocks and warps, and, where not `all` of the block's threads have met,
  // what it did itself.
  void share_clocks(BlockState& b, Pending& met, bool all);
  void tell(VectorClock& to, const BlockState& b, uint32_t warp, uint32_t lanes);

  PerBlock<BlockState> blocks_;
  bool ignores_fences_ = false, has_ignored_fences_ = false;
  uint64_t last_name_ = 0;  // Carried::wide_name and narrow_name
  JoinCost joined_;
};

}  // namespace warplab::sim
