#pragma once
// Accesses as race detection remembers them: all that the lanes of a warp did alike, at one
// instruction, between two moments at which they let others know.
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
  AccessEvent::Scope scope = AccessEvent::Scope::device;
  bool after_fence = false;  // the thread had fenced before
  bool read_only_path = false;
  bool held_back = false;  // a race of this load waits until the value matters
  uint32_t matters = 0;    // loads: lanes whose value went on to matter
  bool same_as(const AccessRecord& o) const {
    return moment.block == o.moment.block && moment.warp == o.moment.warp &&
           moment.epoch == o.moment.epoch && moment.clock == o.moment.clock && site == o.site &&
           kind == o.kind && strength == o.strength && scope == o.scope &&
           after_fence == o.after_fence;
  }
};

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
  bool full() const { return records_.size() >= kMostRecords; }

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
  // The touches of `ref` that `keep` wants, and another one.
  template <class Keep>
  TouchRef with(TouchRef ref, uint32_t record, unsigned lane, Keep keep);
  TouchRef copy(TouchRef ref);
  void release(TouchRef ref);

 private:
  static constexpr TouchRef kList = 0x8000'0000u;
  static constexpr size_t kMostRecords = size_t{1} << 26;
  // Of many that touched a unit, these tell everything that barriers can order: two warps of a
  // block, and three blocks.
  static constexpr uint32_t kMostWarps = 2, kMostBlocks = 3, kUncrowded = 8;
  std::vector<AccessRecord> records_;
  std::vector<std::vector<Touch>> lists_;
  std::vector<uint32_t> free_lists_;
  std::vector<Touch> scratch_;
};

template <class Keep>
TouchRef TouchPool::with(TouchRef ref, uint32_t record, unsigned lane, Keep keep) {
  const TouchRef mine = single(record, lane);
  if (ref == kUntouched || ref == mine) return mine;
  if (ref & kList) {
    auto& list = lists_[ref & ~kList];
    for (Touch& t : list)
      if (t.record == record) {
        t.lanes |= 1u << lane;
        return ref;
      }
    const Moment& m = records_[record].moment;
    if (list.size() >= kUncrowded) {
      uint32_t others = 0, own = 0;
      for (const Touch& t : list) (records_[t.record].moment.block == m.block ? own : others) += 1;
      if (own == 0 && others >= kMostBlocks * kMostWarps) return ref;
    }
  }
  scratch_.clear();
  each(ref, [&](const Touch& t) {
    if (t.record == record) {
      scratch_.push_back(t);
      return;
    }
    uint32_t kept = 0;
    for (uint32_t m = t.lanes; m; m &= m - 1)
      if (const auto l = static_cast<unsigned>(std::countr_zero(m)); keep(t.record, l))
        kept |= 1u << l;
    if (kept) scratch_.push_back({t.record, kept});
  });
  if (!scratch_.empty() && scratch_.back().record == record && scratch_.size() == 1) {
    scratch_[0].lanes |= 1u << lane;
  } else {
    // Too many: what is dropped is like what is kept.
    if (scratch_.size() >= kUncrowded) {
      const uint32_t block = records_[record].moment.block;
      uint32_t own = 0;
      std::erase_if(scratch_, [&](const Touch& t) {
        return records_[t.record].moment.block == block && ++own >= kMostWarps;
      });
      if (scratch_.size() >= 2 * kUncrowded) scratch_.resize(kUncrowded);
    }
    scratch_.push_back({record, 1u << lane});
  }
  if (scratch_.size() == 1 && std::has_single_bit(scratch_[0].lanes)) {
    release(ref);
    return mine;
  }
  if (!(ref & kList)) {
    if (free_lists_.empty()) {
      free_lists_.push_back(static_cast<uint32_t>(lists_.size()));
      lists_.emplace_back();
    }
    ref = kList | free_lists_.back();
    free_lists_.pop_back();
  }
  lists_[ref & ~kList].assign(scratch_.begin(), scratch_.end());
  return ref;
}

}  // namespace warplab::sim
