#include "model/prepared.hpp"

#include <algorithm>

#include "model/compiler_stage.hpp"

namespace warplab::model {
namespace {

using data::TraceAccess;
using data::TraceKind;
using data::TraceSpace;
using data::TraceStep;

constexpr uint32_t kNone = Step::kNone;

// Results that are waited for at the same time need registers: beyond so many instructions the
// compiler does not look for more to do first.
constexpr size_t kMostInWindow = 256;

// Latencies by which the compiler puts instructions in order: of global and local memory such that
// everything else comes first, of shared memory and arithmetic what they are.
constexpr uint32_t kPlannedFarLoad = 500, kPlannedLoad = 30, kPlannedArithmetic = 5;

// What is known of each instruction before any warp runs it.
struct Code {
  std::vector<InstructionWork> work;
  std::vector<bool> is_loop_control, is_whole, combines, is_order, is_read_only, ends_window,
      is_branch;
  std::vector<uint8_t> operations;
  size_t registers = 0;
};

bool begins_with(std::string_view spelling, std::string_view opcode) {
  return spelling.substr(0, spelling.find('.')) == opcode;
}

// An atomic on whole numbers or bits, which hardware does in one go.
bool is_whole(std::string_view spelling) {
  return spelling.find(".f") == spelling.npos && spelling.find(".bf") == spelling.npos;
}

// Where all lanes update one element the compiler adds up first (REDUX and one RED in its code).
bool adds_up(std::string_view spelling) {
  const auto has = [&](std::string_view part) { return spelling.find(part) != spelling.npos; };
  return is_whole(spelling) &&
         (has(".add.") || has(".and.") || has(".or.") || has(".min.") || has(".max."));
}

// Operations on f32 or f64 of one lane.
uint8_t operations_of(std::string_view spelling) {
  if (!spelling.ends_with(".f32") && !spelling.ends_with(".f64")) return 0;
  const std::string_view opcode = spelling.substr(0, spelling.find('.'));
  for (const std::string_view two : {"fma", "mad"})
    if (opcode == two) return 2;
  for (const std::string_view one : {"add", "sub", "mul", "div", "rcp", "sqrt", "rsqrt", "sin",
                                     "cos", "ex2", "lg2", "tanh", "min", "max"})
    if (opcode == one) return 1;
  return 0;
}

Code code_of(const data::LaunchTrace& trace) {
  Code code;
  code.work = compiled_work(trace.instructions);
  code.is_loop_control = loop_control(trace.instructions);
  for (size_t k = 0; k < trace.instructions.size(); ++k) {
    const data::TraceInstruction& i = trace.instructions[k];
    const bool order = begins_with(i.spelling, "membar") || begins_with(i.spelling, "fence");
    const bool atomic = begins_with(i.spelling, "atom") || begins_with(i.spelling, "red");
    const bool call = begins_with(i.spelling, "call") || begins_with(i.spelling, "ret");
    code.is_whole.push_back(atomic && is_whole(i.spelling));
    code.combines.push_back(atomic && adds_up(i.spelling) && i.uniform_address);
    code.is_order.push_back(order);
    code.operations.push_back(operations_of(i.spelling));
    code.is_read_only.push_back(i.spelling.starts_with("ld.global.nc") ||
                                i.spelling.starts_with("ld.const"));
    code.is_branch.push_back(begins_with(i.spelling, "bra"));
    code.ends_window.push_back(order || atomic || call || code.work[k].pipe == Pipe::barrier ||
                               i.spelling.find("volatile") != std::string::npos);
    for (const uint16_t r : i.reads) code.registers = std::max<size_t>(code.registers, r + 1u);
    for (const uint16_t r : i.writes) code.registers = std::max<size_t>(code.registers, r + 1u);
  }
  return code;
}

// Who makes the value of a register: up to three steps, by their number in the order of execution.
struct Makers {
  std::array<uint32_t, 3> of = {kNone, kNone, kNone};

  void add(uint32_t maker) {
    if (maker == kNone) return;
    for (uint32_t& m : of) {
      if (m == maker) return;
      if (m == kNone) {
        m = maker;
        return;
      }
    }
    // More than three: the latest are most likely to be waited for.
    uint32_t& oldest = *std::ranges::min_element(of);
    oldest = std::max(oldest, maker);
  }
  void add(const Makers& others) {
    for (const uint32_t m : others.of) add(m);
  }
};

// Puts the steps of one warp in order, window by window.
class WarpPreparation {
 public:
  WarpPreparation(const data::LaunchTrace& trace, const data::BlockTrace& block, const Code& code,
                  unsigned unrolling)
      : trace_(trace), block_(block), code_(code), unrolling_(unrolling), makers_(code.registers) {}

  PreparedWarp run(const data::WarpTrace& warp) {
    position_.reserve(warp.steps.size());
    result_.steps.reserve(warp.steps.size());
    for (size_t k = 0; k < warp.steps.size(); ++k) {
      const uint32_t next = warp.steps[k].instruction;
      if (next >= trace_.instructions.size()) continue;
      if (before_ != kNone && leaves_window(before_, next)) flush();
      take(warp.steps[k], k + 1 < warp.steps.size() ? warp.steps[k + 1].instruction : kNone);
      before_ = next;
      if (code_.ends_window[next] || window_.size() >= kMostInWindow) flush();
    }
    flush();
    return std::move(result_);
  }

 private:
  struct Waiting {
    Step step;
    uint32_t number = 0;    // in the order of execution
    uint32_t earliest = 0;  // when it could run if nothing but values were waited for
  };

  uint32_t block_of(uint32_t instruction) const {
    return trace_.instructions[instruction].basic_block;
  }
  bool goes_round(uint32_t from, uint32_t to) const {
    return block_of(from) == block_of(to) && to <= from;
  }
  // Forward into another block the compiler looks on: short branches become guards (@P).
  bool leaves_window(uint32_t from, uint32_t to) {
    if (block_of(from) != block_of(to)) return to <= from || rounds_ > 0;
    if (!goes_round(from, to)) return false;
    // A loop begins a window of its own.
    if (window_first_block_ != block_of(to)) return true;
    return ++rounds_ >= unrolling_;
  }

  void take(const TraceStep& recorded, uint32_t next) {
    const data::TraceInstruction& instruction = trace_.instructions[recorded.instruction];
    const InstructionWork work = code_.work[recorded.instruction];
    Makers needed;
    for (const uint16_t r : instruction.reads) needed.add(makers_[r]);
    const bool only_counts = code_.is_loop_control[recorded.instruction] &&
                             !code_.is_branch[recorded.instruction] && rounds_ + 1 < unrolling_;
    if (work.pipe == Pipe::none || only_counts) {  // its result is what it was made of
      for (const uint16_t r : instruction.writes) makers_[r] = needed;
      return;
    }
    // Where rounds of a loop are put together only the last one counts them and jumps.
    if (code_.is_branch[recorded.instruction] && next != kNone &&
        next < trace_.instructions.size() && goes_round(recorded.instruction, next) &&
        rounds_ + 1 < unrolling_)
      return;
    if (is_part_of_load_before(recorded, needed)) {
      Makers leader;
      leader.add(window_[leader_].number);
      window_[leader_].step.merged += 1;
      for (const uint16_t r : instruction.writes) makers_[r] = leader;
      return;
    }
    if (window_.empty()) window_first_block_ = block_of(recorded.instruction);
    Waiting w;
    w.number = static_cast<uint32_t>(position_.size());
    w.step.work = work;
    w.step.is_whole = code_.is_whole[recorded.instruction];
    w.step.combines = code_.combines[recorded.instruction];
    w.step.is_memory_order = code_.is_order[recorded.instruction];
    w.step.detail = detail_of(recorded, work);
    w.step.from = needed.of;
    w.earliest = earliest(needed, w.step, code_.is_read_only[recorded.instruction]);
    if (code_.ends_window[recorded.instruction] ||
        (work.pipe == Pipe::branch && (next == kNone || next <= recorded.instruction)))
      w.earliest = std::max(w.earliest, latest_);
    latest_ = std::max(latest_, w.earliest);
    position_.push_back(kNone);
    planned_.push_back(w.earliest + planned_latency(w.step));
    Makers self;
    self.add(w.number);
    for (const uint16_t r : instruction.writes) makers_[r] = self;
    window_.push_back(w);
    if (begins_loads_together(recorded)) {
      leader_ = window_.size() - 1;
      leader_instruction_ = recorded.instruction;
      leader_needs_ = needed;
    }
  }

  // Loads of 4 bytes from shared memory which all lanes read at one address, and which stand side
  // by side there, become one of up to 16 bytes. (Others would need as many passes together as
  // alone.)
  bool is_broadcast(const TraceStep& recorded) const {
    if (recorded.detail >= block_.accesses.size()) return false;
    const TraceAccess& access = block_.accesses[recorded.detail];
    return access.space == TraceSpace::shared && access.kind == TraceKind::load &&
           access.bytes == 4 && access.same_address == access.lanes;
  }
  bool begins_loads_together(const TraceStep& recorded) const {
    return is_broadcast(recorded) && trace_.instructions[recorded.instruction].offset % 16 == 0;
  }
  bool is_part_of_load_before(const TraceStep& recorded, const Makers& needed) const {
    if (leader_ == kNoLeader || !is_broadcast(recorded)) return false;
    const int64_t distance = int64_t{trace_.instructions[recorded.instruction].offset} -
                             trace_.instructions[leader_instruction_].offset;
    const auto expected = 4 * (int64_t{window_[leader_].step.merged} + 1);
    return distance == expected && distance < 16 && needed.of == leader_needs_.of;
  }

  uint32_t planned_latency(const Step& step) const {
    if (step.work.pipe != Pipe::memory) return kPlannedArithmetic * step.work.chain;
    const bool is_far =
        step.detail != kNone && (block_.accesses[step.detail].space == TraceSpace::global ||
                                 block_.accesses[step.detail].space == TraceSpace::local);
    return is_far ? kPlannedFarLoad : kPlannedLoad;
  }

  uint32_t detail_of(const TraceStep& recorded, const InstructionWork& work) const {
    if (work.pipe == Pipe::memory && recorded.detail < block_.accesses.size())
      return recorded.detail;
    if (work.pipe == Pipe::barrier && recorded.detail < block_.barriers.size())
      return recorded.detail;
    return kNone;
  }

  uint32_t earliest(const Makers& needed, const Step& step, bool is_read_only) {
    uint32_t time = 0;
    for (const uint32_t maker : needed.of)
      if (maker != kNone && maker >= window_begin_) time = std::max(time, planned_[maker]);
    if (step.work.pipe != Pipe::memory || step.detail == kNone) return time;
    const TraceAccess& access = block_.accesses[step.detail];
    const auto space = static_cast<size_t>(access.space) % 4;
    if (access.kind == TraceKind::load) {
      if (!is_read_only) time = std::max(time, after_stores_[space]);
    } else {
      time = std::max(time, after_accesses_[space]);
      after_stores_[space] = time;
    }
    after_accesses_[space] = std::max(after_accesses_[space], time);
    return time;
  }

  void flush() {
    std::ranges::stable_sort(window_, {}, &Waiting::earliest);
    for (const Waiting& w : window_) {
      position_[w.number] = static_cast<uint32_t>(result_.steps.size());
      result_.steps.push_back(w.step);
      for (uint32_t& maker : result_.steps.back().from)
        if (maker != kNone) maker = position_[maker];
    }
    window_.clear();
    leader_ = kNoLeader;
    window_begin_ = static_cast<uint32_t>(position_.size());
    after_stores_.fill(0);
    after_accesses_.fill(0);
    latest_ = 0;
    rounds_ = 0;
  }

  const data::LaunchTrace& trace_;
  const data::BlockTrace& block_;
  const Code& code_;
  const unsigned unrolling_;
  std::vector<Makers> makers_;      // by register
  std::vector<uint32_t> position_;  // in the result, by number in the order of execution
  std::vector<uint32_t> planned_;   // likewise, when the result is there, in the step's window
  std::vector<Waiting> window_;
  uint32_t window_begin_ = 0;                                        // number of its first step
  std::array<uint32_t, 4> after_stores_ = {}, after_accesses_ = {};  // by space, in the window
  uint32_t latest_ = 0;                                              // of the window's steps
  uint32_t window_first_block_ = kNone;                              // in which it began
  unsigned rounds_ = 0;                                              // of a loop, in the window
  static constexpr size_t kNoLeader = ~size_t{0};
  size_t leader_ = kNoLeader;  // of the window: the shared load that others may become part of
  uint32_t leader_instruction_ = 0;
  Makers leader_needs_;
  uint32_t before_ = kNone;
  PreparedWarp result_;
};

}  // namespace

PreparedLaunch prepare(const data::LaunchTrace& trace, const MachineCode& machine) {
  PreparedLaunch launch = prepare(trace, unrolling_of(trace, machine));
  launch.registers = machine.registers;
  return launch;
}

PreparedLaunch prepare(const data::LaunchTrace& trace, unsigned unrolling) {
  const Code code = code_of(trace);
  PreparedLaunch launch;
  launch.trace = &trace;
  std::vector<std::vector<LineTouch>> touches;
  uint64_t executed = 0, recorded = 0;
  constexpr double kLanes = 32;
  for (const data::BlockTrace& block : trace.blocks) {
    PreparedBlock prepared;
    prepared.trace = &block;
    for (const data::WarpTrace& warp : block.warps) {
      for (const TraceStep& step : warp.steps)
        if (step.instruction < code.operations.size())
          launch.operations += kLanes * code.operations[step.instruction];
      prepared.warps.push_back(
          WarpPreparation(trace, block, code, std::max(unrolling, 1u)).run(warp));
      launch.steps += prepared.warps.back().steps.size();
      executed += std::max<uint64_t>(warp.executed, warp.steps.size());
      recorded += warp.steps.size();
    }
    prepared.touches = touches_of(trace, block);
    prepared.updated = updated_by(block);
    touches.push_back(prepared.touches);
    launch.blocks.push_back(std::move(prepared));
  }
  if (recorded > 0)
    launch.truncation = static_cast<double>(executed) / static_cast<double>(recorded);
  launch.footprint = footprint_of(trace, touches, launch.truncation);
  return launch;
}

}  // namespace warplab::model
