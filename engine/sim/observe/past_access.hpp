#pragma once
// Accesses as race detection remembers them: all that the lanes of a warp did alike, at one
// instruction, between two ticks of their clocks. A past access and a lane are what
// FastTrack (Flanagan, Freund, 2009) calls an epoch.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/observe/happens_before.hpp"

namespace warplab::sim {

// How an access takes part in synchronisation, PTX ISA "Memory Consistency Model": two strong ones
// of scopes that include each other never race.
enum class Strength : uint8_t { weak, volatile_, strong };

struct PastAccess {
  Epoch epoch;
  uint32_t site = 0;
  AccessKind kind = AccessKind::load;
  Strength strength = Strength::weak;
  AccessScope scope = AccessScope::device;
  // Of stores: the thread had fenced what it had stored before.
  bool after_fence = false;
  bool read_only_path = false;
  // Of loads: the thread decides something by the value, so it may be a flag that is waited for.
  bool decides = false;
  // Of one element, which is an access of its own; two elements in one word may be one for both.
  uint8_t element = 4;
  bool is_packed = false;
  uint64_t last_at = 0;  // of strong ones, the number of the last event (Races::access)
  // Of weak loads, whose races are held until the value is used (Races::is_held):
  uint32_t used = 0;        // lanes whose value has been used
  bool has_held = false;    // a race waits
  bool holds_most = false;  // as many races wait as are remembered
  // The lanes for which a race waits already with the site that raced with this load last, and that
  // site (Races::look_at_read).
  uint32_t held_lanes = 0;
  uint64_t held_site = ~uint64_t{0};
  bool same_as(const PastAccess& o) const {
    return epoch.block == o.epoch.block && epoch.warp == o.epoch.warp &&
           epoch.phase == o.epoch.phase && epoch.clock == o.epoch.clock && site == o.site &&
           kind == o.kind && strength == o.strength && scope == o.scope &&
           after_fence == o.after_fence;  // the site says the rest
  }
};

// May the two never race, as both are strong and each is in the scope of the other?
inline bool strong_together(const PastAccess& a, const PastAccess& b) {
  if (a.strength == Strength::weak || b.strength == Strength::weak) return false;
  if ((a.scope == AccessScope::block || b.scope == AccessScope::block) &&
      a.epoch.block != b.epoch.block)
    return false;
  // PTX ISA, "Morally strong operations": they overlap completely.
  if (a.element != b.element &&
      !((a.is_packed && b.element == a.element / 2) || (b.is_packed && a.element == b.element / 2)))
    return false;
  // Data that is only declared volatile is no flag: one is written behind a fence.
  if (a.strength == Strength::volatile_ && b.strength == Strength::volatile_) {
    if (a.kind == AccessKind::store && !a.after_fence) return false;
    if (b.kind == AccessKind::store && !b.after_fence) return false;
  }
  return true;
}

// Of two strong ones that never race: is that only so if the one that loads has a reason to know
// that the store is there? A flag is looked at; of data that is declared volatile the value is
// used, whatever it is.
inline bool must_have_looked(const PastAccess& a, const PastAccess& b) {
  if (a.strength != Strength::volatile_ || b.strength != Strength::volatile_) return false;
  return (a.kind == AccessKind::load && !a.decides && b.kind == AccessKind::store) ||
         (b.kind == AccessKind::load && !b.decides && a.kind == AccessKind::store);
}

// Whoever races with `earlier`, and comes after neither, races with `later` too.
inline bool stands_for(const PastAccess& later, const PastAccess& earlier) {
  if (later.strength == Strength::weak) return true;
  if (earlier.strength == Strength::weak || earlier.kind != later.kind) return false;
  if (earlier.element != later.element || earlier.is_packed != later.is_packed) return false;
  if (earlier.scope == AccessScope::block && later.scope != AccessScope::block) return false;
  if (earlier.decides && !later.decides) return false;
  return earlier.strength == Strength::strong || later.strength == earlier.strength;
}

// Lanes of a past access that touched one unit of memory.
struct Touch {
  uint32_t past = 0;
  uint32_t lanes = 0;
};

// The touches of one unit, small: a single lane's in place, more in a list of the pool.
using TouchRef = uint32_t;
constexpr TouchRef kUntouched = 0;

class TouchPool {
 public:
  TouchPool() { clear(); }
  void clear();
  uint32_t add(const PastAccess& r);
  PastAccess& past(uint32_t number) { return accesses_[number]; }
  size_t size() const { return accesses_.size(); }
  // So many that those which nothing refers to any more should be given back.
  bool full() const { return free_.empty() && accesses_.size() >= limit_; }
  size_t count(TouchRef ref) const {
    return ref & kList ? lists_[ref & ~kList].touches.size() : ref != kUntouched;
  }
  // Are there so many that they are looked through only now and then?
  bool is_crowded(TouchRef ref) const { return count(ref) >= kFirstPruning; }
  // A name for what is in a list: while it stays, the list only grows at its end.
  uint64_t name_of(TouchRef list) const { return lists_[list & ~kList].name; }
  // In a crowd of one block, the last epoch of its touches; else one before which nothing is.
  Epoch last_of(TouchRef ref) const {
    const Epoch nobody{.block = ~0u};
    if (!(ref & kList) || lists_[ref & ~kList].alike == kNotAsked) return nobody;
    return lists_[ref & ~kList].last;
  }
  // In a crowd, does none of the touches race with the strong access `me`, whatever orders them?
  bool never_race(TouchRef crowd, const PastAccess& me) const {
    const uint32_t kind = strong_kind(me);
    return kind != 0 && lists_[crowd & ~kList].alike == kind;
  }
  // In a crowd, how many of the first come before whoever knows `others` of others; and that so
  // many do.
  size_t known_to(TouchRef crowd, const VectorClock& others) const {
    const List& list = lists_[crowd & ~kList];
    return !others.empty() && list.known_to == others ? list.known : 0;
  }
  void set_known(TouchRef crowd, const VectorClock& others, size_t known) {
    List& list = lists_[crowd & ~kList];
    list.known = known;
    list.known_to = others;
  }
  // Those of a list from the `first` on.
  template <class F>
  void each_from(TouchRef ref, size_t first, F f) const {
    if (first == 0) return each(ref, f);
    const std::vector<Touch>& touches = lists_[ref & ~kList].touches;
    for (size_t k = first; k < touches.size(); ++k) f(touches[k]);
  }
  // Gives back all past accesses but those in `used`, a flag for each.
  void keep_only(const std::vector<bool>& used);
  uint64_t bytes() const;

  static bool is_single(TouchRef ref) { return !(ref & kList); }
  static TouchRef single(uint32_t past, unsigned lane) { return past << 5 | lane; }
  template <class F>
  void each(TouchRef ref, F f) const {
    if (ref == kUntouched) return;
    if (!(ref & kList)) {
      f(Touch{ref >> 5, 1u << (ref & 31)});
      return;
    }
    for (const Touch& t : lists_[ref & ~kList].touches) f(t);
  }
  // How many were asked, the latest first, until `f` was true of one; `found` says whether it was.
  template <class F>
  size_t look_for(TouchRef ref, bool& found, F f) const {
    found = false;
    if (ref == kUntouched) return 0;
    if (!(ref & kList)) {
      found = f(Touch{ref >> 5, 1u << (ref & 31)});
      return 1;
    }
    const std::vector<Touch>& touches = lists_[ref & ~kList].touches;
    size_t asked = 0;
    while (!found && asked < touches.size()) found = f(touches[touches.size() - ++asked]);
    return asked;
  }
  // How many touches of one unit are kept: of loads, and of those that write, who are looked at by
  // everyone that comes.
  static constexpr size_t kMostLoads = 4096, kMostWrites = 64;
  // The touches of `ref` that `keep` wants, and another one. `keep` takes a past access and lanes
  // of it, and returns those that are wanted; where there are many it is asked now and then.
  template <class Keep>
  TouchRef with(TouchRef ref, uint32_t past, uint32_t lanes, size_t most, Keep keep);
  // Those of `ref` that `keep` wants.
  template <class Keep>
  TouchRef without(TouchRef ref, Keep keep);
  // Both together; what they referred to is the result's.
  TouchRef united(TouchRef a, TouchRef b);
  TouchRef copy(TouchRef ref);
  void release(TouchRef ref);

 private:
  static constexpr TouchRef kList = 0x8000'0000u;
  static constexpr size_t kFirstLimit = size_t{1} << 18;
  // So many touches of a unit are looked through at each new one, and of so many what others stand
  // for is forgotten for the first time.
  static constexpr size_t kUncrowded = 8, kFirstPruning = 32;
  // Touches of all crowded units: beyond that only kUncrowded of each are kept.
  static constexpr size_t kMostCrowded = size_t{4} << 20;
  struct List {
    std::vector<Touch> touches;
    uint64_t name = 0;
    size_t adds_to_pruning = kFirstPruning;
    size_t oldest = 0;  // whose place the next one takes, where there is no room
    // So many of the first come before whoever knows just this of others.
    size_t known = 0;
    VectorClock known_to;
    uint32_t alike = kNotAsked;  // strong_kind() of all touches
    // With `alike`: the only block, and the last of its epochs; ~0: there are several.
    Epoch last;
  };
  static constexpr uint32_t kNotAsked = ~0u;
  // Two strong accesses of one kind never race; 0: there is more to be asked.
  static uint32_t strong_kind(const PastAccess& r) {
    if (r.strength != Strength::strong || r.scope == AccessScope::block) return 0;
    return 2u * r.element + (r.is_packed ? 1u : 0u);
  }
  void add_to_crowd(List& list, const Touch& t, size_t most);
  // Of the touches of a list only so many of the first are what they were.
  void changed_from(List& list, size_t first) {
    list.known = std::min(list.known, first);
    list.name = ++last_name_;
  }
  // Counts down to it, by `adds`.
  static bool is_pruning_due(List& list, size_t adds);
  // Forgets what others of the list stand for: a lane's own earlier accesses, and what its block
  // did before a barrier of all.
  void prune(List& list);
  static void add_lanes(std::vector<Touch>& touches, const Touch& t);
  // scratch_ in place of `ref`.
  TouchRef from_scratch(TouchRef ref);
  std::vector<PastAccess> accesses_;
  std::vector<uint32_t> free_;
  size_t limit_ = kFirstLimit;
  std::vector<List> lists_;
  std::vector<uint32_t> free_lists_;
  std::vector<Touch> scratch_;
  size_t crowded_ = 0;  // touches in lists
  uint64_t last_name_ = 0;
};

template <class Keep>
TouchRef TouchPool::with(TouchRef ref, uint32_t past, uint32_t lanes, size_t most, Keep keep) {
  if (std::has_single_bit(lanes)) {
    const TouchRef mine = single(past, static_cast<unsigned>(std::countr_zero(lanes)));
    if (ref == kUntouched || ref == mine) return mine;
  }
  const auto wanted = [&](Touch& t) {
    if (t.past != past) t.lanes = keep(t.past, t.lanes);
    return t.lanes != 0;
  };
  if (ref & kList) {
    List& list = lists_[ref & ~kList];
    std::vector<Touch>& touches = list.touches;
    // Those who come together are next to each other.
    for (size_t k = touches.size(), first = k > kUncrowded ? k - kUncrowded : 0; k-- > first;)
      if (touches[k].past == past) {
        if ((touches[k].lanes | lanes) != touches[k].lanes) changed_from(list, k);
        touches[k].lanes |= lanes;
        return ref;
      }
    if (touches.size() >= kUncrowded) {
      if (is_pruning_due(list, 1)) {
        crowded_ -= touches.size();
        std::erase_if(touches, [&](Touch& t) { return !wanted(t); });
        crowded_ += touches.size();
        prune(list);
      }
      add_to_crowd(list, {past, lanes}, most);
      return ref;
    }
  }
  scratch_.clear();
  each(ref, [&](Touch t) {
    if (wanted(t)) scratch_.push_back(t);
  });
  add_lanes(scratch_, {past, lanes});
  return from_scratch(ref);
}

template <class Keep>
TouchRef TouchPool::without(TouchRef ref, Keep keep) {
  if (ref == kUntouched) return ref;
  scratch_.clear();
  bool all = true;
  each(ref, [&](const Touch& t) {
    const uint32_t kept = keep(t.past, t.lanes);
    if (kept) scratch_.push_back({t.past, kept});
    all &= kept == t.lanes;
  });
  return all ? ref : from_scratch(ref);
}

}  // namespace warplab::sim
