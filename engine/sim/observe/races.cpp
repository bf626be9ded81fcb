#include "sim/observe/races.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "ptx/opcode.hpp"
#include "sim/observe/stored_value.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/program/register_access.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

// Races of one load that wait until its value matters.
constexpr size_t kMostHeld = 4 * kLanes;

using Scope = AccessScope;
using Order = AccessOrder;
using ptx::Family;

Strength strength_of(const AccessEvent& e) {
  if (e.kind == AccessKind::atomic) return Strength::strong;
  if (e.order == Order::weak) return Strength::weak;
  return e.order == Order::volatile_ ? Strength::volatile_ : Strength::strong;
}

bool acquires(Order o) { return o == Order::acquire || o == Order::acquire_release; }
bool releases(Order o) { return o == Order::release || o == Order::acquire_release; }

bool is_watched(const Suspects& suspects, const AccessEvent& e, unsigned lane) {
  const uint64_t address = e.addresses[lane];
  if (e.space == ptx::Space::shared) return suspects.shared(e.warp.block->linear, address, e.bytes);
  const Allocation* a = e.warp.runner->launch->addresses->find(address, e.bytes);
  return a && suspects.global(*a, address, e.bytes);
}

// Is a value that comes from `reg` compared with something?
bool reaches_comparison(const std::vector<ptx::Instruction>& body, uint32_t reg) {
  std::vector<uint32_t> from{reg};
  for (size_t k = 0; k < from.size(); ++k)
    for (const ptx::Instruction& i : body) {
      const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
      if (opcode == nullptr || opcode->family == Family::load || opcode->family == Family::store ||
          opcode->family == Family::atomic)
        continue;
      const RegisterAccess access = register_access(i);
      if (std::ranges::find(access.reads, from[k]) == access.reads.end()) continue;
      if (opcode->compares) return true;
      for (uint32_t w : access.writes)
        if (std::ranges::find(from, w) == from.end()) from.push_back(w);
    }
  return false;
}

// Registers whose value an atom.cas of `body` compares with: its operand, and what is copied to
// that.
std::vector<uint32_t> compared_registers(const std::vector<ptx::Instruction>& body) {
  using Kind = ptx::Operand::Kind;
  std::vector<uint32_t> found;
  for (const ptx::Instruction& i : body)
    if (ptx::is(i, Family::atomic) && i.has("cas") && i.operands[2].kind == Kind::reg)
      found.push_back(i.operands[2].reg);
  for (size_t k = 0; k < found.size(); ++k)
    for (const ptx::Instruction& i : body)
      if (i.opcode == "mov" && i.operands[0].kind == Kind::reg && i.operands[0].reg == found[k] &&
          i.operands[1].kind == Kind::reg &&
          std::ranges::find(found, i.operands[1].reg) == found.end())
        found.push_back(i.operands[1].reg);
  return found;
}

// `lane`, and those behind it in `watched` as long as they repeat.
uint32_t with_repeats(const AccessEvent& e, uint32_t repeats, unsigned lane) {
  const uint32_t behind = e.watched & ~((2u << lane) - 1);
  const uint32_t others = behind & ~repeats;
  return 1u << lane | (behind & ((others & (~others + 1)) - 1));
}

}  // namespace

// One lane's part of an event, or that of several lanes that differ in nothing: they do the same to
// the same address, with the same value, and know the same of all others.
struct Races::Access {
  Memory& m;
  const AccessEvent& e;
  unsigned lane;
  AccessKind kind;  // load for a compare-and-swap that fails
  uint32_t record;
  uint32_t lanes = 0;  // all of them; `lane` is the first
  bool raced = false;
  uint64_t unit = 0;  // address of the unit looked at
  uint32_t unit_bytes = 4;
  // Worked out when first asked for, for each unit anew.
  std::optional<bool> updates;
  std::optional<const std::byte*> old;  // what the unit holds
  uint64_t address() const { return e.addresses[lane]; }
};

void Races::Memory::clear() {
  pool.clear();
  cells.clear();
  signs.clear();
  held.clear();
  read_at.clear();
  for (auto& warp : last_records) std::ranges::fill(warp, 0u);
}

uint64_t Races::Memory::bytes() const {
  // Of nodes of the maps, with what the allocator adds.
  constexpr uint64_t kOfSign = 160, kOfHeld = 2 * sizeof(Held) + 64,
                     kOfReadAt = kLanes * sizeof(uint64_t) + 32;
  return pool.bytes() + cells.bytes() + signs.size() * kOfSign + held.size() * kOfHeld +
         read_at.size() * kOfReadAt;
}

uint64_t Races::bytes() const {
  uint64_t bytes = global_.bytes();
  shared_.each([&](const Block&, const Memory& m) { bytes += m.bytes(); });
  return bytes;
}

void Races::collect(Memory& m, std::vector<bool>& used) {
  const auto use = [&](TouchRef touches) {
    m.pool.each(touches, [&](const Touch& t) { used[t.record] = true; });
  };
  m.cells.each([&](const Cell& cell) {
    for (const TouchRef touches : {cell.writes, cell.reads, cell.strong, cell.covered})
      use(touches);
  });
  std::erase_if(m.held, [&](const auto& h) { return !used[h.first]; });
  std::erase_if(m.read_at, [&](const auto& r) { return !used[r.first]; });
  m.pool.keep_only(used);
}

void Races::collect() {
  std::vector<bool> used_globally(global_.pool.size());
  std::unordered_map<const Block*, std::vector<bool>> used;
  shared_.each([&](const Block& block, const Memory& m) { used[&block].resize(m.pool.size()); });
  each_name_([&](const Block& block, LoadName name) {
    std::vector<bool>& flags = name & kInBlock ? used[&block] : used_globally;
    if ((name & ~kInBlock) < flags.size()) flags[name & ~kInBlock] = true;
  });
  collect(global_, used_globally);
  shared_.each([&](const Block& block, Memory& m) {
    collect(m, used[&block]);
    for (auto& warp : m.last_records) std::ranges::fill(warp, 0u);
  });
}

void Races::launch_starts(const LaunchState& launch) {
  const Program& program = *launch.program;
  global_.clear();
  global_.last_records.clear();
  shared_.clear();
  warps_per_block_ = launch.warps_per_block;
  facts_.assign(program.sites.size(), {});
  std::vector<std::vector<uint32_t>> compared;
  for (const ptx::Function& f : program.module->functions)
    compared.push_back(compared_registers(f.body));
  for (size_t s = 0; s < program.sites.size(); ++s) {
    const Site& site = program.sites[s];
    const auto& body = program.module->functions[site.function].body;
    const ptx::Instruction& i = body[site.index];
    if (ptx::is(i, Family::load) && i.operands[0].kind == ptx::Operand::Kind::reg)
      facts_[s].is_compared = std::ranges::count(compared[site.function], i.operands[0].reg) != 0;
    if (!ptx::is(i, Family::atomic)) continue;
    facts_[s].compares = i.has("cas");
    if (i.operands[0].kind != ptx::Operand::Kind::reg) continue;
    facts_[s].decides = reaches_comparison(body, i.operands[0].reg);
  }
}

void Races::block_starts(const Block& block) { shared_.start(block); }

void Races::block_ends(const Block& block) {
  if (!shared_.has(block)) return;
  shared_.of(block).clear();
  shared_.end(block);
}

uint32_t Races::record_of(Memory& m, const AccessEvent& e, unsigned lane, AccessKind kind) {
  AccessRecord r;
  r.moment = order_.now(e.warp, lane);
  r.site = e.inst->site;
  r.kind = kind;
  r.strength = strength_of(e);
  r.scope = r.strength == Strength::volatile_ ? Scope::system : e.scope;
  r.after_fence = order_.has_released(e.warp, lane);
  r.read_only_path = e.inst->flags & access_flag::kReadOnlyPath && kind == AccessKind::load;
  // The block's memory keeps the numbers of global records too: they are its warps'.
  auto& by_warp = block_memory(*e.warp.block).last_records;
  if (by_warp.size() <= e.warp.index) by_warp.resize(warps_per_block_);
  auto& by_site = by_warp[e.warp.index];
  const size_t index = 2 * size_t{e.inst->memory} + (e.space == ptx::Space::shared ? 1 : 0);
  if (by_site.size() <= index) by_site.resize(index + 1);
  uint32_t& last = by_site[index];
  // One that says from where it read is of a single event.
  if (last == 0 || last >= m.pool.size() || facts_[r.site].is_compared ||
      !m.pool.record(last).same_as(r))
    last = m.pool.add(r);
  return last;
}

bool Races::strong_together(const AccessRecord& a, const AccessRecord& b) {
  if (a.strength == Strength::weak || b.strength == Strength::weak) return false;
  if ((a.scope == Scope::block || b.scope == Scope::block) && a.moment.block != b.moment.block)
    return false;
  // Data that is only declared volatile is no flag: one is written behind a fence.
  if (a.strength == Strength::volatile_ && b.strength == Strength::volatile_) {
    if (a.kind == AccessKind::store && !a.after_fence) return false;
    if (b.kind == AccessKind::store && !b.after_fence) return false;
  }
  return true;
}

// Whoever races with `earlier`, and comes after neither, races with `later` too.
bool Races::stands_for(const AccessRecord& later, const AccessRecord& earlier) {
  if (later.strength == Strength::weak) return true;
  if (earlier.strength == Strength::weak || earlier.kind != later.kind) return false;
  if (earlier.scope == Scope::block && later.scope != Scope::block) return false;
  return earlier.strength == Strength::strong || later.strength == earlier.strength;
}

uint32_t Races::unordered(const Access& a, uint32_t record, uint32_t lanes) {
  return order_.not_before(a.m.pool.record(record).moment, lanes, a.e.warp, a.lane);
}

// Those that this access does not stand for. What a lane did itself comes before what it does now.
uint32_t Races::not_stood_for(const Access& a, uint32_t record, uint32_t lanes) {
  const AccessRecord& r = a.m.pool.record(record);
  if (!stands_for(a.m.pool.record(a.record), r)) return lanes;
  const bool is_own = r.moment.block == a.e.warp.block->linear && r.moment.warp == a.e.warp.index;
  return unordered(a, record, is_own ? lanes & ~a.lanes : lanes);
}

// Reads, changes, writes: the thread's own read of this unit, on the same line.
bool Races::updates(Access& a) {
  if (a.kind != AccessKind::store) return false;
  if (a.updates) return *a.updates;
  const AccessRecord& mine = a.m.pool.record(a.record);
  const auto& sites = a.e.warp.runner->launch->program->sites;
  bool any = false;
  const Cell& cell = a.m.cells.page(a.unit, a.unit_bytes, a.m.pool).at(a.unit);
  for (const TouchRef touches : {cell.reads, cell.strong})  // a volatile read is a strong one
    a.m.pool.each(touches, [&](const Touch& t) {
      const AccessRecord& r = a.m.pool.record(t.record);
      any |= r.kind == AccessKind::load && (t.lanes >> a.lane & 1) &&
             r.moment.block == mine.moment.block && r.moment.warp == mine.moment.warp &&
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
        r.site, r.kind, r.moment.block, r.moment.warp * kLanes + l, r.strength != Strength::weak,
        r.scope};
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
  // A value that was loaded only because the compiler moved the load is nobody's race.
  const bool i_read = mine.kind == AccessKind::load && mine.strength == Strength::weak;
  const bool they_read = theirs.kind == AccessKind::load && theirs.strength == Strength::weak;
  if (i_read || they_read) {
    const uint32_t reader = i_read ? a.record : other.record;
    const unsigned reading = i_read ? a.lane : lane;
    AccessRecord& r = a.m.pool.record(reader);
    if (!(r.matters >> reading & 1)) {
      auto& held = a.m.held[reader];
      if (held.size() < kMostHeld) held.push_back({reading, race});
      r.holds_most = held.size() == kMostHeld;
      r.held_back = true;
      return;
    }
  }
  book_.add(race);
}

void Races::matters(const Block& block, LoadName name, uint32_t lanes) {
  Memory& m = name & kInBlock ? block_memory(block) : global_;
  const uint32_t number = name & ~kInBlock;
  if (number >= m.pool.size()) return;  // forgotten: there were too many
  AccessRecord& r = m.pool.record(number);
  r.matters |= lanes;
  if (!r.held_back) return;
  auto& held = m.held[number];
  std::erase_if(held, [&](const Held& h) {
    if (!(lanes >> h.lane & 1)) return false;
    book_.add(h.race);
    return true;
  });
  r.held_back = !held.empty();
  r.holds_most = false;
}

bool Races::read_from(const Block& block, LoadName name, unsigned lane, uint64_t address) {
  const Memory& m = name & kInBlock ? block_memory(block) : global_;
  const auto at = m.read_at.find(name & ~kInBlock);
  return at != m.read_at.end() && at->second[lane] == address;
}

void Races::read_only_conflict(Access& a, const Cell& cell) {
  const auto side = [&](uint32_t record, uint32_t lanes) {
    const AccessRecord& r = a.m.pool.record(record);
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    return RaceSide{r.site, r.kind, r.moment.block, r.moment.warp * kLanes + lane, false, r.scope};
  };
  const RaceSide me = side(a.record, 1u << a.lane);
  if (a.m.pool.record(a.record).read_only_path)
    for (const TouchRef touches : {cell.writes, cell.strong})
      a.m.pool.each(touches, [&](const Touch& t) {
        if (a.m.pool.record(t.record).kind != AccessKind::load)
          book_.add_read_only(side(t.record, t.lanes), me, a.unit, a.unit_bytes);
      });
  else if (a.kind != AccessKind::load)
    a.m.pool.each(cell.reads, [&](const Touch& t) {
      if (a.m.pool.record(t.record).read_only_path)
        book_.add_read_only(me, side(t.record, t.lanes), a.unit, a.unit_bytes);
    });
}

// Everyone in `touches` whom nothing orders before this access: a race, unless both are strong.
template <class Told>
void Races::look(Access& a, TouchRef touches, Told told) {
  a.m.pool.each(touches, [&](const Touch& t) {
    const AccessRecord& theirs = a.m.pool.record(t.record);
    const AccessRecord& me = a.m.pool.record(a.record);
    if (a.kind == AccessKind::load && theirs.kind == AccessKind::load) return;
    if (strong_together(theirs, me) || order_.all_precede(theirs.moment, a.e.warp)) return;
    if (theirs.kind == AccessKind::load) return look_at_read(a, t);
    // What the first of several lanes wrote itself comes before its own load, not before those of
    // the others.
    const uint32_t first = 1u << a.lane, others = a.lanes & ~first;
    if (a.kind == AccessKind::load && others && (t.lanes & first) &&
        order_.not_before(theirs.moment, first, a.e.warp,
                          static_cast<unsigned>(std::countr_zero(others))))
      a.raced = true;
    for (uint32_t l = unordered(a, t.record, t.lanes); l; l &= l - 1) {
      told(t, static_cast<unsigned>(std::countr_zero(l)));
      // The others of a warp that wrote tell the same, but for lanes of one instruction.
      if (t.record != a.record) return;
    }
  });
}

// Those of `t` have read what this access writes. Of the lanes whose values matter already, one
// tells as much as all; each of the others waits for its own, and does so once for a site: many may
// have read what many write.
void Races::look_at_read(Access& a, const Touch& t) {
  AccessRecord& theirs = a.m.pool.record(t.record);
  const uint32_t open = unordered(a, t.record, t.lanes);
  const uint32_t decided = theirs.strength == Strength::weak ? open & theirs.matters : open;
  if (decided)
    conflict(a, t, static_cast<unsigned>(std::countr_zero(decided)), false,
             static_cast<uint32_t>(std::popcount(decided)));
  if (open == decided || theirs.holds_most) return;
  const bool same_warp =
      theirs.moment.block == a.e.warp.block->linear && theirs.moment.warp == a.e.warp.index;
  const uint64_t site =
      uint64_t{a.e.inst->site} << 2 | uint64_t{same_warp} << 1 | static_cast<uint64_t>(updates(a));
  if (theirs.held_site != site) theirs.held_lanes = 0;
  theirs.held_site = site;
  const uint32_t waiting = open & ~decided & ~theirs.held_lanes;
  theirs.held_lanes |= waiting;
  for (uint32_t l = waiting; l; l &= l - 1)
    conflict(a, t, static_cast<unsigned>(std::countr_zero(l)), false);
}

// This access among others of its kind; of those that came before it, what tells no more than it
// does is forgotten.
TouchRef Races::joined(Access& a, TouchRef touches) {
  return a.m.pool.with(touches, a.record, a.lanes, [&](uint32_t record, uint32_t lanes) {
    return not_stood_for(a, record, lanes);
  });
}

void Races::load_unit(Access& a, Cell& cell) {
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false); };
  look(a, cell.writes, race);
  look(a, cell.strong, race);
  TouchRef& mine = a.m.pool.record(a.record).strength == Strength::weak ? cell.reads : cell.strong;
  // Those that race are looked at one by one.
  if (a.raced) a.lanes = 1u << a.lane;
  if (mine != TouchPool::single(a.record, a.lane) || !std::has_single_bit(a.lanes))
    mine = joined(a, mine);
  cell.covered = a.m.pool.without(cell.covered, [&](uint32_t record, uint32_t lanes) {
    const bool is_load = a.m.pool.record(record).kind == AccessKind::load;
    return is_load ? not_stood_for(a, record, lanes) : lanes;
  });
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

void Races::store_unit(Access& a, Cell& cell) {
  const TouchRef mine = TouchPool::single(a.record, a.lane);
  const auto times = static_cast<uint32_t>(std::popcount(a.lanes));
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false, times); };
  bool noted = false;
  uint32_t noted_site = 0;
  const auto write_race = [&](const Touch& t, unsigned lane) {
    const AccessRecord& theirs = a.m.pool.record(t.record);
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
  if (a.m.pool.record(a.record).strength != Strength::weak) {
    cell.strong = joined(a, cell.strong);
    return;
  }
  if (noted) {
    cell.covered = a.m.pool.united(cell.covered, a.m.pool.united(cell.strong, cell.reads));
    cell.writes = joined(a, cell.writes);
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
    cell.writes = std::has_single_bit(a.lanes) ? mine : joined(a, kUntouched);
  }
  cell.reads = cell.strong = kUntouched;
}

// An update never stands for a weak access before it: other updates race with that one only.
void Races::update_unit(Access& a, Cell& cell) {
  const auto race = [&](const Touch& t, unsigned lane) { conflict(a, t, lane, false); };
  look(a, cell.writes, race);
  look(a, cell.strong, race);
  look(a, cell.reads, race);
  // Whoever decides by the old value goes on as one that has observed all updates before its own
  // (PTX ISA, "Observation Order"): for what it does later at this address they have happened. For
  // those who do not look, the order of updates is chance.
  if (facts_[a.e.inst->site].decides) {
    a.m.pool.release(cell.strong);
    cell.strong = TouchPool::single(a.record, a.lane);
  } else {
    cell.strong = joined(a, cell.strong);
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
  if (a.kind != AccessKind::store)
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
  if (strength_of(e) != Strength::weak || facts_[e.inst->site].is_compared) return 0;
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
    Cell& cell = page.at(a.unit);
    if (!in_block) read_only_conflict(a, cell);
    if (a.kind == AccessKind::load) load_unit(a, cell);
    else if (a.kind == AccessKind::store) store_unit(a, cell);
    else update_unit(a, cell);
  }
  if (is_strong || !a.m.signs.empty()) synchronise(a);
}

void Races::access(const AccessEvent& e, bool matters_anyway, LoadName* names) {
  const bool in_block = e.space == ptx::Space::shared;
  Memory& m = in_block ? block_memory(*e.warp.block) : global_;
  const Scope scope = e.order == Order::volatile_ ? Scope::system : e.scope;
  if (releases(e.order) && e.kind != AccessKind::load) order_.fence(e.warp, e.mask, scope);
  if (m.pool.full()) collect();
  CompareAndSwap swap(e);
  const bool compares = e.kind == AccessKind::atomic && facts_[e.inst->site].compares;
  uint32_t record = 0, clock = 0;
  AccessKind record_kind = e.kind;
  const Suspects* const suspects = e.warp.runner->launch->suspects;
  const uint32_t repeating = repeats(e);
  uint32_t done = 0;
  for (uint32_t lanes = e.watched; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const AccessKind kind = compares && !swap.stores(lane) ? AccessKind::load : e.kind;
    // Lanes whose clocks agree share a record.
    const uint32_t my_clock = order_.now(e.warp, lane).clock;
    if (record == 0 || my_clock != clock || kind != record_kind) {
      record = record_of(m, e, lane, kind);
      clock = my_clock;
      record_kind = kind;
      if (matters_anyway) m.pool.record(record).matters = ~0u;
    }
    if (facts_[e.inst->site].is_compared) m.read_at[record][lane] = e.addresses[lane];
    if (names)
      names[lane] =
          m.pool.record(record).matters >> lane & 1 ? 0 : record | (in_block ? kInBlock : 0);
    if (done >> lane & 1) continue;
    Access a{m, e, lane, kind, record, 1u << lane};
    // The first of several stores goes alone: they race with each other, if with nobody else.
    if (kind == AccessKind::load || (repeating >> lane & 1))
      a.lanes = with_repeats(e, repeating, lane);
    access_lane(a, suspects);
    done |= a.lanes;
  }
  if (acquires(e.order) && e.kind != AccessKind::store) order_.acquire(e.warp, e.mask, scope);
}

}  // namespace warplab::sim
