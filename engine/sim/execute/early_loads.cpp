#include "sim/execute/early_loads.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/execute/late_writes.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// What is more is forgotten at once: then everybody looks at memory as it is.
constexpr size_t kMostKept = 1u << 18;

// Of changes that a load need not undo so many are looked through for one of another thread's.
constexpr uint32_t kMostLookedThrough = 64;

// Of the 16 of their place.
uint32_t bytes_of(uint64_t address, uint32_t bytes) {
  return ((1u << bytes) - 1) << (address & 15) & 0xffffu;
}

}  // namespace

void EarlyLoads::meet(const LaneAccess& a, uint32_t lanes, LaneTarget& target) {
  if (a.space != Space::global && a.space != Space::shared) return;
  const AccessOrder order = order_of(a.op);
  const bool is_strong = a.kind == AccessKind::atomic || order != AccessOrder::weak;
  if (a.bytes > 16 || !is_strong) return;
  if (kept_ >= kMostKept) {
    places_.clear();
    since_ = ++now_;
    kept_ = 0;
  }
  // What the lanes do they do at one time: nobody sees one of them between two others.
  ++now_;
  const bool acquires = order == AccessOrder::acquire || order == AccessOrder::acquire_release;
  for_lanes(lanes, [&](unsigned l) {
    const bool saw = a.kind == AccessKind::load ? load(a, l, target) : change(a, l, target.host[l]);
    if (!saw) return;
    Thread& me = threads_[thread_of(a.warp, l)];
    me.saw = now_;
    if (acquires) me.since = now_;
  });
}

uint64_t EarlyLoads::known_since(uint64_t thread, uint64_t block) const {
  const auto its = threads_.find(thread);
  const auto of_block = blocks_.find(block);
  return std::max({since_, its == threads_.end() ? 0 : its->second.since,
                   of_block == blocks_.end() ? 0 : of_block->second});
}

bool EarlyLoads::load(const LaneAccess& a, unsigned lane, LaneTarget& target) {
  const auto found = places_.find(place_of(a, lane));
  if (found == places_.end()) return false;
  Place& place = found->second;
  const uint64_t thread = thread_of(a.warp, lane), begin = a.addresses[lane];
  const uint64_t since = known_since(thread, a.warp.block->linear);
  const uint32_t all = bytes_of(begin, a.bytes);
  const Looks& looks = place.looks[thread];
  // Bytes that were looked at when the change had been made, or later.
  const auto looked_at_since = [&](uint64_t time) {
    uint32_t bytes = 0;
    for (const Look& look : looks)
      if (look.time >= time) bytes |= look.bytes;
    return bytes;
  };
  std::array<std::byte, 16>& past = past_[lane];
  std::memcpy(past.data(), target.host[lane], a.bytes);
  bool saw = false;
  uint32_t left = all, looked_through = 0;  // `left`: whose values are not found yet
  for (auto c = place.changes.rbegin(); c != place.changes.rend() && c->time > since && left != 0;
       ++c) {
    const uint32_t known = looked_at_since(c->time), here = bytes_of(c->address, c->bytes) & left;
    for (uint32_t undone = here & ~known; undone != 0; undone &= undone - 1) {
      const auto byte = static_cast<uint32_t>(std::countr_zero(undone));
      past[byte - (begin & 15)] = c->before[byte - (c->address & 15)];
      target.host[lane] = past.data();
    }
    if ((here & known) != 0 && c->thread != thread) saw = true;
    left &= ~(here & known);
    if ((left & ~known) != 0) continue;  // older ones may have to be undone
    if (saw) break;
    saw = ++looked_through > kMostLookedThrough;
  }
  looked(place, thread, all);
  return saw;
}

bool EarlyLoads::change(const LaneAccess& a, unsigned lane, const std::byte* host) {
  Place& place = places_[place_of(a, lane)];
  const uint64_t thread = thread_of(a.warp, lane);
  const uint32_t all = bytes_of(a.addresses[lane], a.bytes);
  bool saw = false;
  if (a.kind == AccessKind::atomic) {
    const uint64_t since = known_since(thread, a.warp.block->linear);
    uint32_t left = all, looked_through = 0;
    for (auto c = place.changes.rbegin();
         c != place.changes.rend() && c->time > since && left != 0 && !saw; ++c) {
      const uint32_t here = bytes_of(c->address, c->bytes) & left;
      left &= ~here;
      saw = (here != 0 && c->thread != thread) || ++looked_through > kMostLookedThrough;
    }
  }
  Change& c = place.changes.emplace_back(Change{now_, thread, a.addresses[lane], a.bytes, {}});
  std::memcpy(c.before.data(), host, a.bytes);
  ++kept_;
  looked(place, thread, all);
  return saw;
}

void EarlyLoads::looked(Place& place, uint64_t thread, uint32_t bytes) {
  Looks& looks = place.looks[thread];
  for (Look& look : looks) look.bytes &= ~bytes;
  std::erase_if(looks, [](const Look& look) { return look.bytes == 0; });
  kept_ += looks.empty() ? 1 : 0;
  looks.push_back({bytes, now_});
}

void EarlyLoads::look_anew(const Warp& w, uint32_t lanes) {
  ++now_;
  for_lanes(lanes, [&](unsigned l) { threads_[thread_of(w, l)].since = now_; });
}

void EarlyLoads::look_anew(const Block& block) { blocks_[block.linear] = ++now_; }

void EarlyLoads::acquire(const Warp& w, uint32_t lanes) {
  ++now_;
  for_lanes(lanes, [&](unsigned l) {
    const auto its = threads_.find(thread_of(w, l));
    if (its != threads_.end() && its->second.saw > known_since(its->first, w.block->linear))
      its->second.since = now_;
  });
}

}  // namespace warplab::sim
