#include "sim/device/address_space.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "data/shape.hpp"

namespace warplab::sim {
namespace {

constexpr uint64_t kAlignment = 512;  // cudaMalloc promises 256; 512 keeps rows of warps apart
constexpr uint64_t kSmallestRedZone = 1ull << 20;

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// The allocation with the largest begin <= address.
auto last_starting_at_or_before(const std::deque<Allocation>& all, uint64_t address) {
  auto after = std::upper_bound(all.begin(), all.end(), address,
                                [](uint64_t a, const Allocation& b) { return a < b.begin; });
  return after == all.begin() ? all.end() : std::prev(after);
}

}  // namespace

Allocation& AddressSpace::add(Allocation allocation) {
  allocation.begin = next_;
  allocation.number = static_cast<int>(allocations_.size());
  const uint64_t red_zone = std::max(kSmallestRedZone, allocation.bytes);
  next_ = round_up(next_ + allocation.bytes + red_zone, kAlignment);
  allocations_.push_back(std::move(allocation));
  return allocations_.back();
}

const Allocation* AddressSpace::find(uint64_t address, uint64_t size) const {
  const auto it = last_starting_at_or_before(allocations_, address);
  return it != allocations_.end() && it->contains(address, size) ? &*it : nullptr;
}

void AddressSpace::move_last(uint64_t begin) {
  allocations_.back().begin = begin;
  next_ = std::max(next_, round_up(begin + 2 * allocations_.back().bytes, kAlignment));
}

const Allocation* AddressSpace::nearest(uint64_t address) const {
  const auto below = last_starting_at_or_before(allocations_, address);
  if (below == allocations_.end()) {
    const bool close = !allocations_.empty() && kGlobalStart - address <= kSmallestRedZone;
    return close ? &allocations_.front() : nullptr;
  }
  if (address < below->end()) return &*below;
  const auto above = std::next(below);
  const uint64_t past = address - below->end();
  if (above == allocations_.end())
    return past <= std::max(kSmallestRedZone, below->bytes) ? &*below : nullptr;
  return above->begin - address < past ? &*above : &*below;
}

std::string element_name(const Allocation& a, int64_t byte) {
  const auto width = static_cast<int64_t>(bytes_of(a.element));
  const int64_t index = byte >= 0 ? byte / width : -((-byte + width - 1) / width);
  const auto count = static_cast<int64_t>(a.bytes) / width;
  if (index < 0 || index >= count) return fmt::format("{}[{}]", a.name, index);
  return data::element_text(a.name, static_cast<uint64_t>(index), a.shape);
}

const SharedLayout::Entry* SharedLayout::find(uint64_t offset, uint64_t size) const {
  for (const Entry& e : entries)
    if (offset >= e.begin && size <= e.bytes && offset - e.begin <= e.bytes - size) return &e;
  return nullptr;
}

const SharedLayout::Entry* SharedLayout::nearest(uint64_t offset) const {
  const Entry* best = nullptr;
  uint64_t best_distance = ~0ull;
  for (const Entry& e : entries) {
    const uint64_t end = uint64_t{e.begin} + e.bytes;
    const uint64_t distance = offset < e.begin ? e.begin - offset
                              : offset >= end  ? offset - end + 1
                                               : 0;
    if (distance < best_distance) best = &e, best_distance = distance;
  }
  return best;
}

}  // namespace warplab::sim
