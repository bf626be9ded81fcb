// Why nothing orders the accesses of a race, and what to do about it.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ptx/opcode.hpp"
#include "ptx/source_name.hpp"
#include "ptx/updated_element.hpp"
#include "sim/observe/compare_and_swap.hpp"
#include "sim/observe/found_races.hpp"
#include "sim/observe/missing_fence.hpp"
#include "sim/program/copy_families.hpp"

namespace warplab::sim {
namespace {

// Of a variable that is no array.
Saying one_for_all(ptx::Space space) {
  return say(space == ptx::Space::shared ? Says::one_for_block : Says::one_for_launch);
}

// "lines 10, 12 and 14"
Saying lines_text(const std::vector<int>& lines) {
  return say(Says::lines_and, fmt::format("{}", fmt::join(lines.begin(), lines.end() - 1, ", ")),
             lines.back());
}

// `bar.sync 0`, of all threads of the block; others have a number or a count of their own.
bool is_syncthreads(const ptx::Instruction& i) {
  return i.operands.size() == 1 && i.operands[0].kind == ptx::Operand::Kind::immediate &&
         i.operands[0].bits == 0;
}

// __syncwarp() without a mask.
bool names_all_lanes(const ptx::Instruction& i) {
  return i.operands.size() == 1 && i.operands[0].kind == ptx::Operand::Kind::immediate &&
         static_cast<uint32_t>(i.operands[0].bits) == ~0u;
}

Saying with_no_order(const Race& r, Saying then) {
  Saying all =
      say(r.first.block == r.second.block ? Says::nothing_orders : Says::no_barrier_orders_blocks);
  all += std::move(then);
  return all;
}

bool both_store(const Race& r) {
  return r.first.kind == AccessKind::store && r.second.kind == AccessKind::store;
}
bool is_atomic(const RaceSide& s) { return s.kind == AccessKind::atomic; }

Says fence_text(const MissingFence& missing, bool same_block) {
  if (missing.kind == MissingFence::Kind::lock)
    return same_block ? Says::lock_orders_nothing_block : Says::lock_orders_nothing;
  return same_block ? Says::atomic_orders_nothing_block : Says::atomic_orders_nothing;
}

}  // namespace

int FoundRaces::line_of_torn_barrier(const Runner& runner, uint32_t block) const {
  if (!runner.found_before) return 0;
  for (const auto& [key, f] : *runner.found_before)
    if (f.kind == FindingKind::barrier_divergence && f.earlier_launch == 0 && f.block == block)
      return line_of(f.site);
  return 0;
}

int FoundRaces::line_of_decided_barrier(const Runner& runner, const Race& r) const {
  if (!runner.found_before || r.second.kind != AccessKind::load) return 0;
  const std::vector<Site>& sites = launch_->program->sites;
  const auto found = std::ranges::find_if(*runner.found_before, [&](const auto& entry) {
    const RawFinding& f = entry.second;
    return f.kind == FindingKind::barrier_divergence && f.earlier_launch == 0 &&
           f.block == r.first.block && f.other_site < sites.size() &&
           sites[f.other_site].function == sites[r.second.site].function &&
           ptx::decides_branch(function_of(r.second.site), sites[r.second.site].index,
                               sites[f.other_site].index);
  });
  return found == runner.found_before->end() ? 0 : line_of(found->second.site);
}

Told FoundRaces::told(const Runner& runner, const Entry& e, Class what, const Group& group) const {
  const Race& r = e.told();
  Saying from_elsewhere = came_from_elsewhere(runner, r);
  if (!from_elsewhere.empty() && what != Class::same_value)
    return {both_accesses(r), std::move(from_elsewhere)};
  const bool same_line = place_of(r.first.site) == place_of(r.second.site);
  const int other_line = line_of(r.second.site);
  if (what == Class::same_value)
    return {same_line || other_line == 0
                ? say(Says::race_same_value, Own::element)
                : say(Says::race_same_value_line, other_line, Own::element),
            {}};
  if (r.one_instruction) {
    Told told{say(Says::race_one_instruction, Own::element), {}};
    if (group.needs_atomics && group.reach == Group::Reach::grid && group.lines.size() > 1)
      told.advice = say(Says::make_accesses_atomic, lines_text(group.lines));
    else if (updates(e)) told.advice = advice_of_updates(e, group, same_line);
    else told.advice = is_one_variable(r) ? one_for_all(r.space) : say(Says::element_each);
    return told;
  }
  Told told{both_accesses(r), {}};
  if (const int barrier = line_of_decided_barrier(runner, r); barrier > 0)
    told.what += say(Says::race_decides_barrier, barrier);
  told.advice = advice(runner, e, what, group, same_line);
  return told;
}

Saying FoundRaces::barrier_between(int line, int other_line, bool of_warp) const {
  const auto [above, below] = std::minmax(line, other_line);
  const ptx::Instruction* found = nullptr;
  int found_line = 0;
  for (const Site& site : launch_->program->sites) {
    if (above <= 0 || site.line <= above || site.line >= below) continue;
    const ptx::Instruction& i = launch_->program->module->functions[site.function].body[site.index];
    if (!ptx::is(i, ptx::Family::barrier) && !ptx::is(i, ptx::Family::members)) continue;
    if (i.opcode != "bar" && i.opcode != "barrier") continue;
    if (!i.has("sync") || i.has("warp") != of_warp) continue;
    found = &i;
    found_line = site.line;
  }
  if (!found) return {};
  // One that the student sees between the two lines is on the way there, and not on the way back.
  if (of_warp && names_all_lanes(*found))
    return say(Says::syncwarp_one_way, found_line, below, above);
  return is_syncthreads(*found) ? say(Says::syncthreads_one_way, found_line, below, above)
                                : say(Says::barrier_does_not_order, found_line);
}

int FoundRaces::line_of_if_around(int line, int other_line) const {
  const auto [above, below] = std::minmax(line, other_line);
  int found = 0;
  for (const ptx::ControlStatement& s : launch_->program->module->statements)
    if (!s.is_loop && !s.returns && above > 0 && s.head_end.line < above && s.end.line > below)
      found = s.begin.line;
  return found;
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

Saying FoundRaces::advice_of_order(const Race& r) const {
  const bool same_block = r.first.block == r.second.block;
  if (r.first.kind == AccessKind::load) return {};
  const Program& program = *launch_->program;
  if (r.second.kind == AccessKind::load)
    if (const int polls = line_that_polls(program, r.first.site, r.second.site, same_block))
      return say(same_block ? Says::flag_orders_nothing_block : Says::flag_orders_nothing, polls);
  if (r.first.kind != AccessKind::store || r.second.kind == AccessKind::atomic) return {};
  const MissingFence missing = missing_fence(program, r.first.site, r.second.site, same_block);
  switch (missing.kind) {
    case MissingFence::Kind::none: return {};
    case MissingFence::Kind::early_release:
      return say(Says::lock_released_early, missing.release_line);
    case MissingFence::Kind::lock:
    case MissingFence::Kind::atomic: break;
  }
  return say(fence_text(missing, same_block), missing.line);
}

bool FoundRaces::decides_anything(uint32_t load) const {
  const ptx::Function& function = function_of(load);
  for (size_t k = 0; k < function.body.size(); ++k)
    if (function.body[k].opcode == "bra" &&
        ptx::decides_branch(function, launch_->program->sites[load].index, k))
      return true;
  return false;
}

Saying FoundRaces::advice_of_checks(const Race& r) const {
  const std::vector<Site>& sites = launch_->program->sites;
  const std::vector<AtomicFacts> facts = atomic_facts(*launch_->program);
  // A plain look at what others change by atomics: it brings what was there once, and of a loop
  // that waits the compiler makes one look.
  if (is_atomic(r.first) && r.second.kind == AccessKind::load &&
      (facts[r.second.site].is_compared ||
       (r.first.site < r.second.site && decides_anything(r.second.site))))
    return with_no_order(r, say(Says::read_by_atomic));
  const auto checks = [&](const RaceSide& s) {
    if (s.kind != AccessKind::store) return ~0u;
    const auto load = ptx::load_that_decides_store(function_of(s.site), sites[s.site].index);
    return load ? site_at(s.site, *load) : ~0u;
  };
  if (r.first.kind != AccessKind::store) return {};
  for (const RaceSide* other : {&r.first, &r.second})
    if (other->kind == AccessKind::store)
      for (const Site& site : sites)
        if (site.function == sites[r.first.site].function &&
            ptx::are_exchange(function_of(r.first.site), sites[r.first.site].index, site.index))
          return with_no_order(r,
                               say(r.first.block == r.second.block ? Says::exchange_in_rounds
                                                                   : Says::exchange_in_launches));
  const uint32_t check = checks(r.first);
  if (check == ~0u || line_of(check) == 0) return {};
  if (r.second.kind == AccessKind::load && line_of(r.second.site) != line_of(check)) return {};
  return with_no_order(r, say(Says::check_then_act, line_of(check), line_of(r.first.site)));
}

Saying FoundRaces::advice_of_updates(const Entry& e, const Group& group, bool same_line) const {
  const Race& r = e.told();
  const bool has_atomic = is_atomic(r.first) || is_atomic(r.second);
  const bool is_of_grid = group.reach == Group::Reach::grid;
  const auto update = r.first.kind == AccessKind::store
                          ? ptx::update_by_store(function_of(r.first.site),
                                                 launch_->program->sites[r.first.site].index)
                          : std::nullopt;
  if (update && !update->is_one_step && !has_atomic) return say(Says::no_atomic_does_that);
  if (r.one_instruction) return say(Says::update_atomically);
  // A sum that is cleared or read on the way needs its steps in order; atomics alone do not help.
  const bool has_update = updates(e);
  if (has_update && !has_atomic && !is_of_grid)
    return with_no_order(
        r, say(same_line ? Says::add_atomically_or_sync : Says::sync_or_add_atomically));
  if ((has_update && !has_atomic) || (group.needs_atomics && is_of_grid))
    return with_no_order(r, say(Says::use_atomic_update));
  return {};
}

Saying FoundRaces::advice_of_barriers(const Race& r, const Saying& there, bool same_line) const {
  if (!there.empty()) return there;
  if (same_line && !both_store(r)) return say(Says::read_then_sync_then_write);
  const int around = line_of_if_around(line_of(r.first.site), line_of(r.second.site));
  Saying barrier = around > 0 ? say(Says::no_syncthreads_between_in_if, around)
                              : say(Says::no_syncthreads_between);
  if (both_store(r) && !same_line) barrier += overlap_advice(r);
  return barrier;
}

Saying FoundRaces::advice(const Runner& runner, const Entry& e, Class what, const Group& group,
                          bool same_line) const {
  using Reach = Group::Reach;
  const Race& r = e.told();
  const bool same_block = r.first.block == r.second.block;
  if (r.first.ordered && r.second.ordered && r.first.element != r.second.element)
    return say(Says::sizes_not_atomic, r.first.element, r.second.element);
  // Threads of a block that meet at different barriers are ordered by none of them.
  if (const int torn = same_block ? line_of_torn_barrier(runner, r.first.block) : 0;
      torn > 0 && line_of_decided_barrier(runner, r) == 0)
    return say(Says::barrier_torn, torn);
  if (Saying order = advice_of_order(r); !order.empty()) return order;
  const bool is_of_warp = what == Class::warp_synchronous && group.reach == Reach::warp;
  const Saying there = same_block && group.reach != Reach::grid
                           ? barrier_between(line_of(r.first.site), line_of(r.second.site), false)
                           : Saying{};
  if (is_of_warp) {
    const Saying met = barrier_between(line_of(r.first.site), line_of(r.second.site), true);
    Saying lockstep = say(Says::relies_on_lockstep);
    // One line that does both reads first.
    lockstep += !there.empty()                ? there
                : !met.empty()                ? met
                : same_line && !both_store(r) ? say(Says::read_then_syncwarp_then_write)
                                              : say(Says::syncwarp_between);
    return lockstep;
  }
  if (is_atomic(r.first) && is_atomic(r.second)) return say(Says::atomic_only_in_block);
  if (is_atomic(r.first) != is_atomic(r.second) && same_line) {
    const AccessKind plain = is_atomic(r.first) ? r.second.kind : r.first.kind;
    return with_no_order(
        r, say(plain == AccessKind::store ? Says::store_beside_atomic : Says::read_beside_atomic));
  }
  if (Saying checks = advice_of_checks(r); !checks.empty()) return checks;
  if (const int reading = line_that_reads_for(r, group); reading > 0 && group.reach == Reach::grid)
    return with_no_order(r, say(Says::read_and_stored_between, reading, line_of(r.first.site)));
  if (group.needs_atomics && group.reach == Reach::grid && group.lines.size() > 1) {
    // What clears a sum may come after what others have added.
    const bool is_cleared = (is_atomic(r.first) && r.second.kind == AccessKind::store) ||
                            (is_atomic(r.second) && r.first.kind == AccessKind::store);
    if (is_atomic(r.first) && r.second.kind == AccessKind::load)
      return with_no_order(r, say(r.first.site < r.second.site ? Says::read_before_all_have_added
                                                               : Says::read_beside_atomic));
    return with_no_order(
        r, say(is_cleared ? Says::clear_earlier_else_atomic : Says::make_every_access_atomic,
               lines_text(group.lines)));
  }
  if (Saying update = advice_of_updates(e, group, same_line); !update.empty()) return update;
  if (is_one_variable(r) && (same_line ? both_store(r) : group.has_many_writers))
    return one_for_all(r.space);
  if (same_line && both_store(r))
    return with_no_order(r, say(leaves_bounds(runner, r) ? Says::line_leaves_bounds_too
                                                         : Says::one_thread_an_element));
  // A barrier waits for threads, and not for what they have started.
  for (const RaceSide* side : {&r.first, &r.second})
    if (same_block && starts_copy(*launch_->program, side->site))
      return say(Says::copy_wait_first_and_barrier,
                 copy_family(*launch_->program, side->site).wait);
  if (group.reach != Reach::grid) return advice_of_barriers(r, there, same_line);
  return with_no_order(r,
                       say(r.second.kind == AccessKind::load ? Says::write_elsewhere_or_read_later
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

}  // namespace warplab::sim
