#include "sim/execute/late_writes.hpp"

#include <algorithm>
#include <cstring>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// When so many are kept, an older one takes effect: no access looks at more of them. Of a thread
// that is none of the first ones, so that neither what it wrote first nor what it wrote last comes
// in time because it writes much.
constexpr size_t kMostAtAPlace = 64, kMostOfAThread = 256, kFirstOfAThread = 8,
                 kMostInAll = 1u << 16;

// Whoever writes late himself gets nothing to see.
bool looks(const LaneAccess& a) {
  const bool is_strong = a.kind == AccessKind::atomic || order_of(a.op) != AccessOrder::weak;
  return is_strong && !(a.op->flags & access_flag::kMayComeLate);
}

}  // namespace

uint64_t thread_of(const Warp& w, unsigned lane) {
  return w.block->linear * w.runner->launch->threads_per_block + w.first_thread + lane;
}

// Shared memory has a key for each block.
uint64_t place_of(const LaneAccess& a, unsigned lane) {
  const uint64_t piece = a.addresses[lane] >> 4;
  return a.space == Space::shared ? piece | a.warp.block->linear << 20 | uint64_t{1} << 63 : piece;
}

void LateWrites::meet(const LaneAccess& a, uint32_t lanes, LaneTarget& target) {
  if (early_) return early_->meet(a, lanes, target);
  if (a.space != Space::global && a.space != Space::shared) return;
  const AccessOrder order = order_of(a.op);
  const bool releases = order == AccessOrder::release || order == AccessOrder::acquire_release;
  if (releases) publish(a.warp, lanes, scope_of(a.op));
  if (!all_.empty()) for_lanes(lanes, [&](unsigned l) { look(a, l, target); });
  if (releases && a.kind == AccessKind::store) for_lanes(lanes, [&](unsigned l) { wrote(a, l); });
}

void LateWrites::look(const LaneAccess& a, unsigned lane, LaneTarget& target) {
  const auto place = places_.find(place_of(a, lane));
  if (place == places_.end()) return;
  const uint64_t thread = thread_of(a.warp, lane), block = a.warp.block->linear;
  const uint64_t begin = a.addresses[lane], end = begin + a.bytes;
  std::vector<Write*> met;
  for (const auto& w : place->second)
    if (w->address < end && begin < w->address + w->bytes) met.push_back(w.get());
  // A load of what it knows can leave it where it is.
  const auto last =
      std::find_if(met.rbegin(), met.rend(), [&](Write* w) { return knows(*w, thread, block); });
  if (a.kind == AccessKind::load && last != met.rend()) {
    Write& w = **last;
    if (!w.update && w.address <= begin && end <= w.address + w.bytes) {
      target.host[lane] = w.data.data() + (begin - w.address);
      return;
    }
  }
  const bool sees = looks(a);
  if (sees && a.kind == AccessKind::load && vector_width(a.op) > 1)
    return look_at_vector(met, thread, block);
  for (Write* w : met)
    if (knows(*w, thread, block) || (sees && !stays_away(*w))) take_effect(*w);
}

// The elements are loaded in no order either, so it need not see more than one of the others'
// writes.
void LateWrites::look_at_vector(std::vector<Write*>& met, uint64_t thread, uint64_t block) {
  if (last_element_first_) std::ranges::reverse(met);
  bool any = false;
  for (Write* w : met) {
    const bool is_known = knows(*w, thread, block);
    if (!is_known && (any || stays_away(*w))) continue;
    any = any || !is_known;
    take_effect(*w);
  }
}

bool LateWrites::knows(const Write& w, uint64_t thread, uint64_t block) {
  return w.thread == thread || (w.shown != 0 && w.block == block);
}

bool LateWrites::stays_away(const Write& w) {
  return w.number < w.its_thread->visible || (w.shown != 0 && w.shown < w.its_block->visible);
}

LateWrites::Write& LateWrites::keep(const LaneAccess& a, unsigned lane, uint32_t skipped,
                                    uint32_t bytes, std::byte* host) {
  const uint64_t thread = thread_of(a.warp, lane), place = place_of(a, lane);
  Thread& its_thread = threads_[thread];
  if (all_.size() >= kMostInAll) take_effect(*all_.front());
  if (its_thread.kept.size() >= kMostOfAThread)
    take_effect(**std::next(its_thread.kept.begin(), kFirstOfAThread));
  if (const auto at = places_.find(place);
      at != places_.end() && at->second.size() >= kMostAtAPlace)
    take_effect(*at->second.front());
  auto write = std::make_unique<Write>();
  write->thread = thread;
  write->block = a.warp.block->linear;
  write->its_thread = &its_thread;
  write->its_block = &blocks_[write->block];
  write->number = ++now_;
  write->place = place;
  write->address = a.addresses[lane] + skipped;
  write->bytes = bytes;
  write->is_shared = a.space == Space::shared;
  write->host = host + skipped;
  write->in_thread = its_thread.kept.insert(its_thread.kept.end(), write.get());
  write->in_all = all_.insert(all_.end(), write.get());
  return *places_[place].emplace_back(std::move(write));
}

void LateWrites::store(const LaneAccess& a, unsigned lane, std::byte* host, const std::byte* data) {
  if (early_) {
    std::memcpy(host, data, a.bytes);
    return;
  }
  const uint32_t element = element_bytes(a.op);
  for (uint32_t at = 0; at < a.bytes; at += element)
    std::memcpy(keep(a, lane, at, element, host).data.data(), data + at, element);
}

void LateWrites::update(const LaneAccess& a, unsigned lane, std::byte* host, Update how, uint64_t b,
                        uint64_t c) {
  if (early_) {
    how(host, b, c);
    return;
  }
  Write& kept = keep(a, lane, 0, a.bytes, host);
  kept.update = how;
  kept.b = b;
  kept.c = c;
}

void LateWrites::wrote(const LaneAccess& a, unsigned lane) {
  if (all_.empty()) return;
  seen(thread_of(a.warp, lane), a.warp.block->linear, a.space == Space::shared, ++now_);
}

// Others may have seen the write of this number. That says nothing where nothing is kept.
void LateWrites::seen(uint64_t thread, uint64_t block, bool is_shared, uint64_t number) {
  if (const auto its = threads_.find(thread); its != threads_.end())
    its->second.visible = std::max(its->second.visible, number);
  if (is_shared) return;
  if (const auto its = blocks_.find(block); its != blocks_.end())
    its->second.visible = std::max(its->second.visible, number);
}

void LateWrites::take_effect(Write& w) {
  if (w.update) w.update(w.host, w.b, w.c);
  else std::memcpy(w.host, w.data.data(), w.bytes);
  seen(w.thread, w.block, w.is_shared, w.number);
  forget(w);
}

void LateWrites::forget(Write& w) {
  w.its_thread->kept.erase(w.in_thread);
  all_.erase(w.in_all);
  if (w.shown != 0) std::erase(w.its_block->shown, &w);
  const auto place = places_.find(w.place);
  std::erase_if(place->second, [&](const auto& at) { return at.get() == &w; });
  if (place->second.empty()) places_.erase(place);
}

void LateWrites::take_effect() {
  // The places are in no order; what matters is that of the writes at each of them.
  for (auto& [place, writes] : places_)
    for (const auto& w : writes) {
      if (w->update) w->update(w->host, w->b, w->c);
      else std::memcpy(w->host, w->data.data(), w->bytes);
    }
  places_.clear();
  threads_.clear();
  blocks_.clear();
  all_.clear();
}

void LateWrites::fence(const Warp& w, uint32_t lanes, AccessScope scope, FenceKind kind) {
  if (!early_) {
    if (kind != FenceKind::acquires) publish(w, lanes, scope);
  } else if (kind == FenceKind::sequential) {
    early_->look_anew(w, lanes);
  } else if (kind != FenceKind::releases) {
    early_->acquire(w, lanes);
  }
}

void LateWrites::come_to_barrier(const Warp& w, uint32_t lanes) {
  if (early_) early_->look_anew(w, lanes);
  else publish(w, lanes, AccessScope::block);
}

void LateWrites::publish(const Warp& w, uint32_t lanes, AccessScope scope) {
  if (all_.empty()) return;
  for_lanes(lanes, [&](unsigned l) {
    const auto its = threads_.find(thread_of(w, l));
    if (its == threads_.end()) return;
    const std::list<Write*> kept = its->second.kept;
    for (Write* write : kept) {
      if (write->is_shared || scope != AccessScope::block) {
        take_effect(*write);
      } else if (write->shown == 0) {
        write->shown = ++now_;
        write->its_block->shown.push_back(write);
      }
    }
  });
  if (scope == AccessScope::block) return;
  // What has come to the thread by a barrier of the block it gives on.
  const auto block = blocks_.find(w.block->linear);
  if (block == blocks_.end()) return;
  const std::vector<Write*> shown = block->second.shown;
  for (Write* write : shown) take_effect(*write);
}

void LateWrites::block_ended(const Block& block) {
  for (const Warp* w : block.warps)
    for_lanes(w->lanes, [&](unsigned l) {
      const auto its = threads_.find(thread_of(*w, l));
      if (its == threads_.end()) return;
      const std::list<Write*> kept = its->second.kept;
      for (Write* write : kept)
        if (write->is_shared) forget(*write);
    });
}

}  // namespace warplab::sim
