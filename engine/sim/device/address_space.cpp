#include "sim/device/address_space.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "data/random.hpp"
#include "data/shape.hpp"

namespace warplab::sim {
namespace {

constexpr uint64_t kAlignment = 512;  // cudaMalloc promises 256; 512 keeps rows of warps apart
constexpr uint64_t kSmallestRedZone = 1ull << 20;

// What cudaMalloc promises, and how far apart drawn places may be beyond red zones.
constexpr uint64_t kPromised = 256, kMostSteps = 4096;

// Drawn places of buffers: what is accessed far beyond one's end is to lie in no other one, and no
// distance of two has 32 bits for certain. So many are far apart as there is room for.
constexpr uint64_t kWideRedZone = 64ull << 20, kMostRedZone = 1ull << 30;
constexpr uint64_t kFarGap = 1ull << 30, kMostFar = 8ull << 30;
constexpr size_t kMostFarBuffers = 12;
constexpr uint64_t kHalfBits = 1ull << 32;  // addresses whose upper halves are the same

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

AddressSpace::AddressSpace(uint64_t placement, bool has_heap) : placement_(placement) {
  if (placement == 0) return;
  const AddressPlan plan = draw_addresses(placement, has_heap);
  windows_ = plan.windows;
  above_ = below_ = plan.global;
}

uint64_t AddressSpace::red_zone_of(const Allocation& a) const {
  const uint64_t own = std::max(kSmallestRedZone, a.bytes);
  if (placement_ == 0 || a.buffer < 0) return own;
  return std::max({own, kWideRedZone, std::min(8 * a.bytes, kMostRedZone)});
}

uint64_t AddressSpace::choose_address(const Allocation& allocation) {
  const uint64_t room = allocation.bytes + red_zone_of(allocation);
  if (placement_ == 0) {
    const uint64_t begin = above_;
    above_ = round_up(begin + room, kAlignment);
    return begin;
  }
  const uint64_t random =
      data::mix_bits(placement_ + (allocations_.size() + 1) * 0x9e3779b97f4a7c15);
  const bool is_far =
      allocation.buffer >= 0 && allocations_.size() < kMostFarBuffers && (random >> 1) % 4 != 0;
  const uint64_t gap = is_far ? kFarGap + (random >> 8) % (kMostFar / kPromised) * kPromised
                              : (random >> 8) % kMostSteps * kPromised;
  // Every second one that is far from the others lies across a multiple of 4 GiB, where an address
  // of which the lower half alone is computed loses a carry.
  const uint64_t steps = allocation.bytes == 0 ? 0 : (allocation.bytes - 1) / kPromised;
  const bool is_across = is_far && (random >> 3) % 2 == 0 && steps > 0;
  const uint64_t in_front = is_across ? (1 + (random >> 16) % steps) * kPromised : 0;
  if (random % 2 == 0 || allocation.is_heap) {
    uint64_t begin = above_ + gap;
    if (is_across) begin = round_up(begin + allocation.bytes, kHalfBits) - in_front;
    above_ = round_up(begin + room, kPromised);
    return begin;
  }
  below_ -= round_up(room, kPromised) + gap;
  if (is_across) below_ = below_ / kHalfBits * kHalfBits - in_front;
  return below_;
}

Allocation& AddressSpace::add(Allocation allocation) {
  allocation.begin = choose_address(allocation);
  allocation.number = static_cast<int>(allocations_.size());
  allocations_.push_back(std::move(allocation));
  Allocation& added = allocations_.back();
  const auto behind = std::ranges::upper_bound(by_address_, added.begin, {}, &Allocation::begin);
  by_address_.insert(behind, &added);
  return added;
}

// Null: there is none.
const Allocation* AddressSpace::last_starting_at_or_before(uint64_t address) const {
  const auto after = std::ranges::upper_bound(by_address_, address, {}, &Allocation::begin);
  return after == by_address_.begin() ? nullptr : *std::prev(after);
}

const Allocation* AddressSpace::find(uint64_t address, uint64_t size) const {
  const Allocation* const below = last_starting_at_or_before(address);
  return below && below->contains(address, size) ? below : nullptr;
}

void AddressSpace::move_last(uint64_t begin) {
  allocations_.back().begin = begin;
  above_ = std::max(above_, round_up(begin + 2 * allocations_.back().bytes, kAlignment));
}

const Allocation* AddressSpace::nearest(uint64_t address) const {
  const auto above = std::ranges::upper_bound(by_address_, address, {}, &Allocation::begin);
  const auto gap = [&] { return (*above)->begin - address; };
  if (above == by_address_.begin())
    return above != by_address_.end() && gap() <= kSmallestRedZone ? *above : nullptr;
  const Allocation* const below = *std::prev(above);
  if (address < below->end()) return below;
  const uint64_t past = address - below->end();
  const bool is_close = past <= red_zone_of(*below);
  if (above == by_address_.end()) return is_close ? below : nullptr;
  if (gap() < past && gap() <= kSmallestRedZone) return *above;
  return is_close ? below : nullptr;
}

const Allocation* AddressSpace::below_zero(uint64_t address, uint64_t bytes) const {
  constexpr uint64_t kMostBelow = uint64_t{1} << 20;  // elements
  const Allocation* found = nullptr;
  uint64_t least = ~uint64_t{0};
  for (const Allocation* a : by_address_)
    for (const uint64_t width : {uint64_t{bytes_of(a->element)}, bytes}) {
      const uint64_t meant = address - (width << 32);  // the place of a negative index
      if (a->is_heap || address < width << 32 || meant >= a->begin) continue;
      const uint64_t below = a->begin - meant;
      if (below > kMostBelow * width || below >= least) continue;
      found = a;
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
