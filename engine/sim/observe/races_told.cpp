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
  const AccessRecord& mine = a.m.pool.record(a.record);
  const auto& sites = a.e.warp.runner->launch->program->sites;
  bool any = false;
  const ShadowCell& cell = a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit);
  for (const TouchRef touches : {cell.reads, cell.strong})  // a volatile read is a strong one
    a.m.pool.each(touches, [&](const Touch& t) {
      const AccessRecord& r = a.m.pool.record(t.record);
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
  AccessRecord& mine = a.m.pool.record(a.record);
  AccessRecord& theirs = a.m.pool.record(other.record);
  const auto side = [](const AccessRecord& r, unsigned l) {
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
  race.one_instruction = other.record == a.record && lane < a.lane && (a.e.mask >> lane & 1) &&
                         start <= a.unit && a.unit < start + a.e.bytes &&
                         a.kind != AccessKind::load;
  race.updates = updates(a);
  race.times = times;
  if (!is_held(a, other, lane, race)) found_.add(race);
}

// A value that was loaded only because the compiler moved the load is nobody's race: it is told
// when the value is used, see value_used().
bool Races::is_held(Access& a, const Touch& other, unsigned lane, const Race& race) {
  const auto is_weak_load = [](const AccessRecord& r) {
    return r.kind == AccessKind::load && r.strength == Strength::weak;
  };
  const bool i_read = is_weak_load(a.m.pool.record(a.record));
  if (!i_read && !is_weak_load(a.m.pool.record(other.record))) return false;
  const uint32_t reader = i_read ? a.record : other.record;
  const unsigned reading = i_read ? a.lane : lane;
  AccessRecord& r = a.m.pool.record(reader);
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
  AccessRecord& r = m.pool.record(number);
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
  const auto side = [&](uint32_t record, uint32_t lanes) {
    const AccessRecord& r = a.m.pool.record(record);
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    return RaceSide{r.site, r.kind, r.epoch.block, r.epoch.warp * kLanes + lane, false, r.scope};
  };
  const RaceSide me = side(a.record, 1u << a.lane);
  if (a.m.pool.record(a.record).read_only_path)
    for (const TouchRef touches : {cell.writes, cell.strong})
      a.m.pool.each(touches, [&](const Touch& t) {
        if (a.m.pool.record(t.record).kind != AccessKind::load)
          found_.add_read_only(side(t.record, t.lanes), me, a.unit, a.unit_bytes);
      });
  else if (a.kind != AccessKind::load)
    a.m.pool.each(cell.reads, [&](const Touch& t) {
      if (a.m.pool.record(t.record).read_only_path)
        found_.add_read_only(me, side(t.record, t.lanes), a.unit, a.unit_bytes);
    });
}

ShadowMemory::Harmless* Races::harmless_of(Access& a, TouchRef crowd) {
  const AccessRecord& r = a.m.pool.record(a.record);
  if (r.kind != AccessKind::load || r.strength == Strength::weak) return nullptr;
  if (a.m.harmless.size() > ShadowMemory::kMostHarmless) a.m.harmless.clear();
  ShadowMemory::Harmless& h = a.m.harmless[uint64_t{a.record} << 32 | crowd];
  const uint64_t name = a.m.pool.name_of(crowd);
  if (h.name != name) h = {name, 0};
  return &h;
}

bool Races::has_looked(const Access& a, const AccessRecord& store) {
  bool any = false;
  const size_t looks = a.m.pool.look_for(
      a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit).reads, any, [&](const Touch& t) {
        const AccessRecord& r = a.m.pool.record(t.record);
        return r.strength != Strength::weak && r.decides && r.last_at > store.last_at &&
               unordered(a, t.record, t.lanes) != t.lanes;
      });
  looks_ += looks;
  crowded_looks_ += looks;
  return any;
}

uint32_t Races::that_look(const Access& a, const Touch& t) {
  const Epoch& then = a.m.pool.record(t.record).epoch;
  uint32_t looking = a.m.has_decided(a.unit, then);
  if ((looking & t.lanes) == t.lanes) return t.lanes;
  // Who looked at a word of which bytes have become units since is in the crowd, if anywhere.
  const TouchRef reads = a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit).reads;
  looks_ += a.m.pool.count(reads);
  crowded_looks_ += a.m.pool.count(reads);
  a.m.pool.each(reads, [&](const Touch& other) {
    const AccessRecord& r = a.m.pool.record(other.record);
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
  AccessRecord& theirs = a.m.pool.record(t.record);
  uint32_t open = unordered(a, t.record, t.lanes);
  if (open && theirs.strength != Strength::weak &&
      strong_together(theirs, a.m.pool.record(a.record)))
    open &= ~that_look(a, t);
  const uint32_t decided = theirs.strength == Strength::weak ? open & theirs.used : open;
  if (decided)
    conflict(a, t, static_cast<unsigned>(std::countr_zero(decided)), false,
             static_cast<uint32_t>(std::popcount(decided)));
  if (open == decided || theirs.holds_most) return;
  const bool same_warp =
      theirs.epoch.block == a.e.warp.block->linear && theirs.epoch.warp == a.e.warp.index;
  const uint64_t site = uint64_t{a.e.record->site} << 2 | uint64_t{same_warp} << 1 |
                        static_cast<uint64_t>(updates(a));
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
  const bool now = t.record == a.record && lane < a.lane && (a.e.mask >> lane & 1) &&
                   start <= a.unit && a.unit < start + a.e.bytes;
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
