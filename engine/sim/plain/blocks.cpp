// Blocks, the turns of their warps, and barriers.
#include <fmt/format.h>

#include "sim/plain/machine.hpp"
#include "sim/work.hpp"

namespace warplab::sim::plain {

Machine::Machine(const Image& image, DeviceMemory& memory, const Launch& launch,
                 const FunctionImage& kernel, std::vector<std::byte> parameters,
                 const Options& options, FindingBook& findings, Report& report)
    : image_(image),
      memory_(memory),
      launch_(launch),
      kernel_(kernel),
      parameters_(std::move(parameters)),
      options_(options),
      findings_(findings),
      report_(report),
      shared_(map_shared_memory(*image.module, launch.dynamic_shared_bytes)) {
  traffic_.buffers.resize(report.writers.size());  // one for each buffer of the run
  memory_.begin_launch(launch);
  memory_.initialize_shared_addresses(*image.module, shared_);
}

// One block after the other, each until it ends or spins; those that spin come round again. There
// is one host thread and one schedule: Options::threads and schedule are the fast engine's.
bool Machine::run() {
  const uint64_t count = launch_.grid.volume();
  std::deque<std::unique_ptr<Block>> suspended;
  for (uint64_t next = 0; next < count || !suspended.empty();) {
    if (options_.cancel != nullptr && options_.cancel->load()) {
      report_.cancelled = true;
      return false;
    }
    std::unique_ptr<Block> block;
    if (next < count) {
      block = start_block(next++);
    } else {
      block = std::move(suspended.front());
      suspended.pop_front();
    }
    const bool ended = run_block(*block);
    if (stopped_) return false;
    if (!ended) suspended.push_back(std::move(block));
  }
  return true;
}

std::unique_ptr<Block> Machine::start_block(uint64_t linear) {
  auto block = std::make_unique<Block>();
  block->linear = linear;
  block->position = position_of(linear, launch_.grid);
  block->threads = launch_.block.volume();
  block->shared.assign(shared_.layout.window_bytes, std::byte{0});
  block->warps.resize((block->threads + kLanes - 1) / kLanes);
  for (size_t w = 0; w < block->warps.size(); ++w) {
    Warp& warp = block->warps[w];
    warp.block = block.get();
    warp.first_thread = static_cast<uint32_t>(w * kLanes);
    auto call = std::make_shared<Call>();
    call->function = &kernel_;
    call->local_begin = kLocalStart;
    for (unsigned l = 0; l < kLanes; ++l) {
      if (warp.first_thread + l >= block->threads) break;
      warp.existing.set(l);
      call->lanes[l].registers.assign(kernel_.function->registers.size(), 0);
      call->lanes[l].parameters = parameters_;
      call->lanes[l].parameters.resize(kernel_.parameter_bytes);
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
      if (stopped_) return true;
      if (!warp.yielded) progress = true;
    }
    if (!after_round(block)) return true;
    if (!progress) return false;
    if (options_.cancel != nullptr && options_.cancel->load()) return true;
  }
}

// After every warp had its turn: false when the block has ended.
bool Machine::after_round(Block& block) {
  if (block.exited == block.threads) return false;
  bool completed = false;
  for (unsigned n = 0; n < block.barriers.size(); ++n)
    if (can_complete(block, block.barriers[n])) {
      complete_barrier(block, n);
      completed = true;
    }
  if (completed) return true;
  for (const Warp& warp : block.warps)
    if (warp.can_run()) return true;
  bool released = false;
  for (Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting)
      if (release_waiting(warp, w.split.merge)) released = true;
  if (released) return true;
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
        findings_.add(event);
      }
      return true;
    }
  report_deadlock(block);
  return false;
}

void Machine::run_warp(Warp& warp) {
  warp.yielded = false;
  if (!warp.running) next_split(warp);
  while (warp.running && !warp.yielded && !stopped_) step(warp);
}

void Machine::next_split(Warp& warp) {
  warp.running.reset();
  if (warp.ready.empty()) return;
  warp.running = std::move(warp.ready.front());
  warp.ready.pop_front();
}

void Machine::step(Warp& warp) {
  if (!arrive_where_due(warp)) return;
  Split& s = *warp.running;
  const FunctionImage& f = *s.call->function;
  if (!s.counted) {
    const ptx::BasicBlock& block = f.flow.blocks[f.flow.block_of[s.pc]];
    if (block.first == s.pc) {
      warp.steps += block.last - block.first;
      for (uint32_t k = block.first; k < block.last; ++k)
        add_work(warp, work_of(f.function->body[k]));
      if (report_.work > options_.max_work)
        return stop(warp, FindingKind::step_limit, s.lanes, s.pc,
                    fmt::format("is still running after all warps together have done {} units of "
                                "work, so the kernel would probably never end",
                                options_.max_work));
      if (warp.work > options_.max_work_per_warp)
        return stop(
            warp, FindingKind::step_limit, s.lanes, s.pc,
            fmt::format("is still running after {} units of work, so the kernel would probably "
                        "never end",
                        options_.max_work_per_warp));
    }
    count(warp, Counter::warp_instructions, 1);
    count(warp, Counter::thread_instructions, s.lanes.count());
    const std::string& opcode = instruction(warp).opcode;
    for (const char* exchange : {"shfl", "vote", "match", "redux"})
      if (opcode == exchange) count(warp, Counter::warp_exchanges, 1);
    s.counted = true;
  }
  const LaneSet active = guarded(warp);
  switch (f.families[s.pc]) {
    case Family::branch: return branch(warp, active);
    case Family::indexed_branch: return indexed_branch(warp, active);
    case Family::call: return call(warp, active);
    case Family::ret: return ret(warp, active);
    case Family::exit:
      if (active.none()) return go_on(warp);
      if (active != s.lanes) go_on(warp);
      return exit_lanes(warp, active);
    case Family::trap:
      if (active.none()) return go_on(warp);
      return stop(warp, FindingKind::trap, active, s.pc, "stops the kernel with a trap");
    case Family::block_barrier: return block_barrier(warp, active);
    case Family::warp_barrier: return with_members(warp, active, 0, nullptr);
    case Family::shuffle: return with_members(warp, active, 4, &Machine::shuffle);
    case Family::vote: return with_members(warp, active, 2, &Machine::vote);
    case Family::match: return with_members(warp, active, 2, &Machine::match);
    case Family::reduce: return with_members(warp, active, 2, &Machine::reduce);
    case Family::elect: return with_members(warp, active, 1, &Machine::elect);
    case Family::compute: compute(warp, active); break;
    case Family::load: load(warp, active); break;
    case Family::store: store(warp, active); break;
    case Family::atomic: atomic(warp, active); break;
    case Family::async_copy: async_copy(warp, active); break;
    case Family::convert_address: convert_address(warp, active); break;
    case Family::query_space: query_space(warp, active); break;
    case Family::active_mask:
      for (unsigned l = 0; l < kLanes; ++l)
        if (active[l])
          write(warp, l, instruction(warp).operands[0], active.to_ulong(), ptx::Type::b32);
      break;
    case Family::async_copy_wait:
    case Family::hint: break;
  }
  go_on(warp);
}

// bar.sync a{, b}; bar.arrive a, b; bar.red.popc d, a{, b}, {!}c.
void Machine::block_barrier(Warp& warp, const LaneSet& active) {
  if (!hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  Block& block = *warp.block;
  const ptx::Instruction& i = instruction(warp);
  unsigned lane = 0;
  while (!s.lanes[lane]) ++lane;
  const bool reduces = i.has("red");
  const size_t first = reduces ? 1 : 0;
  const size_t last = i.operands.size() - (reduces ? 1 : 0);
  const auto number = static_cast<uint64_t>(read(warp, lane, i.operands[first], ptx::Type::u32));
  if (number >= block.barriers.size())
    return stop(warp, FindingKind::trap, s.lanes, s.pc,
                fmt::format("uses barrier {}; there are 16, numbered from 0", number));
  Barrier& barrier = block.barriers[number];
  if (last - first > 1) {
    const auto named =
        static_cast<uint64_t>(read(warp, lane, i.operands[first + 1], ptx::Type::u32));
    const uint64_t lanes_of_block = block.warps.size() * kLanes;
    if (named == 0 || named > lanes_of_block || named % kLanes != 0)
      return stop(
          warp, FindingKind::undefined_behavior, s.lanes, s.pc,
          fmt::format("waits at a barrier for {} threads; the number must be a multiple of "
                      "32, more than 0 and at most the {} of the block{}",
                      named, block.threads, lanes_of_block == block.threads ? "" : ", rounded up"));
    if (barrier.arrived > 0 && barrier.expected && *barrier.expected != named)
      return stop(warp, FindingKind::undefined_behavior, s.lanes, s.pc,
                  fmt::format("waits at barrier {} for {} threads while others wait there for {}: "
                              "all must name the same number",
                              number, named, *barrier.expected));
    barrier.expected = named;
  }
  count(warp, Counter::barriers, 1);
  const uint64_t existing = warp.existing.count();
  if (existing < kLanes && s.lanes[existing - 1]) barrier.absent = kLanes - existing;
  barrier.arrived += s.lanes.count();
  warp.stored &= ~s.lanes;
  if (reduces)
    for (unsigned l = 0; l < kLanes; ++l)
      if (s.lanes[l] && read(warp, l, i.operands.back(), ptx::Type::pred) != 0)
        ++barrier.predicate_true;
  const bool waits = !i.has("arrive");
  if (waits) {
    warp.waiting.push_back({s, static_cast<int>(number), {}});
    warp.running.reset();
  } else {
    go_on(warp);
  }
  if (can_complete(block, barrier)) complete_barrier(block, static_cast<unsigned>(number));
  if (waits) next_split(warp);
}

bool Machine::can_complete(const Block& block, const Barrier& barrier) const {
  if (barrier.arrived == 0) return false;
  if (barrier.expected) return barrier.arrived + barrier.absent >= *barrier.expected;
  return barrier.arrived + block.exited >= block.threads;
}

void Machine::complete_barrier(Block& block, unsigned number) {
  const Barrier barrier = block.barriers[number];
  if (!barrier.expected) report_barriers(block, number);
  block.barriers[number] = {};
  for (Warp& warp : block.warps) {
    std::vector<Waiting> still_waiting;
    for (Waiting& w : warp.waiting) {
      if (w.barrier != static_cast<int>(number)) {
        still_waiting.push_back(w);
        continue;
      }
      const auto before = warp.running;
      warp.running = w.split;
      const ptx::Instruction& i = instruction(warp);
      if (i.has("red")) {
        Bits result = barrier.predicate_true;
        if (i.has("and")) result = barrier.predicate_true == barrier.arrived;
        if (i.has("or")) result = barrier.predicate_true != 0;
        const ptx::Type type = i.has("popc") ? ptx::Type::u32 : ptx::Type::pred;
        for (unsigned l = 0; l < kLanes; ++l)
          if (w.split.lanes[l]) write(warp, l, i.operands[0], result, type);
      }
      go_on(warp);
      warp.ready.push_back(*warp.running);
      warp.running = before;
      warp.spins = 0;
      warp.yielded = false;
    }
    warp.waiting = std::move(still_waiting);
  }
}

void Machine::report_deadlock(Block& block) {
  for (const Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting) {
      Event event;
      event.kind = FindingKind::deadlock;
      event.line = w.split.call->function->lines[w.split.pc];
      event.block = block.linear;
      for (unsigned l = 0; l < kLanes; ++l) {
        if (!w.split.lanes[l]) continue;
        event.thread = warp.first_thread + l;
        findings_.add(event);
      }
    }
  stopped_ = true;
}

// The launch cannot go on: `lanes` met something fatal at `pc`.
void Machine::stop(const Warp& warp, FindingKind kind, const LaneSet& lanes, uint32_t pc,
                   const std::string& text) {
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    Event event;
    event.kind = kind;
    event.line = warp.running->call->function->lines[pc];
    event.block = warp.block->linear;
    event.thread = warp.first_thread + l;
    event.text = text;
    findings_.add(event);
  }
  stopped_ = true;
}

void Machine::add_work(Warp& warp, uint64_t units) {
  warp.work += units;
  report_.work += units;
}

Counters& Machine::line_counters(const Warp& warp) {
  const Split& s = *warp.running;
  return lines_[s.call->function->lines[s.pc]];
}

void Machine::count(const Warp& warp, Counter counter, uint64_t amount) {
  total_[counter] += amount;
  line_counters(warp)[counter] += amount;
}

}  // namespace warplab::sim::plain
