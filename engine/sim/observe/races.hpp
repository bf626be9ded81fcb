#pragma once
// Races in shared and global memory, by happens-before. This work is based on: Flanagan, Freund,
// "FastTrack: Efficient and Precise Dynamic Race Detection", 2009: a shadow cell for each unit of
// memory holds the epochs of its last write and of the reads since, an access races with those that
// its own vector clock does not cover (happens_before.hpp), and most accesses look at one epoch.
// Where it departs from FastTrack, for GPUs and for students:
// - Lanes of a warp that do the same share a past access (an epoch of 32 threads), so that a
//   cell most often holds one number (past_access.hpp).
// - Atomics, volatile accesses and those with a memory order are strong in the sense of the PTX
//   memory model. Two strong ones whose scopes include each other never race; they are kept apart
//   from weak accesses, which they race with. Two of different sizes, or of which one is volatile
//   data and no flag, do race. A fence and the strong accesses around it order
//   threads as release and acquire do; a strong access alone orders nothing.
// - Two stores of one value are noted and are no failure, so what the second one overwrites is not
//   forgotten (ShadowCell::covered).
// - A weak load races only if its value is used: compilers move loads to where nobody asked for
//   them. Its races are held until ValueFlow tells of a use.
#include <algorithm>
#include <functional>
#include <vector>

#include "sim/observe/compare_and_swap.hpp"
#include "sim/observe/per_block.hpp"
#include "sim/observe/race_access.hpp"

namespace warplab::sim {

// The loads of one past access, as a name for their values while they are in registers. 0: none.
using LoadName = uint32_t;
constexpr LoadName kInBlock = 0x8000'0000u;  // its past access is in the block's own pool

class Races {
 public:
  Races(HappensBefore& order, FoundRaces& found) : order_(order), found_(found) {}
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block) { shared_.start(block); }
  void block_ends(const Block& block);
  // `names`, if the event loads: for each lane the name of its value. `is_used_anyway`: the value
  // goes where nobody follows it.
  void access(const AccessEvent& event, bool is_used_anyway, LoadName* names);
  // Was the value named so, which an atom.cas compares with, loaded from `address`?
  bool read_from(const Block& block, LoadName name, unsigned lane, uint64_t address);
  // The value named so, in these lanes of the block's warp, has been used.
  void value_used(const Block& block, LoadName name, uint32_t lanes);

  // Who still has names of loads: needed to know which past accesses are in use.
  using NameUse = std::function<void(const Block&, LoadName)>;
  void names_in_use(std::function<void(const NameUse&)> each) { each_name_ = std::move(each); }
  // Forgets what nothing refers to any more.
  void collect();
  uint64_t bytes() const;
  // How many earlier accesses were looked at: many for each new one, where a place is crowded.
  uint64_t looks() const { return looks_; }
  // Of them those at places that are so crowded that they take longer than all else of an access.
  uint64_t crowded_looks() const { return crowded_looks_; }

 private:
  using Access = RaceAccess;
  ShadowMemory& block_memory(const Block& block) { return shared_.of(block); }
  ShadowMemory& memory_of(const Block& block, LoadName name) {
    return name & kInBlock ? block_memory(block) : global_;
  }

  // What an access does to shadow memory (races.cpp).
  uint32_t past_access_of(ShadowMemory& m, const AccessEvent& e, unsigned lane, AccessKind kind);
  uint32_t repeats(const AccessEvent& e);
  void access_lane(Access& a, const Suspects* suspects);
  void load_unit(Access& a, ShadowCell& cell);
  void store_unit(Access& a, ShadowCell& cell);
  void update_unit(Access& a, ShadowCell& cell);
  TouchRef joined(Access& a, TouchRef touches, size_t most);
  void synchronise(Access& a);
  // Of `lanes` of a past access, those that nothing orders before this access's first lane.
  uint32_t unordered(const Access& a, uint32_t past, uint32_t lanes);
  uint32_t not_stood_for(const Access& a, uint32_t past, uint32_t lanes);

  // Whom it races with, and what is told of that (races_told.cpp). `told`(touch, lane) is called
  // for each.
  template <class F>
  void look(Access& a, TouchRef touches, F told);
  // Of the crowd, what is known of this access's past access. Null: nothing is remembered of it.
  ShadowMemory::Harmless* harmless_of(Access& a, TouchRef crowd);
  void look_at_read(Access& a, const Touch& t);
  // Volatile data beside a volatile store. It is a flag, too, where the thread, or one that it has
  // waited for, has found out that the store is there: by a look at the same unit.
  bool has_looked(const Access& a, const PastAccess& store);
  // Of lanes that have loaded such data before this store those that look at the unit, too.
  uint32_t that_look(const Access& a, const Touch& t);
  static bool writes_same(Access& a, const Touch& t, unsigned lane);
  // `times`: so many lanes of the other side, or of this one, that differ in nothing.
  static bool is_allowed(const Access& a, const PastAccess& mine, const PastAccess& theirs,
                         bool same_value);
  void conflict(Access& a, const Touch& other, unsigned lane, bool same_value, uint32_t times = 1);
  bool is_held(Access& a, const Touch& other, unsigned lane, const Race& race);
  bool updates(Access& a);
  // The unit is read as constant data, or was, and written in the same launch.
  void read_only_conflict(Access& a, const ShadowCell& cell);

  HappensBefore& order_;
  FoundRaces& found_;
  std::vector<AtomicFacts> facts_;  // by site
  ShadowMemory global_;
  PerBlock<ShadowMemory> shared_;
  uint32_t warps_per_block_ = 1;
  uint64_t looks_ = 0, crowded_looks_ = 0, events_ = 0;
  std::function<void(const NameUse&)> each_name_;
};

// Everyone in `touches` whom nothing orders before this access: a race, unless both are strong.
template <class F>
void Races::look(Access& a, TouchRef touches, F told) {
  // After a barrier of the whole grid thousands come to such places, and all know the same.
  const bool is_crowd = a.m.pool.is_crowded(touches);
  if (order_.all_precede(a.m.pool.last_of(touches), a.e.warp)) return;
  if (is_crowd && a.m.pool.never_race(touches, a.m.pool.past(a.past))) return;
  const VectorClock& mine = order_.knows_of_others(a.e.warp, a.lane);
  const size_t known = is_crowd ? a.m.pool.known_to(touches, mine) : 0;
  ShadowMemory::Harmless* const harmless = is_crowd ? harmless_of(a, touches) : nullptr;
  const size_t begin = harmless ? std::max(known, harmless->count) : known;
  bool are_harmless = harmless && begin == harmless->count;  // all up to here
  size_t also_known = known;
  bool is_first = is_crowd && !mine.empty() && begin == known;  // of those that are not known
  if (is_crowd) crowded_looks_ += a.m.pool.count(touches) - begin;
  a.m.pool.each_from(touches, begin, [&](const Touch& t) {
    looks_ += 1;
    const PastAccess& theirs = a.m.pool.past(t.past);
    const PastAccess& me = a.m.pool.past(a.past);
    if (are_harmless) {
      are_harmless = strong_together(theirs, me) && !must_have_looked(theirs, me);
      if (are_harmless) {
        ++harmless->count;
        is_first = false;
        return;
      }
    }
    if (is_first) {
      const Epoch& then = a.m.pool.past(t.past).epoch;
      is_first = mine.covered(then.block, then.phase, then.warp, t.lanes, then.clock) == t.lanes;
      also_known += is_first;
      if (is_first) return;
    }
    if (a.kind == AccessKind::load && theirs.kind == AccessKind::load) return;
    const bool is_strong = strong_together(theirs, me),
               may_be_flag = is_strong && must_have_looked(theirs, me);
    if ((is_strong && !may_be_flag) || order_.all_precede(theirs.epoch, a.e.warp)) return;
    if (theirs.kind == AccessKind::load) return look_at_read(a, t);
    if (may_be_flag && has_looked(a, theirs)) return;
    // Lanes are looked at together. What the first of them wrote comes before its own load, but not
    // before the loads of the others.
    const uint32_t first = 1u << a.lane, others = a.lanes & ~first;
    if (a.kind == AccessKind::load && others && (t.lanes & first) &&
        order_.not_before(theirs.epoch, first, a.e.warp,
                          static_cast<unsigned>(std::countr_zero(others))))
      a.raced = true;
    for (uint32_t l = unordered(a, t.past, t.lanes); l; l &= l - 1) {
      told(t, static_cast<unsigned>(std::countr_zero(l)));
      // The others of a warp that wrote tell the same, but for lanes of one instruction.
      if (t.past != a.past) return;
    }
  });
  if (also_known > known) a.m.pool.set_known(touches, mine, also_known);
}

}  // namespace warplab::sim
