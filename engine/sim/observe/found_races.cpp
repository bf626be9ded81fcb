#include "sim/observe/found_races.hpp"

#include <algorithm>
#include <utility>

#include "ptx/source_name.hpp"
#include "ptx/updated_element.hpp"
#include "sim/finding.hpp"

namespace warplab::sim {
namespace {

Says verb(const RaceSide& s) {
  return s.kind == AccessKind::load    ? Says::reads
         : s.kind == AccessKind::store ? Says::writes
                                       : Says::atomically_updates;
}

// Which of two races between the same lines is told. Two volatile accesses that race are a flag
// without a fence: what it hands over matters more.
auto order_of(const Race& r) {
  const bool is_of_flag = r.first.ordered && r.second.ordered;
  return std::tuple(is_of_flag, r.first.block, r.first.thread, r.second.block, r.second.thread,
                    r.address);
}

void set_sides(RawFinding& f, const RaceSide& first, const RaceSide& second) {
  f.site = first.site;
  f.block = first.block;
  f.thread = first.thread;
  f.other_site = second.site;
  f.other_block = second.block;
  f.other_thread = second.thread;
}

}  // namespace

void FoundRaces::launch_starts(const LaunchState& launch) {
  launch_ = &launch;
  entries_.clear();
  last_entry_ = nullptr;
  read_only_.clear();
  updates_.clear();
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
  const bool is_new = !last_entry_ || sites != last_;
  if (is_new) {
    last_entry_ = &entries_[{place_of(race.first.site), place_of(race.second.site), what}];
    last_ = sites;
  }
  Entry& e = *last_entry_;
  if (is_new && e.only_reads_others) e.only_reads_others = reads_others(race);
  if (race.first.block != race.second.block && (!e.across || order_of(race) < order_of(*e.across)))
    e.across = race;
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

Saying FoundRaces::threads(const Race& r) const {
  const ThreadPlace second = place(r.second);
  const Saying other = r.first.block != r.second.block
                           ? say(Says::as_it_is, second)
                           : say(Says::thread_of_same_block, data::Thread{second.thread});
  return say(Says::race_threads, place(r.first), other);
}

Saying FoundRaces::both_accesses(const Race& r) const {
  const int other_line = line_of(r.second.site);
  const Says does = verb(r.first), other_does = verb(r.second);
  if (place_of(r.first.site) == place_of(r.second.site))
    return say(Says::race_same_line, does, Own::element, other_does);
  if (other_line == 0) return say(Says::race_unknown_line, does, Own::element, other_does);
  return say(Says::race_other_line, does, Own::element, other_line, other_does);
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

const ptx::Function& FoundRaces::function_of(uint32_t site) const {
  return launch_->program->module->functions[launch_->program->sites[site].function];
}

uint32_t FoundRaces::site_at(uint32_t site, size_t index) const {
  const std::vector<Site>& sites = launch_->program->sites;
  const auto found = std::ranges::find_if(sites, [&](const Site& other) {
    return other.function == sites[site].function && other.index == index;
  });
  return found == sites.end() ? ~0u : static_cast<uint32_t>(found - sites.begin());
}

int FoundRaces::line_that_reads_for(uint32_t site) const {
  const auto update = ptx::update_by_store(function_of(site), launch_->program->sites[site].index);
  const uint32_t load = update ? site_at(site, update->load) : ~0u;
  return load == ~0u ? 0 : line_of(load);
}

bool FoundRaces::updates(const Entry& e) const {
  const auto changes = [&](const RaceSide& s) {
    return s.kind == AccessKind::store && line_that_reads_for(s.site) > 0;
  };
  if (e.only_reads_others) return false;
  return e.updates || changes(e.told().first) || changes(e.told().second);
}

// Copies of a line, in a loop that is unrolled, have loads of their own.
const FoundRaces::Updates& FoundRaces::updates_of(uint32_t function) {
  const auto [known, is_new] = updates_.try_emplace(function);
  if (!is_new) return known->second;
  const ptx::Function& f = launch_->program->module->functions[function];
  for (size_t k = 0; k < f.body.size(); ++k)
    if (const auto update = ptx::update_by_store(f, k)) {
      known->second.stores.insert(k);
      known->second.loads.insert(update->load);
    }
  return known->second;
}

bool FoundRaces::reads_others(const Race& r) {
  const Site &writer = launch_->program->sites[r.first.site],
             &reader = launch_->program->sites[r.second.site];
  if (r.first.kind != AccessKind::store || r.second.kind != AccessKind::load ||
      writer.function != reader.function)
    return false;
  const Updates& updates = updates_of(reader.function);
  return updates.stores.contains(writer.index) && !updates.loads.contains(reader.index);
}

bool FoundRaces::leaves_bounds(const Runner& runner, const Race& r) const {
  return runner.found_before && std::ranges::any_of(*runner.found_before, [&](const auto& entry) {
           const RawFinding& f = entry.second;
           return f.kind == FindingKind::out_of_bounds && f.earlier_launch == 0 &&
                  f.space == r.space && place_of(f.site) == place_of(r.first.site);
         });
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
    const Race& r = m.entry->told();
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
    const Race& race = e.told();
    f.form = Finding::Form::does_alone;
    set_sides(f, race.first, race.second);
    f.address = race.address;
    f.bytes = race.bytes;
    f.space = race.space;
    f.access = race.first.kind;
    f.more = threads(race);
    f.count = e.count;
    const auto group = all.find(key);
    f.told = told(runner, e, what, group == all.end() ? Group{} : group->second);
    runner.report(std::move(f));
  }
  for (const auto& [key, e] : read_only_) {
    RawFinding f;
    f.kind = FindingKind::read_only_write;
    set_sides(f, e.write, e.read);
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
