#include "sim/execute/early_loads.hpp"

#include <algorithm>
#include <cstring>

#include "sim/execute/late_writes.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// What is more is forgotten at once: then everybody looks at memory as it is.
constexpr size_t kMostKept = 1u << 18;

uint64_t at_or(const std::unordered_map<uint64_t, uint64_t>& times, uint64_t key) {
  const auto found = times.find(key);
  return found == times.end() ? 0 : found->second;
}

}  // namespace

void EarlyLoads::meet(const LaneAccess& a, uint32_t lanes, LaneTarget& target) {
  if (a.space != Space::global && a.space != Space::shared) return;
  const AccessOrder order = order_of(a.record);
  const bool acquires = order == AccessOrder::acquire || order == AccessOrder::acquire_release;
  const bool is_strong = a.kind == AccessKind::atomic || order != AccessOrder::weak;
  if (acquires) look_anew(a.warp, lanes);
  if (a.bytes > 16 || !is_strong) return;
  if (kept_ >= kMostKept) {
    places_.clear();
    since_ = ++now_;
    kept_ = 0;
  }
  for_lanes(lanes, [&](unsigned l) {
    if (a.kind != AccessKind::load) change(a, l, target.host[l]);
    else if (!acquires) load(a, l, target);
  });
}

uint64_t EarlyLoads::known_since(uint64_t thread, uint64_t block, const Place& place) const {
  return std::max(
      {since_, at_or(threads_, thread), at_or(blocks_, block), at_or(place.looks, thread)});
}

void EarlyLoads::load(const LaneAccess& a, unsigned lane, LaneTarget& target) {
  const auto found = places_.find(place_of(a, lane));
  if (found == places_.end()) return;
  Place& place = found->second;
  const uint64_t thread = thread_of(a.warp, lane), begin = a.addresses[lane];
  const uint64_t since = known_since(thread, a.warp.block->linear, place);
  std::array<std::byte, 16>& past = past_[lane];
  std::memcpy(past.data(), target.host[lane], a.bytes);
  for (auto c = place.changes.rbegin(); c != place.changes.rend() && c->time > since; ++c) {
    const uint64_t first = std::max(begin, c->address);
    const uint64_t last = std::min(begin + a.bytes, c->address + c->bytes);
    if (first >= last) continue;
    std::memcpy(past.data() + (first - begin), c->before.data() + (first - c->address),
                last - first);
    target.host[lane] = past.data();
  }
  kept_ += place.looks.insert_or_assign(thread, ++now_).second;
}

void EarlyLoads::change(const LaneAccess& a, unsigned lane, const std::byte* host) {
  Place& place = places_[place_of(a, lane)];
  Change& c = place.changes.emplace_back(Change{++now_, a.addresses[lane], a.bytes, {}});
  std::memcpy(c.before.data(), host, a.bytes);
  kept_ += 1 + place.looks.insert_or_assign(thread_of(a.warp, lane), now_).second;
}

void EarlyLoads::look_anew(const Warp& w, uint32_t lanes) {
  ++now_;
  for_lanes(lanes, [&](unsigned l) { threads_[thread_of(w, l)] = now_; });
}

void EarlyLoads::look_anew(const Block& block) { blocks_[block.linear] = ++now_; }

}  // namespace warplab::sim
