#include "sim/state/barrier_objects.hpp"

#include <algorithm>
#include <bit>

#include "sim/device/barrier_object.hpp"

namespace warplab::sim {

void BarrierObject::next_phase(uint32_t threads_of_block) {
  ++phase;
  all = pending = expected;
  uint32_t threads = 0;
  for (const uint32_t lanes : arrived) threads += static_cast<uint32_t>(std::popcount(lanes));
  seen = threads == threads_of_block ? least_clock : 0;
  arrived = {};
  least_clock = ~0u;
}

BarrierObject* BarrierObjects::find(uint64_t offset) {
  const auto at = std::find_if(objects_.begin(), objects_.end(),
                               [&](const BarrierObject& o) { return o.offset == offset; });
  return at == objects_.end() ? nullptr : &*at;
}

const BarrierObject* BarrierObjects::touched(uint64_t offset, uint64_t bytes) const {
  for (const BarrierObject& o : objects_)
    if (offset < uint64_t{o.offset} + kBytesOfObject && offset + bytes > o.offset) return &o;
  return nullptr;
}

void BarrierObjects::make(const BarrierObject& object) {
  change();
  const uint64_t end = uint64_t{object.offset} + kBytesOfObject;
  begin_ = objects_.empty() ? object.offset : std::min<uint64_t>(begin_, object.offset);
  end_ = objects_.empty() ? end : std::max(end_, end);
  objects_.push_back(object);
}

void BarrierObjects::end(uint64_t offset) {
  change();
  std::erase_if(objects_, [&](const BarrierObject& o) { return o.offset == offset; });
}

}  // namespace warplab::sim
