#include "specification/machine.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/device/residency.hpp"
#include "specification/warp_exchange.hpp"
#include "sim/work.hpp"

namespace warplab::sim::plain {
namespace {

uint64_t writes_so_far(const Counters& counters) {
  return counters[Counter::global_store_requests] + counters[Counter::global_atomic_requests] +
         counters[Counter::shared_store_requests] + counters[Counter::shared_atomic_requests];
}

}  // namespace

Machine::Machine(LaunchContext context, FindingBook& findings, Report& report)
    : context_(std::move(context)),
      report_(report),
      tally_(context_.memory, report),
      complaints_(context_, tally_, findings),
      operands_(context_),
      accesses_(context_, tally_, complaints_, report),
      left_(context_, complaints_),
      calls_(context_, operands_, tally_, complaints_),
      splits_(operands_, tally_, complaints_, calls_, left_),
      members_(operands_, splits_, complaints_),
      barriers_(operands_, splits_, tally_, complaints_, left_),
      objects_(context_, operands_, accesses_, splits_, tally_, complaints_),
      computation_(operands_, complaints_),
      memory_instructions_(context_, operands_, accesses_, tally_),
      functions_(context_, operands_, accesses_, splits_, complaints_, report) {
  context_.memory.begin_launch(context_.launch);
  context_.memory.initialize_shared_addresses(*context_.image.module, context_.shared);
}

// One block after the other, each until it ends or spins; those that spin come round again. There
// is one host thread and one schedule: Options::threads and schedule are the fast engine's.
bool Machine::run() {
  const uint64_t count = context_.launch.grid.volume();
  const uint64_t warps = (context_.launch.block.volume() + kLanes - 1) / kLanes;
  const uint64_t most = most_resident_blocks(warps);
  std::deque<std::unique_ptr<Block>> suspended;
  // Where there is no room for another block and none of these does anything but look.
  uint64_t writes_before = 0, rounds_in_vain = 0;
  int64_t turns_left = 0;
  for (uint64_t next = 0; next < count || !suspended.empty();) {
    if (context_.options.cancel != nullptr && context_.options.cancel->load()) {
      report_.cancelled = true;
      return false;
    }
    std::unique_ptr<Block> block;
    const bool is_full = next < count && suspended.size() >= most;
    if (next < count && !is_full) {
      block = start_block(next++);
    } else {
      block = std::move(suspended.front());
      suspended.pop_front();
    }
    const bool ended = run_block(*block);
    if (complaints_.has_stopped()) return false;
    if (ended) {
      tally_.count_busiest(*block);
    } else {
      if (context_.observer) context_.observer->block_waits(context_.number, block->linear);
      suspended.push_back(std::move(block));
    }
    if (ended) rounds_in_vain = 0;
    if (ended || next >= count || suspended.size() < most || --turns_left > 0) continue;
    turns_left = static_cast<int64_t>(suspended.size());
    const uint64_t writes = writes_so_far(tally_.total());
    rounds_in_vain = writes == writes_before ? rounds_in_vain + 1 : 0;
    writes_before = writes;
    if (rounds_in_vain >= kRoundsInVain) {
      report_wait_for_later_blocks(*suspended.back());
      return false;
    }
  }
  return true;
}

void Machine::report_wait_for_later_blocks(Block& block) {
  for (Warp& warp : block.warps) {
    if (!warp.running) continue;
    complaints_.stop(warp, FindingKind::step_limit, warp.running->lanes, warp.running->pc,
                     waits_for_later_blocks());
    return;
  }
  complaints_.stop();
}

std::unique_ptr<Block> Machine::start_block(uint64_t linear) {
  auto block = std::make_unique<Block>();
  block->linear = linear;
  block->position = position_of(linear, context_.launch.grid);
  block->threads = context_.launch.block.volume();
  block->shared.assign(context_.shared.layout.window_bytes, std::byte{0});
  block->warps.resize((block->threads + kLanes - 1) / kLanes);
  for (size_t w = 0; w < block->warps.size(); ++w) {
    Warp& warp = block->warps[w];
    warp.block = block.get();
    warp.first_thread = static_cast<uint32_t>(w * kLanes);
    auto call = std::make_shared<Call>();
    call->function = &context_.kernel;
    call->local_begin = kLocalStart;
    for (unsigned l = 0; l < kLanes; ++l) {
      if (warp.first_thread + l >= block->threads) break;
      warp.existing.set(l);
      call->lanes[l].registers.assign(context_.kernel.function->registers.size(), 0);
      call->lanes[l].parameters = context_.parameters;
      call->lanes[l].parameters.resize(context_.kernel.parameter_bytes);
    }
    warp.ready.push_back({0, warp.existing, std::move(call), nullptr});
  }
  return block;
}

// True: the block has ended; false: all its warps spin.
bool Machine::run_block(Block& block) {
  while (true) {
    bool progress = false;
    for (Warp& warp : block.warps) {
      if (!warp.can_run()) continue;
      run_warp(warp);
      if (complaints_.has_stopped()) return true;
      if (!warp.yielded || (warp.waits && !warp.looked_in_vain)) progress = true;
    }
    if (!after_round(block)) return true;
    if (std::exchange(block.let_go, false)) progress = true;
    if (!progress || std::exchange(block.makes_way, false)) return false;
    if (context_.options.cancel != nullptr && context_.options.cancel->load()) return true;
  }
}

// After every warp had its turn: false when the block has ended.
bool Machine::after_round(Block& block) {
  if (block.exited == block.threads) return false;
  if (barriers_.complete_all(block)) return true;
  bool can_look = false;  // and nothing else
  for (const Warp& warp : block.warps) {
    if (!warp.can_run()) continue;
    if (!warp.waits || !warp.looked_in_vain) return true;
    can_look = true;
  }
  if (can_look) {
    block.let_go = splits_.let_go_of_waiting(block);
    return true;
  }
  bool released = false;
  for (Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting)
      if (splits_.release_waiting(warp, w.split.merge)) released = true;
  if (released) return true;
  if (objects_.answer_waiting(block)) return true;
  // Lanes that wait for members of their mask, which never come, go ahead without them.
  for (Warp& warp : block.warps)
    for (auto w = warp.waiting.begin(); w != warp.waiting.end(); ++w) {
      if (w->barrier != kMembers) continue;
      Split split = w->split;
      split.alone = true;
      warp.waiting.erase(w);
      warp.ready.push_front(split);
      Event event;
      event.kind = FindingKind::barrier_divergence;
      event.line = split.call->function->lines[split.pc];
      event.block = block.linear;
      event.text = "it names lanes in its mask that do not reach it";
      for (unsigned l = 0; l < kLanes; ++l) {
        if (!split.lanes[l]) continue;
        event.thread = warp.first_thread + l;
        complaints_.add(event);
      }
      return true;
    }
  report_deadlock(block);
  return false;
}

void Machine::run_warp(Warp& warp) {
  warp.yielded = false;
  splits_.begin_turn(warp);
  if (!warp.running) splits_.next_split(warp);
  while (warp.running && !warp.yielded && !complaints_.has_stopped()) step(warp);
}

void Machine::step(Warp& warp) {
  if (!splits_.arrive_where_due(warp)) return;
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  if (!s.counted) {
    const ptx::BasicBlock& block = f.flow.blocks[f.flow.block_of[s.pc]];
    if (block.first == s.pc) {
      warp.steps += block.last - block.first;
      for (uint32_t k = block.first; k < block.last; ++k)
        tally_.add_work(warp, work_of(f.function->body[k]));
      if (tally_.work() > context_.options.max_work)
        return complaints_.stop(
            warp, FindingKind::step_limit, s.lanes, s.pc,
            fmt::format("is still running after all warps together have done {} units of "
                        "work, so the kernel would probably never end",
                        context_.options.max_work));
      if (warp.work > context_.options.max_work_per_warp)
        return complaints_.stop(
            warp, FindingKind::step_limit, s.lanes, s.pc,
            fmt::format("is still running after {} units of work, so the kernel would probably "
                        "never end",
                        context_.options.max_work_per_warp));
    }
    splits_.note_step(warp);
    tally_.count(warp, Counter::warp_instructions, 1);
    ++warp.instructions;
    tally_.count(warp, Counter::thread_instructions, s.lanes.count());
    const std::string& opcode = instruction(warp).opcode;
    for (const char* exchange : {"shfl", "match", "redux"})
      if (opcode == exchange) tally_.count(warp, Counter::warp_exchanges, 1);
    if (opcode == "vote") tally_.count(warp, Counter::warp_votes, 1);
    tally_.count(warp, Counter::weighted_instructions,
                 weight_of(*context_.image.module, instruction(warp)));
    s.counted = true;
    if (context_.observer) tell(warp);
  }
  const LaneSet active = operands_.guarded(warp);
  switch (f.families[s.pc]) {
    case Family::branch: return splits_.branch(warp, active);
    case Family::indexed_branch: return splits_.indexed_branch(warp, active);
    case Family::call: return call(warp, active);
    case Family::ret: return splits_.ret(warp, active);
    case Family::exit:
      if (active.none()) return splits_.go_on(warp);
      if (active != s.lanes) splits_.go_on(warp);
      return splits_.exit_lanes(warp, active);
    case Family::trap:
      if (active.none()) return splits_.go_on(warp);
      return complaints_.stop(
          warp, FindingKind::trap, active, s.pc,
          f.function->body[s.pc].opcode == "brkpt" ? "comes to a breakpoint" : "runs into a trap");
    case Family::block_barrier: return barriers_.arrive(warp, active);
    case Family::object_wait: return objects_.wait(warp, active);
    case Family::warp_barrier: return members_.together(warp, active, 0, nullptr);
    case Family::shuffle: return members_.together(warp, active, 4, shuffle);
    case Family::vote: return members_.together(warp, active, 2, vote);
    case Family::match: return members_.together(warp, active, 2, match);
    case Family::reduce: return members_.together(warp, active, 2, reduce);
    case Family::elect: return members_.together(warp, active, 1, elect);
    case Family::compute: computation_.compute(warp, active); break;
    case Family::load: memory_instructions_.load(warp, active); break;
    case Family::store: memory_instructions_.store(warp, active); break;
    case Family::atomic: memory_instructions_.atomic(warp, active); break;
    case Family::async_copy: memory_instructions_.async_copy(warp, active); break;
    case Family::object: objects_.execute(warp, active); break;
    case Family::convert_address: memory_instructions_.convert_address(warp, active); break;
    case Family::query_space: memory_instructions_.query_space(warp, active); break;
    case Family::active_mask:
      for (unsigned l = 0; l < kLanes; ++l)
        if (active[l])
          operands_.write(warp, l, instruction(warp).operands[0], active.to_ulong(),
                          ptx::Type::b32);
      break;
    case Family::hint:
      if (instruction(warp).opcode == "nanosleep") sleep(warp, active);
      break;
    case Family::async_copy_wait: break;
  }
  splits_.go_on(warp);
}

void Machine::sleep(const Warp& warp, const LaneSet& active) {
  if (active.none()) return;
  const Split& s = *warp.running;
  uint32_t longest = 0;
  for (unsigned l = 0; l < kLanes; ++l)
    if (active[l])
      longest = std::max(longest, static_cast<uint32_t>(operands_.read(
                                      warp, l, instruction(warp).operands[0], ptx::Type::u32)));
  const bool waits = s.call->function->waits.sleep_at(s.pc);
  tally_.count(warp, Counter::weighted_instructions, weight_of_sleep(longest, waits) - 1);
}

void Machine::tell(const Warp& warp) const {
  const Split& s = *warp.running;
  context_.observer->instruction(
      {context_.number, warp.block->linear, warp.first_thread / kLanes, s.call->function->number,
       s.pc, static_cast<uint32_t>(s.lanes.to_ulong()), warp.block->shared, s.call.get()});
}

void Machine::report_deadlock(Block& block) {
  for (Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting) {
      Event event;
      event.kind = FindingKind::deadlock;
      event.line = w.split.call->function->lines[w.split.pc];
      event.block = block.linear;
      if (w.barrier == kObject) event.told.what = objects_.missing_arrivals(warp, w.split);
      for (unsigned l = 0; l < kLanes; ++l) {
        if (!w.split.lanes[l]) continue;
        event.thread = warp.first_thread + l;
        complaints_.add(event);
      }
    }
  complaints_.stop();
}

void Machine::call(Warp& warp, const LaneSet& active) {
  if (!splits_.hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  const ptx::Operand& callee = instruction(warp).operands[1];
  if (callee.kind == ptx::Operand::Kind::symbol) {
    const ptx::Function& f = context_.image.module->functions[callee.symbol.index];
    if (!f.has_body) return functions_.call(warp, s.lanes, f.name);
    return calls_.enter(warp, callee.symbol.index);
  }
  const auto pointer = [&](unsigned l) {
    return static_cast<uint64_t>(operands_.read(warp, l, callee, ptx::Type::u64));
  };
  const uint64_t target = pointer(first_lane(s.lanes));
  const auto number = windows::function_at(target, context_.image.functions.size());
  LaneSet same;
  for (unsigned l = 0; l < kLanes; ++l) same[l] = s.lanes[l] && pointer(l) == target;
  if (!number || !context_.image.functions[*number].function->has_body ||
      context_.image.functions[*number].function->is_kernel)
    return complaints_.stop(warp, FindingKind::trap, same, s.pc,
                            "calls through a pointer that is not the address of a function");
  if (same != s.lanes) {
    splits_.part(warp, s.pc + 1, s.lanes);
    Split others = s;
    others.lanes &= ~same;
    warp.ready.push_back(others);
    s.lanes = same;
  }
  calls_.enter(warp, static_cast<uint32_t>(*number));
}

}  // namespace warplab::sim::plain

namespace warplab::sim {

uint64_t PlainStep::register_bits(uint32_t reg, unsigned lane, unsigned word) const {
  const auto& registers = static_cast<const plain::Call*>(call)->lanes[lane].registers;
  if (reg >= registers.size()) return 0;  // a lane that does not exist has none
  return static_cast<uint64_t>(registers[reg] >> (64 * word));
}

}  // namespace warplab::sim
