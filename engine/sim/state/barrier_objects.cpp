#include "sim/state/barrier_objects.hpp"

#include <algorithm>

#include "sim/device/barrier_object.hpp"

namespace warplab::sim {

void BarrierObject::next_phase() {
  ++phase;
  all = pending = expected;
}

BarrierObject* BarrierObjects::find(uint64_t offset) {
  if (offset % kBytesOfObject != 0) return nullptr;
  const uint64_t place = offset / kBytesOfObject;
  if (place >= numbers_.size() || numbers_[place] == 0) return nullptr;
  return &objects_[numbers_[place] - 1];
}

const BarrierObject* BarrierObjects::touched(uint64_t offset, uint64_t bytes) const {
  for (uint64_t place = offset / kBytesOfObject;
       place * kBytesOfObject < offset + bytes && place < numbers_.size(); ++place)
    if (numbers_[place] != 0) return &objects_[numbers_[place] - 1];
  return nullptr;
}

void BarrierObjects::make(const BarrierObject& object) {
  change();
  const uint64_t end = uint64_t{object.offset} + kBytesOfObject;
  begin_ = objects_.empty() ? object.offset : std::min<uint64_t>(begin_, object.offset);
  end_ = objects_.empty() ? end : std::max(end_, end);
  objects_.push_back(object);
  const uint64_t place = object.offset / kBytesOfObject;
  if (place >= numbers_.size()) numbers_.resize(place + 1);
  numbers_[place] = static_cast<uint32_t>(objects_.size());
}

void BarrierObjects::end(uint64_t offset) {
  change();
  BarrierObject* const ended = find(offset);
  if (ended == nullptr) return;
  const uint32_t number = numbers_[offset / kBytesOfObject];
  numbers_[offset / kBytesOfObject] = 0;
  if (number != objects_.size()) {
    *ended = objects_.back();
    numbers_[ended->offset / kBytesOfObject] = number;
  }
  objects_.pop_back();
}

}  // namespace warplab::sim
