// Whom an access races with, and what is told of it: at once, or when the value that was loaded is
// used.
#include <algorithm>
#include <cstring>

#include "sim/observe/races.hpp"
#include "sim/observe/stored_value.hpp"

namespace warplab::sim {
namespace {

// Races of one load that wait until its value is used.
constexpr size_t kMostHeld = 4 * kLanes;

}  // namespace

// Reads, changes, writes: the thread's own read of this unit, on the same line.
bool Races::updates(Access& a) {
  if (a.kind != AccessKind::store) return false;
  if (a.updates) return *a.updates;
  const PastAccess& mine = a.m.pool.past(a.past);
  const auto& sites = a.e.warp.runner->launch->program->sites;
  bool any = false;
  const ShadowCell& cell = a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit);
  for (const TouchRef touches : {cell.reads, cell.strong})  // a volatile read is a strong one
    a.m.pool.each(touches, [&](const Touch& t) {
      const PastAccess& r = a.m.pool.past(t.past);
      any |= r.kind == AccessKind::load && (t.lanes >> a.lane & 1) &&
             r.epoch.block == mine.epoch.block && r.epoch.warp == mine.epoch.warp &&
             sites[r.site].line == sites[mine.site].line;
    });
  a.updates = any;
  return any;
}

void Races::conflict(Access& a, const Touch& other, unsigned lane, bool same_value,
                     uint32_t times) {
  a.raced = true;
  PastAccess& mine = a.m.pool.past(a.past);
  PastAccess& theirs = a.m.pool.past(other.past);
  if (is_allowed(a, mine, theirs, same_value)) return;
  const auto side = [](const PastAccess& r, unsigned l) {
    return RaceSide{
        r.site,  r.kind,   r.epoch.block, r.epoch.warp * kLanes + l, r.strength != Strength::weak,
        r.scope, r.element};
  };
  Race race;
  race.first = side(theirs, lane);
  race.second = side(mine, a.lane);
  race.address = a.unit;
  race.bytes = a.unit_bytes;
  race.space = a.e.space;
  race.same_value = same_value;
  const uint64_t start = a.e.addresses[lane];
  race.one_instruction = other.past == a.past && lane < a.lane && (a.e.mask >> lane & 1) &&
                         start <= a.unit && a.unit < start + a.e.bytes &&
                         a.kind != AccessKind::load;
  race.updates = updates(a);
  race.times = times;
  if (!is_held(a, other, lane, race)) found_.add(race);
}

// Options::allows_same_value_stores: whoever reads has the value from before or the one value that
// is stored, and two different values are a race still.
bool Races::is_allowed(const Access& a, const PastAccess& mine, const PastAccess& theirs,
                       bool same_value) {
  const sim::Options& options = *a.e.warp.runner->launch->options;
  if (!options.allows_same_value_stores || a.e.space != ptx::Space::global) return false;
  const auto is_plain = [](const PastAccess& r) {
    return r.kind == AccessKind::load || r.kind == AccessKind::store;
  };
  if (!is_plain(mine) || !is_plain(theirs)) return false;
  return same_value || mine.kind == AccessKind::load || theirs.kind == AccessKind::load;
}

// A value that was loaded only because the compiler moved the load is nobody's race: it is told
// when the value is used, see value_used().
bool Races::is_held(Access& a, const Touch& other, unsigned lane, const Race& race) {
  const auto is_weak_load = [](const PastAccess& r) {
    return r.kind == AccessKind::load && r.strength == Strength::weak;
  };
  const bool i_read = is_weak_load(a.m.pool.past(a.past));
  if (!i_read && !is_weak_load(a.m.pool.past(other.past))) return false;
  const uint32_t reader = i_read ? a.past : other.past;
  const unsigned reading = i_read ? a.lane : lane;
  PastAccess& r = a.m.pool.past(reader);
  if (r.used >> reading & 1) return false;
  auto& held = a.m.held[reader];
  if (held.size() < kMostHeld) held.push_back({reading, race});
  r.holds_most = held.size() == kMostHeld;
  r.has_held = true;
  return true;
}

void Races::value_used(const Block& block, LoadName name, uint32_t lanes) {
  ShadowMemory& m = memory_of(block, name);
  const uint32_t number = name & ~kInBlock;
  if (number >= m.pool.size()) return;  // forgotten: there were too many
  PastAccess& r = m.pool.past(number);
  r.used |= lanes;
  if (!r.has_held) return;
  auto& held = m.held[number];
  std::erase_if(held, [&](const ShadowMemory::Held& h) {
    if (!(lanes >> h.lane & 1)) return false;
    found_.add(h.race);
    return true;
  });
  r.has_held = !held.empty();
  r.holds_most = false;
}

bool Races::read_from(const Block& block, LoadName name, unsigned lane, uint64_t address) {
  const ShadowMemory& m = memory_of(block, name);
  const auto at = m.read_at.find(name & ~kInBlock);
  return at != m.read_at.end() && at->second[lane] == address;
}

void Races::read_only_conflict(Access& a, const ShadowCell& cell) {
  const auto side = [&](uint32_t past, uint32_t lanes) {
    const PastAccess& r = a.m.pool.past(past);
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    return RaceSide{r.site, r.kind, r.epoch.block, r.epoch.warp * kLanes + lane, false, r.scope};
  };
  const RaceSide me = side(a.past, 1u << a.lane);
  if (a.m.pool.past(a.past).read_only_path)
    for (const TouchRef touches : {cell.writes, cell.strong})
      a.m.pool.each(touches, [&](const Touch& t) {
        if (a.m.pool.past(t.past).kind != AccessKind::load)
          found_.add_read_only(side(t.past, t.lanes), me, a.unit, a.unit_bytes);
      });
  else if (a.kind != AccessKind::load)
    a.m.pool.each(cell.reads, [&](const Touch& t) {
      if (a.m.pool.past(t.past).read_only_path)
        found_.add_read_only(me, side(t.past, t.lanes), a.unit, a.unit_bytes);
    });
}

ShadowMemory::Harmless* Races::harmless_of(Access& a, TouchRef crowd) {
  const PastAccess& r = a.m.pool.past(a.past);
  if (r.kind != AccessKind::load || r.strength == Strength::weak) return nullptr;
  if (a.m.harmless.size() > ShadowMemory::kMostHarmless) a.m.harmless.clear();
  ShadowMemory::Harmless& h = a.m.harmless[uint64_t{a.past} << 32 | crowd];
  const uint64_t name = a.m.pool.name_of(crowd);
  if (h.name != name) h = {name, 0};
  return &h;
}

bool Races::has_looked(const Access& a, const PastAccess& store) {
  bool any = false;
  const size_t looks = a.m.pool.look_for(
      a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit).reads, any, [&](const Touch& t) {
        const PastAccess& r = a.m.pool.past(t.past);
        return r.strength != Strength::weak && r.decides && r.last_at > store.last_at &&
               unordered(a, t.past, t.lanes) != t.lanes;
      });
  looks_ += looks;
  crowded_looks_ += looks;
  return any;
}

uint32_t Races::that_look(const Access& a, const Touch& t) {
  const Epoch& then = a.m.pool.past(t.past).epoch;
  uint32_t looking = a.m.has_decided(a.unit, then);
  if ((looking & t.lanes) == t.lanes) return t.lanes;
  // Who looked at a word of which bytes have become units since is in the crowd, if anywhere.
  const TouchRef reads = a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit).reads;
  looks_ += a.m.pool.count(reads);
  crowded_looks_ += a.m.pool.count(reads);
  a.m.pool.each(reads, [&](const Touch& other) {
    const PastAccess& r = a.m.pool.past(other.past);
    if (r.strength != Strength::weak && r.decides && r.epoch.block == then.block &&
        r.epoch.warp == then.warp)
      looking |= other.lanes;
  });
  return looking & t.lanes;
}

// The lanes of `t` have read what this access writes. Of those whose values have been used already
// one race is told for all; of each of the others a race waits until its value is used, one for
// each site that writes, since many may have read what many write.
void Races::look_at_read(Access& a, const Touch& t) {
  PastAccess& theirs = a.m.pool.past(t.past);
  uint32_t open = unordered(a, t.past, t.lanes);
  if (open && theirs.strength != Strength::weak && strong_together(theirs, a.m.pool.past(a.past)))
    open &= ~that_look(a, t);
  const uint32_t decided = theirs.strength == Strength::weak ? open & theirs.used : open;
  if (decided)
    conflict(a, t, static_cast<unsigned>(std::countr_zero(decided)), false,
             static_cast<uint32_t>(std::popcount(decided)));
  if (open == decided || theirs.holds_most) return;
  const bool same_warp =
      theirs.epoch.block == a.e.warp.block->linear && theirs.epoch.warp == a.e.warp.index;
  const uint64_t site =
      uint64_t{a.e.op->site} << 2 | uint64_t{same_warp} << 1 | static_cast<uint64_t>(updates(a));
  if (theirs.held_site != site) theirs.held_lanes = 0;
  theirs.held_site = site;
  const uint32_t waiting = open & ~decided & ~theirs.held_lanes;
  theirs.held_lanes |= waiting;
  for (uint32_t l = waiting; l; l &= l - 1)
    conflict(a, t, static_cast<unsigned>(std::countr_zero(l)), false);
}

// Does this store write what is in memory, or, where `lane` of the same instruction has just
// written there, what that wrote?
bool Races::writes_same(Access& a, const Touch& t, unsigned lane) {
  const uint64_t start = a.e.addresses[lane];
  const bool now = t.past == a.past && lane < a.lane && (a.e.mask >> lane & 1) && start <= a.unit &&
                   a.unit < start + a.e.bytes;
  const auto offset = static_cast<uint32_t>(a.unit - a.address());
  if (!now && !a.old) a.old = memory_at(a.e, a.unit, a.unit_bytes);
  if (!now && !*a.old) return false;
  if (a.unit_bytes == 4) {
    uint32_t there = 0;
    if (now) there = word_to_store(a.e, lane, static_cast<uint32_t>(a.unit - start));
    else std::memcpy(&there, *a.old, sizeof there);
    return there == word_to_store(a.e, a.lane, offset);
  }
  const uint8_t there = now ? byte_to_store(a.e, lane, static_cast<uint32_t>(a.unit - start))
                            : static_cast<uint8_t>(**a.old);
  return there == byte_to_store(a.e, a.lane, offset);
}

}  // namespace warplab::sim
