#include "sim/observe/races.hpp"

#include <algorithm>

#include "sim/observe/stored_value.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

using Scope = AccessScope;
using Order = AccessOrder;

bool acquires(Order o) { return o == Order::acquire || o == Order::acquire_release; }
bool releases(Order o) { return o == Order::release || o == Order::acquire_release; }

bool is_watched(const Suspects& suspects, const AccessEvent& e, unsigned lane) {
  const uint64_t address = e.addresses[lane];
  if (e.space == ptx::Space::shared) return suspects.shared(e.warp.block->linear, address, e.bytes);
  const Allocation* a = e.warp.runner->launch->memory.addresses->find(address, e.bytes);
  return a && suspects.global(*a, address, e.bytes);
}

// `lane`, and those behind it in `watched` as long as they repeat.
uint32_t with_repeats(const AccessEvent& e, uint32_t repeats, unsigned lane) {
  const uint32_t behind = e.watched & ~((2u << lane) - 1);
  const uint32_t others = behind & ~repeats;
  return 1u << lane | (behind & ((others & (~others + 1)) - 1));
}

}  // namespace

Strength strength_of(const AccessEvent& e) {
  if (e.kind == AccessKind::atomic) return Strength::strong;
  if (e.order == Order::weak) return Strength::weak;
  return e.order == Order::volatile_ ? Strength::volatile_ : Strength::strong;
}

uint64_t Races::bytes() const {
  uint64_t bytes = global_.bytes();
  shared_.each([&](const Block&, const ShadowMemory& m) { bytes += m.bytes(); });
  return bytes;
}

void Races::collect() {
  std::vector<bool> used_globally(global_.pool.size());
  std::unordered_map<const Block*, std::vector<bool>> used;
  shared_.each(
      [&](const Block& block, const ShadowMemory& m) { used[&block].resize(m.pool.size()); });
  each_name_([&](const Block& block, LoadName name) {
    std::vector<bool>& flags = name & kInBlock ? used[&block] : used_globally;
    if ((name & ~kInBlock) < flags.size()) flags[name & ~kInBlock] = true;
  });
  global_.collect(used_globally);
  shared_.each([&](const Block& block, ShadowMemory& m) {
    m.collect(used[&block]);
    m.forget_last_records();
  });
}

void Races::launch_starts(const LaunchState& launch) {
  global_.clear();
  global_.last_records.clear();
  shared_.clear();
  warps_per_block_ = launch.warps_per_block;
  facts_ = atomic_facts(*launch.program);
}

void Races::block_ends(const Block& block) {
  if (!shared_.has(block)) return;
  shared_.of(block).clear();
  shared_.end(block);
}

uint32_t Races::past_access_of(ShadowMemory& m, const AccessEvent& e, unsigned lane,
                               AccessKind kind) {
  PastAccess r;
  r.epoch = order_.now(e.warp, lane);
  r.site = e.op->site;
  r.kind = kind;
  r.strength = strength_of(e);
  r.scope = r.strength == Strength::volatile_ ? Scope::system : e.scope;
  r.after_fence = kind == AccessKind::store &&
                  order_.has_fenced_stores(e.warp, lane, e.space, e.addresses[lane]);
  r.decides = facts_[r.site].decides || facts_[r.site].is_ignored;
  r.element = facts_[r.site].element;
  r.is_packed = facts_[r.site].is_packed;
  r.read_only_path = e.op->flags & access_flag::kReadOnlyPath && kind == AccessKind::load;
  // The block's memory keeps the numbers of global past accesses too: they are its warps'.
  auto& by_warp = block_memory(*e.warp.block).last_records;
  if (by_warp.size() <= e.warp.index) by_warp.resize(warps_per_block_);
  auto& by_site = by_warp[e.warp.index];
  const size_t index = 2 * size_t{e.op->memory} + (e.space == ptx::Space::shared ? 1 : 0);
  if (by_site.size() <= index) by_site.resize(index + 1);
  uint32_t& last = by_site[index];
  // A load that an atom.cas may compare with keeps the addresses that it read
  // (ShadowMemory::read_at), so its past access cannot stand for a second event.
  if (last == 0 || last >= m.pool.size() || facts_[r.site].is_compared ||
      !m.pool.past(last).same_as(r))
    last = m.pool.add(r);
  return last;
}

uint32_t Races::unordered(const Access& a, uint32_t past, uint32_t lanes) {
  return order_.not_before(a.m.pool.past(past).epoch, lanes, a.e.warp, a.lane);
}

// Those that this access does not stand for. What a lane did itself comes before what it does now.
uint32_t Races::not_stood_for(const Access& a, uint32_t past, uint32_t lanes) {
  const PastAccess& r = a.m.pool.past(past);
  if (!stands_for(a.m.pool.past(a.past), r)) return lanes;
  const bool is_own = r.epoch.block == a.e.warp.block->linear && r.epoch.warp == a.e.warp.index;
  return unordered(a, past, is_own ? lanes & ~a.lanes : lanes);
}

// This access among others of its kind; of those that came before it, what tells no more than it
// does is forgotten.
TouchRef Races::joined(Access& a, TouchRef touches, size_t most) {
  return a.m.pool.with(touches, a.past, a.lanes, most, [&](uint32_t past, uint32_t lanes) {
    return not_stood_for(a, past, lanes);
  });
}

void Races::load_unit(Access& a, ShadowCell& cell) {
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false); };
  look(a, cell.writes, race);
  look(a, cell.strong, race);
  const PastAccess& mine = a.m.pool.past(a.past);
  if (mine.strength != Strength::weak && mine.decides) a.m.decides(a.unit, mine.epoch, a.lanes);
  // Those that race are looked at one by one.
  if (a.raced) a.lanes = 1u << a.lane;
  if (cell.reads != TouchPool::single(a.past, a.lane) || !std::has_single_bit(a.lanes))
    cell.reads = joined(a, cell.reads, TouchPool::kMostLoads);
  if (a.m.pool.is_crowded(cell.covered)) return;
  cell.covered = a.m.pool.without(cell.covered, [&](uint32_t past, uint32_t lanes) {
    const bool is_load = a.m.pool.past(past).kind == AccessKind::load;
    return is_load ? not_stood_for(a, past, lanes) : lanes;
  });
}

void Races::store_unit(Access& a, ShadowCell& cell) {
  const TouchRef mine = TouchPool::single(a.past, a.lane);
  const auto times = static_cast<uint32_t>(std::popcount(a.lanes));
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false, times); };
  bool noted = false;
  uint32_t noted_site = 0;
  const auto write_race = [&](const Touch& t, unsigned lane) {
    const PastAccess& theirs = a.m.pool.past(t.past);
    const bool same = theirs.kind == AccessKind::store && writes_same(a, t, lane);
    // One note is enough of all who were here before.
    if (same && noted && noted_site == theirs.site) return;
    if (same) noted_site = theirs.site;
    noted |= same;
    conflict(a, t, lane, same, times);
  };
  look(a, cell.writes, write_race);
  look(a, cell.strong, write_race);
  look(a, cell.reads, race);
  if (noted) look(a, cell.covered, race);
  if (a.m.pool.past(a.past).strength != Strength::weak) {
    cell.strong = joined(a, cell.strong, TouchPool::kMostLoads);
    return;
  }
  a.m.forget_deciders(a.unit);
  // Behind a barrier of all nobody of the block races with what was before it, and no other block
  // is there.
  if (a.e.space == ptx::Space::shared)
    for (TouchRef* touches : {&cell.strong, &cell.reads, &cell.covered})
      if (order_.all_precede(a.m.pool.last_of(*touches), a.e.warp)) {
        a.m.pool.release(*touches);
        *touches = kUntouched;
      }
  if (noted) {
    cell.covered = a.m.pool.united(cell.covered, a.m.pool.united(cell.strong, cell.reads));
    cell.writes = joined(a, cell.writes, TouchPool::kMostWrites);
  } else {
    // What another value is written over races with whoever writes this one again, and one such
    // write stands for all before it.
    TouchRef before = cell.covered;
    if (cell.writes == kUntouched || writes_same(a, {}, 0)) {
      a.m.pool.release(cell.writes);
    } else if (TouchPool::is_single(cell.writes)) {
      a.m.pool.release(before);
      before = cell.writes;
    } else {
      before = a.m.pool.united(before, cell.writes);
    }
    cell.covered = a.m.pool.united(before, a.m.pool.united(cell.strong, cell.reads));
    cell.writes =
        std::has_single_bit(a.lanes) ? mine : joined(a, kUntouched, TouchPool::kMostWrites);
  }
  cell.reads = cell.strong = kUntouched;
}

// An update never stands for a weak access before it: other updates race with that one only.
void Races::update_unit(Access& a, ShadowCell& cell) {
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false); };
  look(a, cell.writes, race);
  look(a, cell.strong, race);
  look(a, cell.reads, race);
  // Whoever decides by the old value goes on as one that has observed all updates before its own
  // (PTX ISA, "Observation Order"): for what it does later at this address they have happened. For
  // those who do not look, the order of updates is chance.
  if (facts_[a.e.op->site].decides) {
    a.m.pool.release(cell.strong);
    cell.strong = TouchPool::single(a.past, a.lane);
    cell.reads = a.m.pool.without(cell.reads, [&](uint32_t past, uint32_t lanes) {
      return a.m.pool.past(past).strength == Strength::weak ? lanes : 0;
    });
  } else {
    cell.strong = joined(a, cell.strong, TouchPool::kMostLoads);
  }
}

// What fences of one thread tell another by way of this address.
void Races::synchronise(Access& a) {
  const bool writes = a.kind != AccessKind::load;
  if (strength_of(a.e) == Strength::weak) {
    if (writes) a.m.signs.erase(a.address());
    return;
  }
  const Scope scope = a.e.order == Order::volatile_ ? Scope::system : a.e.scope;
  // Who does not look at the value cannot have waited for it: whom it would have observed is
  // chance.
  if (a.kind != AccessKind::store && !facts_[a.e.op->site].is_ignored)
    if (const auto it = a.m.signs.find(a.address()); it != a.m.signs.end())
      order_.observe(a.e.warp, a.lane, it->second, scope);
  if (!writes) return;
  const bool replaces = a.kind == AccessKind::store;
  if (order_.has_released(a.e.warp, a.lane))
    order_.carry(a.e.warp, a.lane, a.m.signs[a.address()], replaces, scope);
  else if (replaces) a.m.signs.erase(a.address());
}

// Lanes of an access that do what the one before them does: at the same address and, of stores,
// with the same value. None where lanes have to be looked at one by one, as they know different
// things of others, or say from where they read.
uint32_t Races::repeats(const AccessEvent& e) {
  if (strength_of(e) != Strength::weak || facts_[e.op->site].is_compared) return 0;
  if (!order_.alike(e.warp) || e.watched == 0) return 0;
  uint32_t repeats = 0;
  auto last = static_cast<unsigned>(std::countr_zero(e.watched));
  for (uint32_t lanes = e.watched & (e.watched - 1); lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    bool same = e.addresses[lane] == e.addresses[last] &&
                order_.now(e.warp, lane).clock == order_.now(e.warp, last).clock;
    if (e.kind == AccessKind::store)
      for (uint32_t offset = 0; same && offset < e.bytes; offset += 4)
        same = word_to_store(e, lane, offset) == word_to_store(e, last, offset);
    repeats |= static_cast<uint32_t>(same) << lane;
    last = lane;
  }
  return repeats;
}

void Races::access_lane(Access& a, const Suspects* suspects) {
  const AccessEvent& e = a.e;
  const bool in_block = e.space == ptx::Space::shared;
  const bool is_strong = strength_of(e) != Strength::weak;
  const uint64_t end = a.address() + e.bytes;
  // What only synchronises is watched nowhere.
  const bool looked_at = !is_strong || !suspects || is_watched(*suspects, e, a.lane);
  for (a.unit = a.address(); looked_at && a.unit < end; a.unit += a.unit_bytes) {
    CellPage& page = a.m.cells.page(a.unit, e.bytes, a.m.pool);
    a.unit_bytes = 1u << page.unit_shift;
    a.updates.reset();
    a.old.reset();
    const auto offset = static_cast<uint32_t>(a.unit - a.address());
    if (a.kind == AccessKind::load && e.kind == AccessKind::load &&
        !(e.used_bytes >> offset & (a.unit_bytes == 4 ? 0xf : 1)))
      continue;
    ShadowCell& cell = page.at(a.unit);
    if (!in_block) read_only_conflict(a, cell);
    if (a.kind == AccessKind::load) load_unit(a, cell);
    else if (a.kind == AccessKind::store) store_unit(a, cell);
    else update_unit(a, cell);
  }
  if (is_strong || !a.m.signs.empty()) synchronise(a);
  if (!is_strong && a.kind == AccessKind::store) order_.stored(e.warp, a.lanes, e.space);
  if (a.kind != AccessKind::load) order_.wrote(e.warp, a.lanes, a.address());
}

void Races::access(const AccessEvent& e, bool is_used_anyway, LoadName* names) {
  const bool in_block = e.space == ptx::Space::shared;
  ShadowMemory& m = in_block ? block_memory(*e.warp.block) : global_;
  events_ += 1;
  const Scope scope = e.order == Order::volatile_ ? Scope::system : e.scope;
  if (releases(e.order) && e.kind != AccessKind::load)
    order_.fence(e.warp, e.mask, scope, FenceKind::releases);
  if (m.pool.full()) collect();
  CompareAndSwap swap(e);
  const bool compares = e.kind == AccessKind::atomic && facts_[e.op->site].compares;
  uint32_t past = 0, clock = 0;
  AccessKind past_kind = e.kind;
  const Suspects* const suspects = e.warp.runner->launch->checks.suspects;
  const uint32_t repeating = repeats(e);
  uint32_t done = 0;
  // Of atomics the lane that comes first is the one that hands on to the others.
  const bool is_reversed =
      e.kind == AccessKind::atomic && e.warp.runner->launch->order.lanes_reversed;
  each_lane_in_turn(is_reversed, e.watched, [&](unsigned lane) {
    const AccessKind kind = compares && !swap.stores(lane) ? AccessKind::load : e.kind;
    // Lanes whose clocks agree share a past access.
    const uint32_t my_clock = order_.now(e.warp, lane).clock;
    if (past == 0 || my_clock != clock || kind != past_kind) {
      past = past_access_of(m, e, lane, kind);
      clock = my_clock;
      past_kind = kind;
      if (is_used_anyway) m.pool.past(past).used = ~0u;
      m.pool.past(past).last_at = events_;
    }
    if (facts_[e.op->site].is_compared) m.read_at[past][lane] = e.addresses[lane];
    if (names)
      names[lane] = m.pool.past(past).used >> lane & 1 ? 0 : past | (in_block ? kInBlock : 0);
    if (done >> lane & 1) return;
    Access a{m, e, lane, kind, past, 1u << lane};
    // The first of several stores goes alone: they race with each other, if with nobody else.
    if (kind == AccessKind::load || (repeating >> lane & 1))
      a.lanes = with_repeats(e, repeating, lane);
    access_lane(a, suspects);
    done |= a.lanes;
  });
  if (acquires(e.order) && e.kind != AccessKind::store) order_.acquire(e.warp, e.mask, scope);
}

}  // namespace warplab::sim
