#include "sim/observe/past_access.hpp"

#include <tuple>

namespace warplab::sim {

void TouchPool::clear() {
  accesses_.assign(1, {});  // number 0: nobody
  lists_.clear();
  free_lists_.clear();
  free_.clear();
  crowded_ = 0;
  limit_ = kFirstLimit;
}

void TouchPool::keep_only(const std::vector<bool>& used) {
  free_.clear();
  for (size_t k = accesses_.size(); k-- > 1;)
    if (!used[k]) free_.push_back(static_cast<uint32_t>(k));
  if (2 * free_.size() < accesses_.size()) limit_ *= 2;
}

uint64_t TouchPool::bytes() const {
  return (accesses_.size() - free_.size()) * sizeof(PastAccess) +
         (lists_.size() - free_lists_.size()) * sizeof(List) + crowded_ * sizeof(Touch);
}

uint32_t TouchPool::add(const PastAccess& r) {
  if (!free_.empty()) {
    const uint32_t number = free_.back();
    free_.pop_back();
    accesses_[number] = r;
    return number;
  }
  accesses_.push_back(r);
  return static_cast<uint32_t>(accesses_.size() - 1);
}

TouchRef TouchPool::copy(TouchRef ref) {
  if (!(ref & kList)) return ref;
  lists_.push_back(List(lists_[ref & ~kList]));
  lists_.back().name = ++last_name_;
  crowded_ += lists_.back().touches.size();
  return kList | static_cast<TouchRef>(lists_.size() - 1);
}

void TouchPool::add_lanes(std::vector<Touch>& touches, const Touch& t) {
  const auto same = std::ranges::find(touches, t.past, &Touch::past);
  if (same != touches.end()) same->lanes |= t.lanes;
  else touches.push_back(t);
}

TouchRef TouchPool::united(TouchRef a, TouchRef b) {
  if (a == kUntouched || a == b) return b;
  if (b == kUntouched) return a;
  if (count(a) < count(b)) std::swap(a, b);
  if (count(a) >= kUncrowded) {
    List& list = lists_[a & ~kList];
    size_t adds = 0;
    each(b, [&](const Touch& t) {
      add_to_crowd(list, t, kMostLoads);
      ++adds;
    });
    if (is_pruning_due(list, adds)) prune(list);
    release(b);
    return a;
  }
  scratch_.clear();
  each(a, [&](const Touch& t) { scratch_.push_back(t); });
  each(b, [&](const Touch& t) { add_lanes(scratch_, t); });
  release(b);
  return from_scratch(a);
}

void TouchPool::add_to_crowd(List& list, const Touch& t, size_t most) {
  if (crowded_ > kMostCrowded) most = 2 * kUncrowded;
  const auto note = [&](const Touch& of) {
    const PastAccess& r = accesses_[of.past];
    if (strong_kind(r) != list.alike) list.alike = 0;
    if (r.epoch.block != list.last.block) list.last.block = ~0u;
    list.last.phase = std::max(list.last.phase, r.epoch.phase);
  };
  if (list.alike == kNotAsked) {
    list.alike = strong_kind(accesses_[t.past]);
    list.last = accesses_[t.past].epoch;
    for (const Touch& other : list.touches) note(other);
  }
  note(t);
  if (list.touches.size() < most) {
    list.touches.push_back(t);
    crowded_ += 1;
    return;
  }
  list.oldest = (list.oldest + 1) % list.touches.size();
  list.touches[list.oldest] = t;
  changed_from(list, list.oldest);
}

bool TouchPool::is_pruning_due(List& list, size_t adds) {
  list.adds_to_pruning -= std::min(list.adds_to_pruning, adds);
  return list.adds_to_pruning == 0;
}

void TouchPool::prune(List& list) {
  std::vector<Touch>& touches = list.touches;
  crowded_ -= touches.size();
  const auto block = [&](const Touch& t) { return accesses_[t.past].epoch.block; };
  // The latest of a block first, and touches of one past access next to each other.
  std::ranges::sort(touches, {}, [&](const Touch& t) {
    const Epoch& m = accesses_[t.past].epoch;
    return std::tuple(m.block, ~m.phase, m.warp, ~m.clock, t.past);
  });
  size_t kept = 0, first_of_block = 0;
  for (const Touch next : touches) {
    if (kept > 0 && touches[kept - 1].past == next.past) {
      touches[kept - 1].lanes |= next.lanes;
      continue;
    }
    if (kept > 0 && block(touches[kept - 1]) != block(next)) first_of_block = kept;
    const PastAccess& r = accesses_[next.past];
    uint32_t lanes = next.lanes;
    for (size_t k = first_of_block; k < kept && lanes; ++k) {
      const PastAccess& later = accesses_[touches[k].past];
      if (later.kind != r.kind || !stands_for(later, r)) continue;
      if (later.epoch.phase != r.epoch.phase) lanes = 0;
      else if (later.epoch.warp == r.epoch.warp) lanes &= ~touches[k].lanes;
    }
    if (lanes) touches[kept++] = {next.past, lanes};
  }
  touches.resize(kept);
  crowded_ += kept;
  changed_from(list, 0);
  list.adds_to_pruning = std::max(kFirstPruning, kept);
}

TouchRef TouchPool::from_scratch(TouchRef ref) {
  if (scratch_.empty()) {
    release(ref);
    return kUntouched;
  }
  if (scratch_.size() == 1 && std::has_single_bit(scratch_[0].lanes)) {
    release(ref);
    return single(scratch_[0].past, static_cast<unsigned>(std::countr_zero(scratch_[0].lanes)));
  }
  if (!(ref & kList)) {
    if (free_lists_.empty()) {
      free_lists_.push_back(static_cast<uint32_t>(lists_.size()));
      lists_.emplace_back();
    }
    ref = kList | free_lists_.back();
    free_lists_.pop_back();
  }
  List& list = lists_[ref & ~kList];
  crowded_ += scratch_.size() - list.touches.size();
  list.touches.assign(scratch_.begin(), scratch_.end());
  changed_from(list, 0);
  list.alike = kNotAsked;
  return ref;
}

void TouchPool::release(TouchRef ref) {
  if (!(ref & kList)) return;
  List& list = lists_[ref & ~kList];
  crowded_ -= list.touches.size();
  if (list.touches.capacity() <= kFirstPruning) list.touches.clear();
  else list.touches = {};
  list.adds_to_pruning = kFirstPruning;
  list.oldest = 0;
  changed_from(list, 0);
  list.known_to = {};
  list.alike = kNotAsked;
  free_lists_.push_back(ref & ~kList);
}

}  // namespace warplab::sim
