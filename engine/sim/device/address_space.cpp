#include "sim/device/address_space.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "data/shape.hpp"

namespace warplab::sim {
namespace {

constexpr uint64_t kAlignment = 512;  // cudaMalloc promises 256; 512 keeps rows of warps apart
constexpr uint64_t kSmallestRedZone = 1ull << 20;
constexpr uint64_t kBehindAll = 1ull << 30;  // so far the last allocation is the one that is meant

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }
uint64_t red_zone_of(const Allocation& a) { return std::max(kSmallestRedZone, a.bytes); }

}  // namespace

uint64_t next_begin(uint64_t begin, uint64_t bytes) {
  return round_up(begin + bytes + std::max(kSmallestRedZone, bytes), kAlignment);
}

Allocation& AddressSpace::add(Allocation allocation) {
  allocation.begin = next_;
  return place(std::move(allocation));
}

Allocation& AddressSpace::place(Allocation allocation) {
  allocation.number = static_cast<int>(allocations_.size());
  next_ = next_begin(allocation.begin, allocation.bytes);
  return allocations_.emplace_back(std::move(allocation));
}

const Allocation* AddressSpace::find(uint64_t address, uint64_t size) const {
  const auto above = std::ranges::upper_bound(allocations_, address, {}, &Allocation::begin);
  if (above == allocations_.begin()) return nullptr;
  const Allocation& below = *std::prev(above);
  return below.contains(address, size) ? &below : nullptr;
}

void AddressSpace::move_last(uint64_t begin) {
  allocations_.back().begin = begin;
  next_ = std::max(next_, round_up(begin + 2 * allocations_.back().bytes, kAlignment));
}

const Allocation* AddressSpace::nearest(uint64_t address) const {
  const auto above = std::ranges::upper_bound(allocations_, address, {}, &Allocation::begin);
  const auto gap = [&] { return above->begin - address; };
  if (above == allocations_.begin())
    return above != allocations_.end() && gap() <= kSmallestRedZone ? &*above : nullptr;
  const Allocation* const below = &*std::prev(above);
  if (address < below->end()) return below;
  const uint64_t past = address - below->end();
  if (above == allocations_.end())
    return past <= std::max(kBehindAll, below->bytes) ? below : nullptr;
  if (gap() < past && gap() <= kSmallestRedZone) return &*above;
  return past <= red_zone_of(*below) ? below : nullptr;
}

const Allocation* AddressSpace::below_zero(uint64_t address, uint64_t bytes) const {
  constexpr uint64_t kMostBelow = uint64_t{1} << 20;  // elements
  const Allocation* found = nullptr;
  uint64_t least = ~uint64_t{0};
  for (const Allocation& a : allocations_)
    for (const uint64_t width : {uint64_t{bytes_of(a.element)}, bytes}) {
      const uint64_t meant = address - (width << 32);  // the place of a negative index
      if (a.is_heap || address < width << 32 || meant >= a.begin) continue;
      const uint64_t below = a.begin - meant;
      if (below > kMostBelow * width || below >= least) continue;
      found = &a;
      least = below;
    }
  return found;
}

ElementType element_of_array(uint64_t bytes, uint32_t alignment) {
  return bytes % 8 == 0 && alignment == 8   ? ElementType::u64
         : bytes % 4 == 0 && alignment >= 4 ? ElementType::u32
         : bytes % 2 == 0 && alignment == 2 ? ElementType::u16
                                            : ElementType::u8;
}

std::string element_name(const Allocation& a, int64_t byte) {
  const auto width = static_cast<int64_t>(a.counted_bytes());
  const int64_t index = byte >= 0 ? byte / width : -((-byte + width - 1) / width);
  const auto count = static_cast<int64_t>(a.bytes) / width;
  if (index < 0 || index >= count) return fmt::format("{}[{}]", a.name, index);
  if (a.is_scalar()) return a.name;
  return data::element_text(a.name, static_cast<uint64_t>(index), a.shape);
}

const SharedLayout::Entry* SharedLayout::find(uint64_t offset, uint64_t size) const {
  for (const Entry& e : entries)
    if (offset >= e.begin && size <= e.bytes && offset - e.begin <= e.bytes - size) return &e;
  return nullptr;
}

const SharedLayout::Entry* SharedLayout::nearest(int64_t byte) const {
  const Entry* best = nullptr;
  uint64_t best_distance = std::numeric_limits<uint64_t>::max();
  for (const Entry& e : entries) {
    const int64_t begin = e.begin, end = begin + e.bytes;
    // Unsigned: an address may be as far away as there are addresses.
    const auto from = [&](int64_t a) {
      return static_cast<uint64_t>(byte) - static_cast<uint64_t>(a);
    };
    const uint64_t distance = byte < begin ? -from(begin) : byte >= end ? from(end) + 1 : 0;
    if (distance < best_distance) best = &e, best_distance = distance;
  }
  return best;
}

}  // namespace warplab::sim
