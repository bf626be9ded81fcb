#include "sim/observe/found_races.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ptx/opcode.hpp"
#include "ptx/source_name.hpp"
#include "ptx/updated_element.hpp"
#include "sim/finding.hpp"
#include "sim/observe/polled_flag.hpp"

namespace warplab::sim {
namespace {

Says verb(const RaceSide& s) {
  return s.kind == AccessKind::load    ? Says::reads
         : s.kind == AccessKind::store ? Says::writes
                                       : Says::atomically_updates;
}

// Of a variable that is no array.
Saying one_for_all(ptx::Space space) {
  return say(space == ptx::Space::shared ? Says::one_for_block : Says::one_for_launch);
}

// "lines 10, 12 and 14"
Saying lines_text(const std::vector<int>& lines) {
  return say(Says::lines_and, fmt::format("{}", fmt::join(lines.begin(), lines.end() - 1, ", ")),
             lines.back());
}

// Which of two races between the same lines is told. Two volatile accesses that race are a flag
// without a fence: what it hands over matters more.
auto order_of(const Race& r) {
  const bool is_of_flag = r.first.ordered && r.second.ordered;
  return std::tuple(is_of_flag, r.first.block, r.first.thread, r.second.block, r.second.thread,
                    r.address);
}

// `bar.sync 0`, of all threads of the block; others have a number or a count of their own.
bool is_syncthreads(const ptx::Instruction& i) {
  return i.operands.size() == 1 && i.operands[0].kind == ptx::Operand::Kind::immediate &&
         i.operands[0].bits == 0;
}

}  // namespace

void FoundRaces::launch_starts(const LaunchState& launch) {
  launch_ = &launch;
  entries_.clear();
  last_entry_ = nullptr;
  read_only_.clear();
}

int FoundRaces::line_of(uint32_t site) const { return launch_->program->sites[site].line; }

int64_t FoundRaces::place_of(uint32_t site) const {
  const int line = line_of(site);
  return line > 0 ? line : (int64_t{1} << 32) + site;
}

void FoundRaces::add(Race race) {
  // The side that writes comes first, of two that write the one further up.
  const auto rank = [&](const RaceSide& s) {
    return std::pair(s.kind == AccessKind::load, place_of(s.site));
  };
  if (rank(race.second) < rank(race.first)) std::swap(race.first, race.second);
  const bool same_warp = race.first.block == race.second.block &&
                         race.first.thread / kLanes == race.second.thread / kLanes;
  const Class what = race.same_value                      ? Class::same_value
                     : same_warp && !race.one_instruction ? Class::warp_synchronous
                                                          : Class::race;
  const std::tuple sites(race.first.site, race.second.site, what);
  if (!last_entry_ || sites != last_) {
    last_entry_ = &entries_[{place_of(race.first.site), place_of(race.second.site), what}];
    last_ = sites;
  }
  Entry& e = *last_entry_;
  has_failure_ |= what != Class::same_value;
  e.updates |= race.updates;
  if (e.count == 0 || order_of(race) < order_of(e.race)) e.race = race;
  e.count += race.times;
}

void FoundRaces::add_read_only(const RaceSide& write, const RaceSide& read, uint64_t address,
                               uint32_t bytes) {
  ReadOnly& e = read_only_[{place_of(write.site), place_of(read.site)}];
  if (e.count++ == 0 ||
      std::tuple(write.block, write.thread) < std::tuple(e.write.block, e.write.thread)) {
    e.write = write;
    e.read = read;
    e.address = address;
    e.bytes = bytes;
  }
}

bool FoundRaces::reads_raced_at(uint32_t site) const {
  for (const auto& [key, e] : entries_)
    if (std::get<1>(key) == place_of(site) && std::get<2>(key) != Class::same_value &&
        e.race.second.kind != AccessKind::store)
      return true;
  return false;
}

ThreadPlace FoundRaces::place(const RaceSide& s) const {
  return {position_of(s.block, launch_->launch->grid),
          position_of(s.thread, launch_->launch->block)};
}

Saying FoundRaces::other(const Race& r) const {
  const ThreadPlace second = place(r.second);
  if (r.first.block != r.second.block) return say(Says::as_it_is, second);
  return say(Says::thread_of_same_block, data::Thread{second.thread});
}

Saying FoundRaces::both_accesses(const Race& r) const {
  const int other_line = line_of(r.second.site);
  const ThreadPlace first = place(r.first);
  const Says does = verb(r.first), other_does = verb(r.second);
  if (place_of(r.first.site) == place_of(r.second.site))
    return say(Says::race_same_line, first, does, Own::element, other(r), other_does);
  if (other_line == 0)
    return say(Says::race_unknown_line, first, does, Own::element, other(r), other_does);
  return say(Says::race_other_line, first, does, Own::element, other_line, other(r), other_does);
}

Saying FoundRaces::came_from_elsewhere(const Runner& runner, const Race& r) const {
  if (!runner.found_before) return {};
  const auto found = std::ranges::find_if(*runner.found_before, [&](const auto& entry) {
    const RawFinding& f = entry.second;
    return f.kind == FindingKind::out_of_bounds && f.earlier_launch == 0 && f.space == r.space &&
           (f.site == r.first.site || f.site == r.second.site);
  });
  if (found == runner.found_before->end()) return {};
  const RawFinding& f = found->second;
  std::string name;
  if (r.space == ptx::Space::shared) {
    const auto* const e = launch_->program->shared.nearest(shared_byte(f.address));
    if (e && e != variable_of(r)) name = ptx::source_name(e->name);
  } else if (const Allocation* const a = launch_->memory.addresses->nearest(f.address);
             a && a != variable_of(r)) {
    name = a->name;
  }
  if (name.empty()) return {};
  const int line = line_of(f.site);
  return line > 0 ? say(Says::race_from_elsewhere_line, line, name, Own::element)
                  : say(Says::race_from_elsewhere, name, Own::element);
}

int FoundRaces::line_that_reads_for(uint32_t site) const {
  const std::vector<Site>& sites = launch_->program->sites;
  const ptx::Function& function = launch_->program->module->functions[sites[site].function];
  const auto load = ptx::load_that_store_updates(function, sites[site].index);
  if (!load) return 0;
  const auto found = std::ranges::find_if(sites, [&](const Site& other) {
    return other.function == sites[site].function && other.index == *load;
  });
  return found == sites.end() ? 0 : found->line;
}

bool FoundRaces::updates(const Entry& e) const {
  const auto changes = [&](const RaceSide& s) {
    return s.kind == AccessKind::store && line_that_reads_for(s.site) > 0;
  };
  return e.updates || changes(e.race.first) || changes(e.race.second);
}

bool FoundRaces::leaves_bounds(const Runner& runner, const Race& r) const {
  return runner.found_before && std::ranges::any_of(*runner.found_before, [&](const auto& entry) {
           const RawFinding& f = entry.second;
           return f.kind == FindingKind::out_of_bounds && f.earlier_launch == 0 &&
                  f.space == r.space && place_of(f.site) == place_of(r.first.site);
         });
}

int FoundRaces::line_of_torn_barrier(const Runner& runner, uint32_t block) const {
  if (!runner.found_before) return 0;
  for (const auto& [key, f] : *runner.found_before)
    if (f.kind == FindingKind::barrier_divergence && f.earlier_launch == 0 && f.block == block)
      return line_of(f.site);
  return 0;
}

Told FoundRaces::told(const Runner& runner, const Entry& e, Class what, const Group& group) const {
  const Race& r = e.race;
  Saying from_elsewhere = came_from_elsewhere(runner, r);
  if (!from_elsewhere.empty() && what != Class::same_value)
    return {both_accesses(r), std::move(from_elsewhere)};
  const bool same_line = place_of(r.first.site) == place_of(r.second.site);
  const int other_line = line_of(r.second.site);
  if (what == Class::same_value)
    return {
        same_line || other_line == 0
            ? say(Says::race_same_value, place(r.first), other(r), Own::element)
            : say(Says::race_same_value_line, place(r.first), other(r), other_line, Own::element),
        {}};
  if (r.one_instruction) {
    Told told{say(Says::race_one_instruction, place(r.first), other(r), Own::element), {}};
    if (group.needs_atomics && group.reach == Group::Reach::grid && group.lines.size() > 1)
      told.advice = say(Says::make_accesses_atomic, lines_text(group.lines));
    else if (updates(e)) told.advice = say(Says::update_atomically);
    else told.advice = is_one_variable(r) ? one_for_all(r.space) : say(Says::element_each);
    return told;
  }
  return {both_accesses(r), advice(runner, e, what, group, same_line)};
}

Saying FoundRaces::barrier_between(int line, int other_line) const {
  const auto [above, below] = std::minmax(line, other_line);
  const ptx::Instruction* found = nullptr;
  int found_line = 0;
  for (const Site& site : launch_->program->sites) {
    if (above <= 0 || site.line <= above || site.line >= below) continue;
    const ptx::Instruction& i = launch_->program->module->functions[site.function].body[site.index];
    if (!ptx::is(i, ptx::Family::barrier) || !i.has("sync") || i.has("warp")) continue;
    found = &i;
    found_line = site.line;
  }
  if (!found) return {};
  // One that the student sees between the two lines is in a loop, mostly.
  return say(
      is_syncthreads(*found) ? Says::syncthreads_not_on_every_path : Says::barrier_does_not_order,
      found_line);
}

// Where what one line reads is worked out and stored by another, and nobody touches the place
// elsewhere: the line that reads. 0: it is not so.
int FoundRaces::line_that_reads_for(const Race& r, const Group& group) const {
  const int storing = line_of(r.first.site);
  const int reading = r.first.kind == AccessKind::store ? line_that_reads_for(r.first.site) : 0;
  const bool is_all = std::ranges::all_of(
      group.lines, [&](int line) { return line == reading || line == storing; });
  return storing > 0 && reading != storing && is_all ? reading : 0;
}

Saying FoundRaces::advice(const Runner& runner, const Entry& e, Class what, const Group& group,
                          bool same_line) const {
  using Reach = Group::Reach;
  const Race& r = e.race;
  const bool both_write = r.first.kind == AccessKind::store && r.second.kind == AccessKind::store;
  const bool same_block = r.first.block == r.second.block;
  const bool atomic_first = r.first.kind == AccessKind::atomic,
             atomic_second = r.second.kind == AccessKind::atomic;
  if (r.first.ordered && r.second.ordered && r.first.element != r.second.element)
    return say(Says::sizes_not_atomic, r.first.element, r.second.element);
  // Threads of a block that meet at different barriers are ordered by none of them.
  if (const int torn = same_block ? line_of_torn_barrier(runner, r.first.block) : 0; torn > 0)
    return say(Says::barrier_torn, torn);
  if (r.first.kind != AccessKind::load && r.second.kind == AccessKind::load)
    if (const int polls = line_that_polls(*launch_->program, r.first.site, r.second.site))
      return say(same_block ? Says::flag_orders_nothing_block : Says::flag_orders_nothing, polls);
  const Saying there = same_block && group.reach != Reach::grid
                           ? barrier_between(line_of(r.first.site), line_of(r.second.site))
                           : Saying{};
  if (what == Class::warp_synchronous && group.reach == Reach::warp) {
    Saying lockstep = say(Says::relies_on_lockstep);
    // One line that does both reads first.
    lockstep += !there.empty()             ? there
                : same_line && !both_write ? say(Says::read_then_sync_then_write)
                                           : say(Says::sync_between);
    return lockstep;
  }
  if (atomic_first && atomic_second) return say(Says::atomic_only_in_block);
  const auto with_no_order = [&](Saying then) {
    Saying all = say(same_block ? Says::nothing_orders : Says::no_barrier_orders_blocks);
    all += std::move(then);
    return all;
  };
  if (atomic_first != atomic_second && same_line) {
    const AccessKind plain = atomic_first ? r.second.kind : r.first.kind;
    return with_no_order(
        say(plain == AccessKind::store ? Says::store_beside_atomic : Says::read_beside_atomic));
  }
  if (const int reading = line_that_reads_for(r, group); reading > 0 && group.reach == Reach::grid)
    return with_no_order(say(Says::read_and_stored_between, reading, line_of(r.first.site)));
  if (group.needs_atomics && group.reach == Reach::grid && group.lines.size() > 1) {
    // What clears a sum may come after what others have added.
    const bool is_cleared = (atomic_first && r.second.kind == AccessKind::store) ||
                            (atomic_second && r.first.kind == AccessKind::store);
    return with_no_order(
        say(is_cleared ? Says::clear_earlier_else_atomic : Says::make_every_access_atomic,
            lines_text(group.lines)));
  }
  // A sum that is cleared or read on the way needs its steps in order; atomics alone do not help.
  const bool has_update = updates(e);
  if (has_update && !atomic_first && !atomic_second && same_block && group.reach != Reach::grid)
    return with_no_order(
        say(same_line ? Says::add_atomically_or_sync : Says::sync_or_add_atomically));
  if ((has_update && !atomic_first && !atomic_second) ||
      (group.needs_atomics && group.reach == Reach::grid))
    return with_no_order(say(Says::use_atomic_update));
  if (is_one_variable(r) && (same_line ? both_write : group.has_many_writers))
    return one_for_all(r.space);
  if (same_line && both_write)
    return with_no_order(
        say(leaves_bounds(runner, r) ? Says::line_leaves_bounds_too : Says::one_thread_an_element));
  if (group.reach != Reach::grid) {
    Saying barrier = !there.empty() ? there : say(Says::no_syncthreads_between);
    if (both_write && !same_line) barrier += overlap_advice(r);
    return barrier;
  }
  return with_no_order(say(r.second.kind == AccessKind::load ? Says::write_elsewhere_or_read_later
                                                             : Says::one_thread_or_atomic));
}

bool FoundRaces::is_one_variable(const Race& r) const {
  if (r.space != ptx::Space::shared) {
    const Allocation* const a = launch_->memory.addresses->find(r.address, r.bytes);
    return a && a->is_scalar();
  }
  const auto* const e = launch_->program->shared.find(r.address, r.bytes);
  return e && e->bytes == bytes_of(e->element);
}

Saying FoundRaces::overlap_advice(const Race& r) const {
  const SharedLayout& shared = launch_->program->shared;
  if (r.space != ptx::Space::shared || launch_->launch->dynamic_shared_bytes == 0) return {};
  const auto* const e = shared.find(r.address, r.bytes);
  if (!e || e != &shared.entries.back()) return {};
  return say(Says::arrays_overlap, ptx::source_name(e->name));
}

const void* FoundRaces::variable_of(const Race& r) const {
  if (r.space == ptx::Space::shared) return launch_->program->shared.find(r.address, r.bytes);
  return launch_->memory.addresses->find(r.address, r.bytes);
}

bool FoundRaces::is_told_otherwise(const Key& note) const {
  // No structured binding: a lambda captures none of them in clang before 16.
  const auto& first = std::get<0>(note);
  const auto& second = std::get<1>(note);
  const void* const variable = variable_of(entries_.at(note).race);
  return std::ranges::any_of(entries_, [&](const auto& other) {
    const auto& [one, two, kind] = other.first;
    return kind != Class::same_value && variable_of(other.second.race) == variable &&
           (one == first || one == second || two == first || two == second);
  });
}

std::map<FoundRaces::Key, FoundRaces::Group> FoundRaces::groups() const {
  struct Member {
    const Key* key;
    const Entry* entry;
    const void* place;  // the buffer or shared array
    size_t group;
  };
  std::vector<Member> members;
  for (const auto& [key, e] : entries_)
    if (std::get<2>(key) != Class::same_value)
      members.push_back({&key, &e, variable_of(e.race), members.size()});
  const auto meet = [](const Member& a, const Member& b) {
    const auto& [a1, a2, a3] = *a.key;
    const auto& [b1, b2, b3] = *b.key;
    return a.place == b.place && (a1 == b1 || a1 == b2 || a2 == b1 || a2 == b2);
  };
  // There are few: one for each pair of lines.
  for (size_t k = 0; k < members.size(); ++k)
    for (size_t j = 0; j < k; ++j)
      if (meet(members[k], members[j]) && members[k].group != members[j].group) {
        const size_t from = members[k].group, to = members[j].group;
        for (Member& m : members)
          if (m.group == from) m.group = to;
      }
  std::map<size_t, Group> sums;
  for (const Member& m : members) {
    Group& g = sums[m.group];
    const Race& r = m.entry->race;
    const Group::Reach reach = r.first.block != r.second.block ? Group::Reach::grid
                               : std::get<2>(*m.key) != Class::warp_synchronous
                                   ? Group::Reach::block
                                   : Group::Reach::warp;
    g.reach = std::max(g.reach, reach);
    g.has_many_writers |= r.first.kind == AccessKind::store && r.second.kind == AccessKind::store &&
                          place_of(r.first.site) == place_of(r.second.site);
    g.needs_atomics |= updates(*m.entry) || (r.first.kind == AccessKind::atomic) !=
                                                (r.second.kind == AccessKind::atomic);
    for (const uint32_t site : {r.first.site, r.second.site})
      if (const int line = line_of(site); line > 0 && std::ranges::count(g.lines, line) == 0)
        g.lines.push_back(line);
    std::ranges::sort(g.lines);
  }
  std::map<Key, Group> all;
  for (const Member& m : members) all[*m.key] = sums[m.group];
  return all;
}

void FoundRaces::report(Runner& runner) const {
  const std::map<Key, Group> all = groups();
  for (const auto& [key, e] : entries_) {
    const auto& [first, second, what] = key;
    // What is a race between warps needs no second word about lanes.
    if (what != Class::race && entries_.contains({first, second, Class::race})) continue;
    if (what == Class::same_value && is_told_otherwise(key)) continue;
    RawFinding f;
    f.kind = what == Class::race               ? FindingKind::race
             : what == Class::warp_synchronous ? FindingKind::warp_synchronous
                                               : FindingKind::note;
    f.site = e.race.first.site;
    f.block = e.race.first.block;
    f.thread = e.race.first.thread;
    f.other_site = e.race.second.site;
    f.other_block = e.race.second.block;
    f.other_thread = e.race.second.thread;
    f.address = e.race.address;
    f.bytes = e.race.bytes;
    f.space = e.race.space;
    f.access = e.race.first.kind;
    f.count = e.count;
    const auto group = all.find(key);
    f.told = told(runner, e, what, group == all.end() ? Group{} : group->second);
    runner.report(std::move(f));
  }
  for (const auto& [key, e] : read_only_) {
    RawFinding f;
    f.kind = FindingKind::read_only_write;
    f.site = e.write.site;
    f.block = e.write.block;
    f.thread = e.write.thread;
    f.other_site = e.read.site;
    f.other_block = e.read.block;
    f.other_thread = e.read.thread;
    f.address = e.address;
    f.bytes = e.bytes;
    f.space = ptx::Space::global;
    f.access = AccessKind::store;
    f.count = e.count;
    const int line = line_of(e.read.site);
    f.told.what =
        line > 0 ? say(Says::read_as_unchanging_on_line, line) : say(Says::read_as_unchanging);
    runner.report(std::move(f));
  }
}

}  // namespace warplab::sim
