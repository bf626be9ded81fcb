#pragma once
// Accesses as race detection remembers them: all that the lanes of a warp did alike, at one
// instruction, between two moments at which they let others know. A record and a lane are what
// FastTrack (Flanagan, Freund, 2009) calls an epoch.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/observe/happens_before.hpp"

namespace warplab::sim {

// How an access takes part in synchronisation, PTX ISA "Memory Consistency Model": two strong ones
// of scopes that include each other never race.
enum class Strength : uint8_t { weak, volatile_, strong };

struct AccessRecord {
  Moment moment;
  uint32_t site = 0;
  AccessKind kind = AccessKind::load;
  Strength strength = Strength::weak;
  AccessScope scope = AccessScope::device;
  bool after_fence = false;  // the thread had fenced before
  bool read_only_path = false;
  // Of weak loads, whose races are held until the value is used (Races::is_held):
  uint32_t used = 0;        // lanes whose value has been used
  bool has_held = false;    // a race waits
  bool holds_most = false;  // as many races wait as are remembered
  // The lanes for which a race waits already with the site that raced with this load last, and that
  // site (Races::look_at_read).
  uint32_t held_lanes = 0;
  uint64_t held_site = ~uint64_t{0};
  bool same_as(const AccessRecord& o) const {
    return moment.block == o.moment.block && moment.warp == o.moment.warp &&
           moment.epoch == o.moment.epoch && moment.clock == o.moment.clock && site == o.site &&
           kind == o.kind && strength == o.strength && scope == o.scope &&
           after_fence == o.after_fence;
  }
};

// May the two never race, as both are strong and each is in the scope of the other?
inline bool strong_together(const AccessRecord& a, const AccessRecord& b) {
  if (a.strength == Strength::weak || b.strength == Strength::weak) return false;
  if ((a.scope == AccessScope::block || b.scope == AccessScope::block) &&
      a.moment.block != b.moment.block)
    return false;
  // Data that is only declared volatile is no flag: one is written behind a fence.
  if (a.strength == Strength::volatile_ && b.strength == Strength::volatile_) {
    if (a.kind == AccessKind::store && !a.after_fence) return false;
    if (b.kind == AccessKind::store && !b.after_fence) return false;
  }
  return true;
}

// Lanes of a record that touched one unit of memory.
struct Touch {
  uint32_t record = 0;
  uint32_t lanes = 0;
};

// The touches of one unit, small: a single lane's in place, more in a list of the pool.
using TouchRef = uint32_t;
constexpr TouchRef kUntouched = 0;

class TouchPool {
 public:
  TouchPool() { clear(); }
  void clear();
  uint32_t add(const AccessRecord& r);
  AccessRecord& record(uint32_t number) { return records_[number]; }
  size_t size() const { return records_.size(); }
  // So many that those which nothing refers to any more should be given back.
  bool full() const { return free_records_.empty() && records_.size() >= limit_; }
  // Gives back all records but those in `used`, a flag for each.
  void keep_only(const std::vector<bool>& used);
  uint64_t bytes() const;

  static bool is_single(TouchRef ref) { return !(ref & kList); }
  static TouchRef single(uint32_t record, unsigned lane) { return record << 5 | lane; }
  template <class F>
  void each(TouchRef ref, F f) const {
    if (ref == kUntouched) return;
    if (!(ref & kList)) {
      f(Touch{ref >> 5, 1u << (ref & 31)});
      return;
    }
    for (const Touch& t : lists_[ref & ~kList]) f(t);
  }
  // The touches of `ref` that `keep` wants, and another one. `keep` takes a record and lanes of it,
  // and returns those that are wanted.
  template <class Keep>
  TouchRef with(TouchRef ref, uint32_t record, uint32_t lanes, Keep keep);
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
  // Of many that touched a unit, these tell everything that barriers can order: two warps of a
  // block, and three blocks.
  static constexpr uint32_t kMostWarps = 2, kMostBlocks = 3, kUncrowded = 8;
  // Makes room in scratch_ for one more of `block`.
  void thin_out(uint32_t block);
  // scratch_ in place of `ref`.
  TouchRef from_scratch(TouchRef ref);
  std::vector<AccessRecord> records_;
  std::vector<uint32_t> free_records_;
  size_t limit_ = kFirstLimit;
  std::vector<std::vector<Touch>> lists_;
  std::vector<uint32_t> free_lists_;
  std::vector<Touch> scratch_;
};

template <class Keep>
TouchRef TouchPool::with(TouchRef ref, uint32_t record, uint32_t lanes, Keep keep) {
  if (std::has_single_bit(lanes)) {
    const TouchRef mine = single(record, static_cast<unsigned>(std::countr_zero(lanes)));
    if (ref == kUntouched || ref == mine) return mine;
  }
  if (ref & kList) {
    auto& list = lists_[ref & ~kList];
    for (Touch& t : list)
      if (t.record == record) {
        t.lanes |= lanes;
        return ref;
      }
    // Of a block that is not among them: three others tell as much as four.
    if (list.size() >= kUncrowded) {
      const uint32_t block = records_[record].moment.block;
      uint32_t blocks = 0, seen[kMostBlocks];
      for (const Touch& t : list) {
        const uint32_t other = records_[t.record].moment.block;
        if (other == block) {
          blocks = 0;
          break;
        }
        if (blocks < kMostBlocks && std::find(seen, seen + blocks, other) == seen + blocks)
          seen[blocks++] = other;
      }
      if (blocks == kMostBlocks) return ref;
    }
  }
  scratch_.clear();
  each(ref, [&](const Touch& t) {
    if (t.record == record) {
      scratch_.push_back(t);
      return;
    }
    const uint32_t kept = keep(t.record, t.lanes);
    if (kept) scratch_.push_back({t.record, kept});
  });
  if (!scratch_.empty() && scratch_.back().record == record && scratch_.size() == 1) {
    scratch_[0].lanes |= lanes;
  } else {
    if (scratch_.size() >= kUncrowded) thin_out(records_[record].moment.block);
    scratch_.push_back({record, lanes});
  }
  return from_scratch(ref);
}

template <class Keep>
TouchRef TouchPool::without(TouchRef ref, Keep keep) {
  if (ref == kUntouched) return ref;
  scratch_.clear();
  bool all = true;
  each(ref, [&](const Touch& t) {
    const uint32_t kept = keep(t.record, t.lanes);
    if (kept) scratch_.push_back({t.record, kept});
    all &= kept == t.lanes;
  });
  return all ? ref : from_scratch(ref);
}

}  // namespace warplab::sim
