#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/opcode.hpp"
#include "sim/report/findings.hpp"
#include "sim/steps/cells.hpp"
#include "sim/steps/checkpoint.hpp"
#include "sim/steps/describe.hpp"

namespace warplab::sim {
namespace {

using data::StepSearch;
using data::StepState;
using Goal = StepSearch::Goal;

// What was executed at each position, and by whom.
struct Step {
  uint32_t instruction = 0, lanes = 0;
  uint16_t warp = 0;
};
// Instructions between two copies of the machine. A copy of a block of 1024 threads takes as long
// as some thousand instructions, so a large one is made less often.
constexpr uint32_t kLeastSpacing = 1024, kMostSpacing = 65'536;
constexpr uint64_t kCopiedBytesPerInstruction = 64;

class BlockWalk final : public Walk {
 public:
  BlockWalk(const ptx::Module& module, std::span<Buffer> buffers, std::vector<Launch> launches,
            const Options& options, const StepOptions& steps)
      : steps_(steps),
        machine_(module, buffers, std::move(launches), options),
        witness_(steps.block),
        turns_(options.schedule.seed) {}

  // To the block, and once to its end.
  Result<BroughtTo, Refusal> begin() {
    const auto ready = bring_to_block(machine_, steps_, witness_);
    if (!ready || *ready != BroughtTo::block) return ready;
    if (machine_.log) witness_.log = &*machine_.log;
    registers_ = register_table(machine_.program());
    about_ = describe_walk(machine_, registers_);
    run_once();
    if (machine_.options.cancel && machine_.options.cancel->load())
      return Refusal{say(Says::walk_cancelled)};
    if (turns_.departs) return Refusal{say(Says::block_departs)};
    return BroughtTo::block;
  }

  // Instead of the others' turns: the block alone, in memory as it was at first.
  void restore_memory() { restore(machine_.run); }
  void is_alone() { about_.alone = true; }

  const data::StepWalk& about() const override { return about_; }

  StepState state(uint32_t position, uint32_t warp, uint32_t lane) override {
    StepState state;
    state.position = std::min(position, about_.positions);
    state.warp = warp < machine_.block->warps.size() ? warp : 0;
    state.lane = lane < kLanes ? lane : 0;
    state.cells = stretches(state);
    std::vector<uint32_t> changed;
    const Frame* const changed_in = note_changes(state, changed);
    if (state.position > 0) {
      seek(state.position - 1);
      advance();
      state.executed = trace_[state.position - 1].instruction;
      state.accesses = witness_.accesses;
    } else {
      seek(0);
    }
    state.splits = splits_of(machine_, turns_);
    const LanePlace place = place_of_lane(machine_, state.warp, state.lane);
    state.stack = stack_at(place);
    if (place.frame) describe_registers(*place.frame, state);
    if (place.frame && place.frame == changed_in) state.changed = std::move(changed);
    const auto* const shared = reinterpret_cast<const uint8_t*>(machine_.block->shared.data());
    state.shared.assign(shared, shared + machine_.block->shared.size());
    state.words = witness_.words;
    for (data::StepCells& cells : state.cells)
      read_stretch(*machine_.launch.memory.addresses, witness_.touched,
                   about_.buffers[cells.buffer], cells);
    state.printed = machine_.runner.output;
    return state;
  }

  std::optional<uint32_t> find(const StepSearch& search) override {
    switch (search.goal) {
      case Goal::instruction: return first_where(search, [](uint32_t) { return true; });
      case Goal::line: return find_line(search);
      case Goal::barrier:
        return first_where(search, [&](uint32_t p) { return is_barrier(trace_[p].instruction); });
      case Goal::access: return find_access(search);
      case Goal::breakpoint: return find_breakpoint(search);
    }
    return std::nullopt;
  }

 private:
  // --- going

  bool stands() { return to_next_instruction(machine_, turns_); }

  // Executes the instruction at `now_`, and goes to the next.
  void advance() {
    witness_.accesses.clear();
    execute_instruction(machine_, turns_);
    stands();
    ++now_;
  }

  void seek(uint32_t position) {
    const auto after = std::upper_bound(
        checkpoints_.begin(), checkpoints_.end(), position,
        [](uint32_t p, const std::unique_ptr<Checkpoint>& c) { return p < c->position; });
    const Checkpoint& before = **std::prev(after);
    if (now_ > position || now_ < before.position) {
      restore(before, machine_, turns_, witness_);
      now_ = before.position;
    }
    while (now_ < position) advance();
  }

  // The first run: what happens at each position, and copies of the machine now and then.
  void run_once() {
    witness_.reaches = &reaches_;
    stands();
    keep_checkpoint();
    spacing_ = steps_.spacing != 0 ? steps_.spacing
                                   : static_cast<uint32_t>(std::clamp<uint64_t>(
                                         checkpoints_[0]->bytes / kCopiedBytesPerInstruction,
                                         kLeastSpacing, kMostSpacing));
    while (!turns_.over && now_ < steps_.most_positions) {
      const Warp& w = *machine_.block->warps[turns_.warp];
      trace_.push_back({w.pc->site, w.mask, static_cast<uint16_t>(w.index)});
      witness_.position = now_;
      advance();
      if (machine_.runner.findings.size() != known_) note_findings();
      if (turns_.only_spun && !about_.waits_from) about_.waits_from = now_;
      else if (!turns_.only_spun && turns_.progress) about_.waits_from.reset();
      if (now_ % spacing_ == 0) keep_checkpoint();
    }
    witness_.reaches = nullptr;
    about_.positions = now_;
    about_.cut = !turns_.over;
  }

  void keep_checkpoint() {
    checkpoints_.push_back(
        std::make_unique<Checkpoint>(make_checkpoint(machine_, turns_, witness_, now_)));
    checkpoint_bytes_ += checkpoints_.back()->bytes;
    if (checkpoint_bytes_ <= steps_.most_checkpoint_bytes || checkpoints_.size() < 3) return;
    spacing_ *= 2;
    std::erase_if(checkpoints_, [&](const auto& c) { return c->position % spacing_ != 0; });
    checkpoint_bytes_ = 0;
    for (const auto& c : checkpoints_) checkpoint_bytes_ += c->bytes;
  }

  void note_findings() {
    for (const auto& [key, raw] : machine_.runner.findings) {
      if (std::ranges::find(told_, key) != told_.end()) continue;
      told_.push_back(key);
      about_.findings.push_back({now_, finding_of(raw, machine_.launch).line});
    }
    known_ = machine_.runner.findings.size();
  }

  // --- looking

  // Goes to the last instruction of the warp before the position, executes it and notes which
  // registers it changed in which lanes. Returns in which call.
  const Frame* note_changes(const StepState& state, std::vector<uint32_t>& changed) {
    uint32_t last = state.position;
    while (last > 0 && trace_[last - 1].warp != state.warp) --last;
    if (last == 0) return nullptr;
    seek(last - 1);
    const Frame* const frame = machine_.block->warps[state.warp]->frame;
    if (frame == nullptr) return nullptr;
    const auto& places = registers_[frame->function->ptx_function];
    StepState before, after;
    describe_registers(*frame, before);
    advance();
    // The call may have ended, and its frame may be another's by now.
    if (frame->live == 0) return nullptr;
    describe_registers(*frame, after);
    if (before.values.size() != after.values.size()) return nullptr;
    size_t at = 0;
    const data::StepFunction& function = about_.functions[frame->function->ptx_function];
    for (size_t r = 0; r < places.size(); ++r) {
      const uint32_t bytes = function.registers[r].bytes;
      uint32_t lanes = 0;
      for (unsigned l = 0; l < kLanes; ++l, at += bytes)
        if (!std::equal(&before.values[at], &before.values[at] + bytes, &after.values[at]))
          lanes |= 1u << l;
      changed.push_back(lanes);
    }
    return frame;
  }

  void describe_registers(const Frame& frame, StepState& state) const {
    const uint32_t number = frame.function->ptx_function;
    const data::StepFunction& function = about_.functions[number];
    for (size_t r = 0; r < function.registers.size(); ++r)
      append_lanes(frame, registers_[number][r], function.registers[r].bytes, state.values);
    state.changed.assign(function.registers.size(), 0);
  }

  // Of each buffer what is shown of it: around the last access of the lane before the position, or
  // the first one behind it.
  std::vector<data::StepCells> stretches(const StepState& state) {
    std::vector<data::StepCells> all;
    const auto behind =
        std::ranges::lower_bound(reaches_, state.position, {}, &Reach::position) - reaches_.begin();
    for (uint32_t b = 0; b < about_.buffers.size(); ++b) {
      const data::LoggedBuffer& buffer = about_.buffers[b];
      if (buffer.bytes == 0) continue;
      const auto is_of_buffer = [&](const Reach& r) {
        return r.space != data::TraceSpace::shared && r.begin >= buffer.begin &&
               r.end <= buffer.begin + buffer.bytes && trace_[r.position].warp == state.warp;
      };
      auto found = reaches_.begin() + behind;
      while (found != reaches_.begin() && !is_of_buffer(*std::prev(found))) --found;
      if (found != reaches_.begin()) --found;
      else found = std::find_if(reaches_.begin() + behind, reaches_.end(), is_of_buffer);
      if (found == reaches_.end() && buffer.bytes > data::kMostCellBytes) continue;
      const uint64_t address =
          found == reaches_.end() ? buffer.begin : address_in(*found, state.lane);
      all.push_back(stretch_around(about_, b, address));
    }
    return all;
  }

  // Where the lane accesses; of lanes that are near one another where the first one does.
  uint64_t address_in(const Reach& reach, uint32_t lane) {
    if (reach.end - reach.begin <= data::kStretchBytes) return reach.begin;
    seek(reach.position);
    advance();
    for (const data::LoggedAccess& a : witness_.accesses)
      if ((a.mask >> lane & 1) && a.addresses[lane] >= reach.begin && a.addresses[lane] < reach.end)
        return a.addresses[lane];
    return reach.begin;
  }

  // --- searching

  bool is_barrier(uint32_t instruction) const {
    const Site& site = machine_.program().sites[instruction];
    const ptx::Instruction& i =
        machine_.program().module->functions[site.function].body[site.index];
    return ptx::is(i, ptx::Family::barrier) && !i.has("warp");
  }
  int line_at(uint32_t position) const {
    return machine_.program().sites[trace_[position].instruction].line;
  }

  // The next position whose instruction is of the wanted warp and `holds`. At the end of the block
  // there is none.
  template <class Holds>
  std::optional<uint32_t> first_where(const StepSearch& search, const Holds& holds) const {
    const uint32_t from = std::min(search.from, about_.positions);
    const auto fits = [&](uint32_t p) {
      return (search.warp < 0 || trace_[p].warp == search.warp) && holds(p);
    };
    if (search.backwards) {
      for (uint32_t p = from; p-- > 0;)
        if (fits(p)) return p;
    } else {
      for (uint32_t p = from + 1; p < about_.positions; ++p)
        if (fits(p)) return p;
    }
    return std::nullopt;
  }

  // The last instruction before `position` of the warp that executes the one there.
  std::optional<uint32_t> previous_of_warp(uint32_t position) const {
    return first_where({.from = position, .backwards = true, .warp = trace_[position].warp},
                       [](uint32_t) { return true; });
  }

  // Forwards to the first instruction of another line; backwards to where the line before was
  // entered.
  std::optional<uint32_t> find_line(const StepSearch& search) const {
    const uint32_t from = std::min(search.from, about_.positions);
    const int here =
        from < about_.positions && (search.warp < 0 || trace_[from].warp == search.warp)
            ? line_at(from)
            : 0;
    std::optional<uint32_t> found =
        first_where(search, [&](uint32_t p) { return line_at(p) != 0 && line_at(p) != here; });
    if (!found || !search.backwards) return found;
    for (;;) {
      const std::optional<uint32_t> before = previous_of_warp(*found);
      if (!before || line_at(*before) != line_at(*found)) return found;
      found = before;
    }
  }

  // A breakpoint is met where a warp comes to its line from another, or again through a jump.
  std::optional<uint32_t> find_breakpoint(const StepSearch& search) const {
    return first_where(search, [&](uint32_t p) {
      const Step& step = trace_[p];
      const auto is_met = [&](const data::Breakpoint& b) {
        if (b.line != line_at(p)) return false;
        return b.thread < 0 || (static_cast<uint32_t>(b.thread) / kLanes == step.warp &&
                                (step.lanes >> (static_cast<uint32_t>(b.thread) % kLanes) & 1));
      };
      if (std::ranges::none_of(search.breakpoints, is_met)) return false;
      const std::optional<uint32_t> before = previous_of_warp(p);
      return !before || line_at(*before) != line_at(p) ||
             trace_[*before].instruction >= step.instruction;
    });
  }

  bool is_hit(const data::LoggedAccess& a, const StepSearch& search) const {
    if (a.space != search.space || (search.only_writes && a.kind == data::TraceKind::load))
      return false;
    if (search.line != 0 && a.line != search.line) return false;
    for (uint32_t m = a.mask; m != 0; m &= m - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(m));
      if (search.thread >= 0 && a.warp * kLanes + lane != static_cast<uint32_t>(search.thread))
        continue;
      const uint64_t address = a.addresses[lane];
      if (address < search.begin + search.bytes && address + a.bytes > search.begin) return true;
    }
    return false;
  }

  // Whether the instruction at a position makes the access.
  bool accesses_at(uint32_t position, const StepSearch& search) {
    seek(position);
    advance();
    return std::ranges::any_of(witness_.accesses,
                               [&](const data::LoggedAccess& a) { return is_hit(a, search); });
  }

  // What an instruction reached between its lowest and highest address says where it is worth
  // executing it again. Backwards that is done from one copy of the machine to the next.
  std::optional<uint32_t> find_access(const StepSearch& search) {
    const auto may_hit = [&](const Reach& r) {
      return r.space == search.space && (r.writes || !search.only_writes) &&
             r.begin < search.begin + search.bytes && r.end > search.begin &&
             (search.warp < 0 || trace_[r.position].warp == search.warp) &&
             (search.line == 0 || line_at(r.position) == search.line);
    };
    const uint32_t from = std::min(search.from, about_.positions);
    if (!search.backwards) {
      auto next = std::ranges::upper_bound(reaches_, from, {}, &Reach::position);
      for (; next != reaches_.end(); ++next)
        if (may_hit(*next) && accesses_at(next->position, search)) return next->position;
      return std::nullopt;
    }
    const auto end = std::ranges::lower_bound(reaches_, from, {}, &Reach::position);
    size_t last = static_cast<size_t>(end - reaches_.begin());
    while (last > 0) {
      const uint32_t start = checkpoint_before(reaches_[last - 1].position);
      size_t first = last;
      while (first > 0 && reaches_[first - 1].position >= start) --first;
      std::optional<uint32_t> found;
      for (size_t k = first; k < last; ++k)
        if (may_hit(reaches_[k]) && reaches_[k].position != found &&
            accesses_at(reaches_[k].position, search))
          found = reaches_[k].position;
      if (found) return found;
      last = first;
    }
    return std::nullopt;
  }

  uint32_t checkpoint_before(uint32_t position) const {
    const auto after = std::upper_bound(
        checkpoints_.begin(), checkpoints_.end(), position,
        [](uint32_t p, const std::unique_ptr<Checkpoint>& c) { return p < c->position; });
    return (*std::prev(after))->position;
  }

  const StepOptions steps_;
  Machine machine_;
  Witness witness_;
  Turns turns_;
  uint32_t now_ = 0;  // the machine's position
  RegisterTable registers_;
  data::StepWalk about_;
  std::vector<Step> trace_;                               // by position
  std::vector<Reach> reaches_;                            // by position
  std::vector<std::unique_ptr<Checkpoint>> checkpoints_;  // by position; the first is the start
  uint32_t spacing_ = kLeastSpacing;
  uint64_t checkpoint_bytes_ = 0;
  size_t known_ = 0;  // findings
  std::vector<std::pair<int, uint64_t>> told_;
};

}  // namespace

Result<std::unique_ptr<Walk>, Refusal> Walk::open(const ptx::Module& module,
                                                  std::span<Buffer> buffers,
                                                  std::vector<Launch> launches,
                                                  const Options& options,
                                                  const StepOptions& steps) {
  Options limited = options;
  if (steps.whole_launch) limited.max_work = std::min(options.max_work, steps.most_work);
  auto walk = std::make_unique<BlockWalk>(module, buffers, launches, limited, steps);
  const auto begun = walk->begin();
  if (!begun) return begun.why();
  if (*begun == BroughtTo::block) return std::unique_ptr<Walk>(std::move(walk));
  walk->restore_memory();
  Options for_one = options;
  if (options.schedule.kind != Schedule::Kind::random) for_one.schedule = {};
  StepOptions alone = steps;
  alone.whole_launch = false;
  walk = std::make_unique<BlockWalk>(module, buffers, std::move(launches), for_one, alone);
  if (const auto again = walk->begin(); !again) return again.why();
  walk->is_alone();
  return std::unique_ptr<Walk>(std::move(walk));
}

}  // namespace warplab::sim
