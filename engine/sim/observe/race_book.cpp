#include "sim/observe/race_book.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ptx/source_name.hpp"
#include "ptx/updated_element.hpp"
#include "sim/finding.hpp"
#include "sim/observe/polled_flag.hpp"

namespace warplab::sim {
namespace {

std::string verb(const RaceSide& s) {
  return s.kind == AccessKind::load    ? "reads"
         : s.kind == AccessKind::store ? "writes"
                                       : "atomically updates";
}

// Of a variable that is no array.
std::string_view one_for_all(ptx::Space space) {
  if (space == ptx::Space::shared)
    return "; it is one variable for all threads of the block, because of __shared__: leave that "
           "out if each thread needs its own, or make it an array";
  return "; it is one variable for all threads of the launch, because of __device__: declare it "
         "inside the function and without that if each thread needs its own, or make it an array";
}

// Of threads that hand something over by a flag, for which line `polls` waits.
std::string flag_advice(int polls, bool same_block) {
  return fmt::format(
      ", and the flag that line {0} waits for does not order them: volatile and relaxed accesses, "
      "and functions such as atomicAdd(), order nothing else. Put {1} before the flag is stored "
      "and after the loop that waits for it, or use cuda::atomic_ref with memory_order_release for "
      "the store and memory_order_acquire in the loop",
      polls, same_block ? "__threadfence_block()" : "__threadfence()");
}

// "lines 10, 12 and 14"
std::string lines_text(const std::vector<int>& lines) {
  return fmt::format("lines {} and {}", fmt::join(lines.begin(), lines.end() - 1, ", "),
                     lines.back());
}

// Which of two races between the same lines is told. Two volatile accesses that race are a flag
// without a fence: what it hands over matters more.
auto order_of(const Race& r) {
  const bool is_of_flag = r.first.ordered && r.second.ordered;
  return std::tuple(is_of_flag, r.first.block, r.first.thread, r.second.block, r.second.thread,
                    r.address);
}

// What is to be done where threads of one warp meet; `reads_and_writes`: one line does both.
std::string lockstep_advice(bool reads_and_writes) {
  if (reads_and_writes)
    return ": read into a variable first, then __syncthreads(), then write (within one warp "
           "__syncwarp() is enough)";
  return ": put a __syncthreads() between them (within one warp __syncwarp() is enough)";
}

// Of a plain access on the line of an atomic.
std::string beside_an_atomic(AccessKind plain) {
  if (plain == AccessKind::store)
    return "the atomic function has stored its result already, so leave out the plain access "
           "beside it";
  return "what is read beside an atomic function may be out of date when that comes. It reads, "
         "changes and stores in one step: atomicAdd(&x, value), say, adds to what is there, and "
         "needs nothing that was read before";
}

// `bar.sync 0`, of all threads of the block; others have a number or a count of their own.
bool is_syncthreads(const ptx::Instruction& i) {
  return i.operands.size() == 1 && i.operands[0].kind == ptx::Operand::Kind::immediate &&
         i.operands[0].bits == 0;
}

// Of one line that stores for several threads.
std::string one_element_each(bool leaves_bounds) {
  if (leaves_bounds)
    return "this line also leaves the bounds (see \"in bounds\"). Mend that first: after the end "
           "of a row the next one begins";
  return "give each element to one thread; does its index use every part of blockIdx and threadIdx "
         "that differs between threads, and do threads beyond the end of a row leave it alone?";
}

}  // namespace

void RaceBook::launch_starts(const LaunchState& launch) {
  launch_ = &launch;
  entries_.clear();
  last_entry_ = nullptr;
  read_only_.clear();
}

int RaceBook::line_of(uint32_t site) const { return launch_->program->sites[site].line; }

int64_t RaceBook::place_of(uint32_t site) const {
  const int line = line_of(site);
  return line > 0 ? line : (int64_t{1} << 32) + site;
}

void RaceBook::add(Race race) {
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

void RaceBook::add_read_only(const RaceSide& write, const RaceSide& read, uint64_t address,
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

bool RaceBook::reads_raced_at(uint32_t site) const {
  for (const auto& [key, e] : entries_)
    if (std::get<1>(key) == place_of(site) && std::get<2>(key) != Class::same_value &&
        e.race.second.kind != AccessKind::store)
      return true;
  return false;
}

std::string RaceBook::who(const RaceSide& s) const {
  return place_text(
      {position_of(s.block, launch_->launch->grid), position_of(s.thread, launch_->launch->block)});
}

std::string RaceBook::other(const Race& r) const {
  if (r.first.block != r.second.block) return who(r.second);
  return thread_text(position_of(r.second.thread, launch_->launch->block)) + " of the same block";
}

std::string RaceBook::both_accesses(const Race& r) const {
  const int other_line = line_of(r.second.site);
  std::string text = fmt::format("{} {} {{element}}, and ", who(r.first), verb(r.first));
  if (place_of(r.first.site) == place_of(r.second.site))
    return text + fmt::format("{} {} it on the same line", other(r), verb(r.second));
  if (other_line == 0) return text + fmt::format("{} {} it", other(r), verb(r.second));
  return text + fmt::format("line {}: {} {} it", other_line, other(r), verb(r.second));
}

std::string RaceBook::came_from_elsewhere(const Runner& runner, const Race& r) const {
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
  return fmt::format(
      "; {} also leaves the bounds of {} (see \"in bounds\"), and so reaches {{element}} by "
      "mistake: fix that first",
      line > 0 ? fmt::format("line {}", line) : "one of them", name);
}

int RaceBook::line_that_reads_for(uint32_t site) const {
  const std::vector<Site>& sites = launch_->program->sites;
  const ptx::Function& function = launch_->program->module->functions[sites[site].function];
  const auto load = ptx::load_that_store_updates(function, sites[site].index);
  if (!load) return 0;
  const auto found = std::ranges::find_if(sites, [&](const Site& other) {
    return other.function == sites[site].function && other.index == *load;
  });
  return found == sites.end() ? 0 : found->line;
}

bool RaceBook::updates(const Entry& e) const {
  const auto changes = [&](const RaceSide& s) {
    return s.kind == AccessKind::store && line_that_reads_for(s.site) > 0;
  };
  return e.updates || changes(e.race.first) || changes(e.race.second);
}

bool RaceBook::leaves_bounds(const Runner& runner, const Race& r) const {
  return runner.found_before && std::ranges::any_of(*runner.found_before, [&](const auto& entry) {
           const RawFinding& f = entry.second;
           return f.kind == FindingKind::out_of_bounds && f.earlier_launch == 0 &&
                  f.space == r.space && place_of(f.site) == place_of(r.first.site);
         });
}

int RaceBook::line_of_torn_barrier(const Runner& runner, uint32_t block) const {
  if (!runner.found_before) return 0;
  for (const auto& [key, f] : *runner.found_before)
    if (f.kind == FindingKind::barrier_divergence && f.earlier_launch == 0 && f.block == block)
      return line_of(f.site);
  return 0;
}

std::string RaceBook::sentence(const Runner& runner, const Entry& e, Class what,
                               const Group& group) const {
  const Race& r = e.race;
  const std::string from_elsewhere = came_from_elsewhere(runner, r);
  if (!from_elsewhere.empty() && what != Class::same_value)
    return both_accesses(r) + from_elsewhere;
  const bool same_line = place_of(r.first.site) == place_of(r.second.site);
  const int other_line = line_of(r.second.site);
  if (what == Class::same_value)
    return fmt::format(
        "{} and {}{} write the same value to {{element}} with nothing to order them; nobody "
        "reads it meanwhile, so it does no harm, but one of them is enough",
        who(r.first), other(r),
        same_line || other_line == 0 ? "" : fmt::format(" (line {})", other_line));
  if (r.one_instruction) {
    const std::string text = fmt::format(
        "{} and {} write different values to {{element}} in one instruction, and which of "
        "them stays is left to chance",
        who(r.first), other(r));
    if (group.needs_atomics && group.reach == Group::Reach::grid && group.lines.size() > 1)
      return fmt::format("{}; make every access to it on {} atomic", text, lines_text(group.lines));
    if (updates(e)) return text + "; update it with atomicAdd() or another atomic";
    return fmt::format(
        "{}{}", text,
        is_one_variable(r) ? one_for_all(r.space) : "; give each thread an element of its own");
  }
  return both_accesses(r) + advice(runner, e, what, group, same_line);
}

std::string RaceBook::barrier_between(int line, int other_line) const {
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
  if (!is_syncthreads(*found))
    return fmt::format(
        "; the barrier on line {} does not order them: not both of them take part in it, or it is "
        "not on every path from one to the other",
        found_line);
  // One that the student sees between the two lines is in a loop, mostly.
  return fmt::format(
      "; the __syncthreads() on line {} is not on every path from one to the other. If both are in "
      "a loop, one more is needed at the end of it, before the next iteration begins",
      found_line);
}

// Where what one line reads is worked out and stored by another, and nobody touches the place
// elsewhere: the line that reads. 0: it is not so.
int RaceBook::line_that_reads_for(const Race& r, const Group& group) const {
  const int storing = line_of(r.first.site);
  const int reading = r.first.kind == AccessKind::store ? line_that_reads_for(r.first.site) : 0;
  const bool is_all = std::ranges::all_of(
      group.lines, [&](int line) { return line == reading || line == storing; });
  return storing > 0 && reading != storing && is_all ? reading : 0;
}

std::string RaceBook::advice(const Runner& runner, const Entry& e, Class what, const Group& group,
                             bool same_line) const {
  using Reach = Group::Reach;
  const Race& r = e.race;
  const bool both_write = r.first.kind == AccessKind::store && r.second.kind == AccessKind::store;
  const bool same_block = r.first.block == r.second.block;
  const bool atomic_first = r.first.kind == AccessKind::atomic,
             atomic_second = r.second.kind == AccessKind::atomic;
  if (r.first.ordered && r.second.ordered && r.first.element != r.second.element)
    return fmt::format(
        ", but one does so with {} bytes and the other with {}, and only accesses of one size are "
        "atomic to each other: use the same type for both",
        r.first.element, r.second.element);
  // Threads of a block that meet at different barriers are ordered by none of them.
  if (const int torn = same_block ? line_of_torn_barrier(runner, r.first.block) : 0; torn > 0)
    return fmt::format(
        "; not all threads reach the barrier in line {} (see \"terminates\"), so that it orders "
        "nothing: mend that first",
        torn);
  if (r.first.kind != AccessKind::load && r.second.kind == AccessKind::load)
    if (const int polls = line_that_polls(*launch_->program, r.first.site, r.second.site))
      return flag_advice(polls, same_block);
  const std::string there = same_block && group.reach != Reach::grid
                                ? barrier_between(line_of(r.first.site), line_of(r.second.site))
                                : std::string();
  if (what == Class::warp_synchronous && group.reach == Reach::warp) {
    const std::string lockstep = ", which relies on the warp executing in lockstep";
    return lockstep + (!there.empty() ? there : lockstep_advice(same_line && !both_write));
  }
  if (atomic_first && atomic_second)
    return ", but an atomic whose scope is the block, or less (_block, thread_scope_block, "
           "thread_scope_thread, or the cluster, which is one block here), is atomic only within "
           "its own block; use one whose scope is the device, such as atomicAdd() without _block "
           "or thread_scope_device";
  const std::string no_order = same_block ? ", with nothing to order them: "
                                          : ", and no barrier can order different blocks: ";
  if (atomic_first != atomic_second && same_line)
    return no_order + beside_an_atomic(atomic_first ? r.second.kind : r.first.kind);
  if (const int reading = line_that_reads_for(r, group); reading > 0 && group.reach == Reach::grid)
    return fmt::format(
        "{}line {} reads it and line {} stores what comes of that, and others may do so in "
        "between: let atomicAdd() or another atomic do all of it in one step",
        no_order, reading, line_of(r.first.site));
  if (group.needs_atomics && group.reach == Reach::grid && group.lines.size() > 1) {
    // What clears a sum may come after what others have added.
    const bool is_cleared = (atomic_first && r.second.kind == AccessKind::store) ||
                            (atomic_second && r.first.kind == AccessKind::store);
    return fmt::format("{}{}make every access to it on {} atomic", no_order,
                       is_cleared ? "if one clears what others add to, do that in an earlier "
                                    "launch; else "
                                  : "",
                       lines_text(group.lines));
  }
  // A sum that is cleared or read on the way needs its steps in order; atomics alone do not help.
  const bool has_update = updates(e);
  if (has_update && !atomic_first && !atomic_second && same_block && group.reach != Reach::grid)
    return no_order +
           (same_line ? "if both add to it, use atomicAdd() or another atomic; if one comes after "
                        "the other, put a __syncthreads() between them"
                      : "if one comes after the other, put a __syncthreads() between them; if both "
                        "add to it, use atomicAdd() or another atomic");
  if ((has_update && !atomic_first && !atomic_second) ||
      (group.needs_atomics && group.reach == Reach::grid))
    return no_order + "update it with atomicAdd() or another atomic";
  if (is_one_variable(r) && (same_line ? both_write : group.has_many_writers))
    return std::string(one_for_all(r.space));
  if (same_line && both_write) return no_order + one_element_each(leaves_bounds(runner, r));
  if (group.reach != Reach::grid)
    return (!there.empty() ? there : ", with no __syncthreads() between them: put one there") +
           (both_write && !same_line ? overlap_advice(r) : std::string());
  return no_order + (r.second.kind == AccessKind::load
                         ? "write to another buffer, or read it in a later launch"
                         : "give each element to one thread, or use an atomic");
}

bool RaceBook::is_one_variable(const Race& r) const {
  if (r.space != ptx::Space::shared) {
    const Allocation* const a = launch_->memory.addresses->find(r.address, r.bytes);
    return a && a->is_scalar();
  }
  const auto* const e = launch_->program->shared.find(r.address, r.bytes);
  return e && e->bytes == bytes_of(e->element);
}

std::string RaceBook::overlap_advice(const Race& r) const {
  const SharedLayout& shared = launch_->program->shared;
  if (r.space != ptx::Space::shared || launch_->launch->dynamic_shared_bytes == 0) return {};
  const auto* const e = shared.find(r.address, r.bytes);
  if (!e || e != &shared.entries.back()) return {};
  return fmt::format(
      ". If {} holds several arrays, they overlap here: let each begin where the one before it "
      "ends",
      ptx::source_name(e->name));
}

const void* RaceBook::variable_of(const Race& r) const {
  if (r.space == ptx::Space::shared) return launch_->program->shared.find(r.address, r.bytes);
  return launch_->memory.addresses->find(r.address, r.bytes);
}

bool RaceBook::is_told_otherwise(const Key& note) const {
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

std::map<RaceBook::Key, RaceBook::Group> RaceBook::groups() const {
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

void RaceBook::report(Runner& runner) const {
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
    f.text = sentence(runner, e, what, group == all.end() ? Group{} : group->second);
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
    f.text =
        fmt::format("which {} reads as data that never changes (const __restrict__ or __ldg())",
                    line > 0 ? fmt::format("line {}", line) : "the kernel");
    runner.report(std::move(f));
  }
}

}  // namespace warplab::sim
