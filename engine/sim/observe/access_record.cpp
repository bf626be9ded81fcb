#include "sim/observe/access_record.hpp"

namespace warplab::sim {

void TouchPool::clear() {
  records_.assign(1, {});  // number 0: nobody
  lists_.clear();
  free_lists_.clear();
  free_records_.clear();
  limit_ = kFirstLimit;
}

void TouchPool::keep_only(const std::vector<bool>& used) {
  free_records_.clear();
  for (size_t k = records_.size(); k-- > 1;)
    if (!used[k]) free_records_.push_back(static_cast<uint32_t>(k));
  if (2 * free_records_.size() < records_.size()) limit_ *= 2;
}

uint64_t TouchPool::bytes() const {
  // A list of as many touches as are kept when there are too many.
  constexpr uint64_t kOfList = sizeof(std::vector<Touch>) + kUncrowded * sizeof(Touch);
  return (records_.size() - free_records_.size()) * sizeof(AccessRecord) +
         (lists_.size() - free_lists_.size()) * kOfList;
}

uint32_t TouchPool::add(const AccessRecord& r) {
  if (!free_records_.empty()) {
    const uint32_t number = free_records_.back();
    free_records_.pop_back();
    records_[number] = r;
    return number;
  }
  records_.push_back(r);
  return static_cast<uint32_t>(records_.size() - 1);
}

TouchRef TouchPool::copy(TouchRef ref) {
  if (!(ref & kList)) return ref;
  lists_.push_back(lists_[ref & ~kList]);
  return kList | static_cast<TouchRef>(lists_.size() - 1);
}

TouchRef TouchPool::united(TouchRef a, TouchRef b) {
  if (a == kUntouched || a == b) return b;
  if (b == kUntouched) return a;
  scratch_.clear();
  each(a, [&](const Touch& t) { scratch_.push_back(t); });
  each(b, [&](const Touch& t) {
    const auto same = std::ranges::find(scratch_, t.record, &Touch::record);
    if (same != scratch_.end()) {
      same->lanes |= t.lanes;
      return;
    }
    if (scratch_.size() >= kUncrowded) thin_out(records_[t.record].moment.block);
    scratch_.push_back(t);
  });
  release(b);
  return from_scratch(a);
}

void TouchPool::thin_out(uint32_t block) {
  uint32_t own = 0;
  std::erase_if(scratch_, [&](const Touch& t) {
    return records_[t.record].moment.block == block && ++own >= kMostWarps;
  });
  if (scratch_.size() >= 2 * kUncrowded) scratch_.resize(kUncrowded);
}

TouchRef TouchPool::from_scratch(TouchRef ref) {
  if (scratch_.empty()) {
    release(ref);
    return kUntouched;
  }
  if (scratch_.size() == 1 && std::has_single_bit(scratch_[0].lanes)) {
    release(ref);
    return single(scratch_[0].record, static_cast<unsigned>(std::countr_zero(scratch_[0].lanes)));
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

void TouchPool::release(TouchRef ref) {
  if (!(ref & kList)) return;
  lists_[ref & ~kList].clear();
  free_lists_.push_back(ref & ~kList);
}

}  // namespace warplab::sim
