#include "sim/state/suspects.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

constexpr unsigned kLanesOfRow = 32;
// A row that reaches no further is looked at in one go.
constexpr uint64_t kNearBytes = 2048;

}  // namespace

Suspects::Suspects(const GlobalTracking& tracking, size_t launches) : launches_(launches) {
  for (const TrackedAllocation& t : tracking.allocations) {
    Units u;
    u.shift = t.unit_shift;
    u.units = t.units;
    allocations_.push_back(std::move(u));
  }
}

void Suspects::launch_starts(size_t number, uint64_t blocks, uint32_t shared_bytes) {
  now_ = &launches_[number];
  launch_ = number;
  notes_.clear();
  now_->blocks.resize(blocks / 64 + 1);
  now_->words.resize(shared_bytes / 4 / 64 + 2);
}

bool Suspects::wants_note(uint32_t site) {
  // A note names one pair of lines and the first threads there.
  constexpr uint32_t kPlaces = 64;
  if (notes_.size() <= site) notes_.resize(site + 1);
  return notes_[site] < kPlaces && ++notes_[site];
}

void Suspects::mark_global(const Allocation& a, uint64_t address, uint64_t bytes) {
  if (looks_away_) return;
  has_suspects_ = true;
  mark_units(a, address, bytes);
}

void Suspects::mark_for_note(const Allocation& a, uint64_t address, uint64_t bytes) {
  mark_units(a, address, bytes);
}

void Suspects::mark_units(const Allocation& a, uint64_t address, uint64_t bytes) {
  any_ = true;
  last_marked_ = launch_;
  Units& u = allocations_[static_cast<size_t>(a.number)];
  if (!u.bits) u.bits = ZeroPages((u.units / 64 + 2) * 8);
  u.any = true;
  const uint64_t last = (address - a.begin + bytes - 1) >> u.shift;
  for (uint64_t unit = (address - a.begin) >> u.shift; unit <= last; ++unit)
    u.bits.as<uint64_t>()[unit / 64] |= 1ull << (unit % 64);
}

void Suspects::mark_shared(uint64_t block, uint64_t offset, uint32_t bytes) {
  if (looks_away_) return;
  any_ = has_suspects_ = true;
  last_marked_ = launch_;
  now_->any = true;
  now_->blocks[block / 64] |= 1ull << (block % 64);
  for (uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word)
    now_->words[word / 64] |= 1ull << (word % 64);
}

void Suspects::mark_both(const Allocation& a, const ZeroPages& read, const ZeroPages& written) {
  Units& u = allocations_[static_cast<size_t>(a.number)];
  if (looks_away_ || !read || !written) return;
  if (!u.bits) u.bits = ZeroPages((u.units / 64 + 2) * 8);
  for (uint64_t word = 0; word <= u.units / 64; ++word) {
    const uint64_t both = read.as<uint64_t>()[word] & written.as<uint64_t>()[word];
    if (both == 0) continue;
    any_ = has_suspects_ = true;
    last_marked_ = launch_;
    u.bits.as<uint64_t>()[word] |= both;
    u.any = true;
  }
}

bool Suspects::global_row(const Allocation& a, uint64_t address, int64_t stride,
                          uint32_t bytes) const {
  if (!allocations_[static_cast<size_t>(a.number)].any) return false;
  const auto reach = static_cast<uint64_t>((stride < 0 ? -stride : stride) * (kLanesOfRow - 1));
  if (reach <= kNearBytes) return global(a, stride < 0 ? address - reach : address, reach + bytes);
  for (unsigned l = 0; l < kLanesOfRow; ++l)
    if (global(a, address + static_cast<uint64_t>(stride * static_cast<int64_t>(l)), bytes))
      return true;
  return false;
}

bool Suspects::shared_row(uint64_t block, uint64_t offset, int64_t stride, uint32_t bytes) const {
  if (!now_->any || !(now_->blocks[block / 64] >> (block % 64) & 1)) return false;
  const auto reach = static_cast<uint64_t>((stride < 0 ? -stride : stride) * (kLanesOfRow - 1));
  return shared(block, stride < 0 ? offset - reach : offset, reach + bytes);
}

void Suspects::clear() {
  for (Units& u : allocations_) {
    u.bits = {};
    u.any = false;
  }
  for (Shared& s : launches_) s.any = false;
  undefined_ = false;
}

}  // namespace warplab::sim
