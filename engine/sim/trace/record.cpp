#include "sim/record.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "ptx/control_flow.hpp"
#include "sim/observer.hpp"
#include "sim/program/other_blocks.hpp"
#include "sim/simulate.hpp"
#include "sim/state/block.hpp"
#include "sim/state/launch_state.hpp"
#include "sim/state/warp.hpp"
#include "sim/trace/decisive_loads.hpp"
#include "sim/trace/recorded_access.hpp"

namespace warplab::sim {
namespace {

using data::BlockTrace;
using data::LaunchTrace;
using data::TraceInstruction;
using data::TraceStep;
using data::WarpTrace;

// Local memory of every warp has addresses of its own, above everything else: 64 KiB a lane.
constexpr uint64_t kLocalMemory = uint64_t{1} << 48, kLocalBytesOfWarp = uint64_t{1} << 21;

bool names_thread(const ptx::Operand& o) {
  if (o.kind == ptx::Operand::Kind::special)
    return o.text.starts_with("%tid") || o.text.starts_with("%lane") ||
           o.text.starts_with("%clock") || o.text.starts_with("%globaltimer");
  return std::ranges::any_of(o.elements, names_thread);
}

// What differs from lane to lane, as far as a compiler can tell: what is made of a thread's number,
// and what comes from memory or from other lanes.
bool varies_by_itself(const ObservedInstruction& i) {
  if (i.ptx == nullptr || i.family == ptx::Family::atomic || i.family == ptx::Family::exchange)
    return true;
  if (i.family == ptx::Family::load)
    return i.ptx->space() != ptx::Space::param && i.ptx->space() != ptx::Space::constant;
  return std::ranges::any_of(i.ptx->operands, names_thread);
}

// Sets offset and uniform_address.
void describe_addresses(const LaunchState& launch, std::vector<TraceInstruction>& code) {
  std::vector<bool> varies(size_t{UINT16_MAX} + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < code.size(); ++k) {
      bool result = varies_by_itself(observed_instruction(launch, k));
      for (const uint16_t r : code[k].reads) result = result || varies[r];
      for (const uint16_t r : code[k].writes) {
        changed = changed || (result && !varies[r]);
        varies[r] = varies[r] || result;
      }
    }
  }
  for (uint32_t k = 0; k < code.size(); ++k) {
    const ptx::Instruction* const ptx = observed_instruction(launch, k).ptx;
    if (ptx == nullptr) continue;
    for (const ptx::Operand& o : ptx->operands)
      if (o.kind == ptx::Operand::Kind::address)
        code[k].offset = static_cast<int32_t>(std::clamp<int64_t>(o.offset, INT32_MIN, INT32_MAX));
    const auto is_address = [&](const ptx::Operand& o) {
      return o.kind == ptx::Operand::Kind::address && o.has_base_register;
    };
    const ObservedInstruction i = observed_instruction(launch, k);
    const auto address = std::ranges::find_if(ptx->operands, is_address);
    if (address == ptx->operands.end()) continue;
    // Registers stand in both lists in the same order.
    for (size_t r = 0; r < i.reads.size() && r < code[k].reads.size(); ++r)
      if (i.reads[r] == address->reg) code[k].uniform_address = !varies[code[k].reads[r]];
  }
}

// The instructions of a launch's program, registers numbered over all its functions.
std::vector<TraceInstruction> instructions_of(const LaunchState& launch) {
  std::vector<TraceInstruction> code;
  std::map<std::pair<uint32_t, uint32_t>, uint16_t> numbers;
  std::map<uint32_t, std::pair<ptx::ControlFlow, uint32_t>> flows;  // and where its blocks begin
  uint32_t blocks = 0;
  for (uint32_t k = 0; k < launch.program->sites.size(); ++k) {
    const ObservedInstruction from = observed_instruction(launch, k);
    TraceInstruction to;
    if (from.ptx) to.spelling = from.ptx->spelling();
    to.line = from.line;
    const auto number = [&](uint32_t reg) {
      const auto next = static_cast<uint16_t>(std::min<size_t>(numbers.size(), UINT16_MAX));
      return numbers.try_emplace({from.function, reg}, next).first->second;
    };
    const auto list = [&](const std::vector<uint32_t>& registers, std::vector<uint16_t>& into) {
      for (const uint32_t r : registers)
        if (const uint16_t n = number(r); std::ranges::find(into, n) == into.end())
          into.push_back(n);
    };
    list(from.reads, to.reads);
    list(from.writes, to.writes);
    auto flow = flows.find(from.function);
    if (flow == flows.end()) {
      ptx::ControlFlow made = ptx::control_flow(launch.program->module->functions[from.function]);
      const auto size = static_cast<uint32_t>(made.blocks.size());
      flow = flows.emplace(from.function, std::pair(std::move(made), blocks)).first;
      blocks += size;
    }
    const auto& block_of = flow->second.first.block_of;
    to.basic_block =
        flow->second.second + (from.index < block_of.size() ? block_of[from.index] : 0);
    code.push_back(std::move(to));
  }
  describe_addresses(launch, code);
  mark_decisive_loads(launch, code);
  return code;
}

std::vector<data::TraceBuffer> buffers_of(const LaunchState& launch) {
  std::vector<data::TraceBuffer> result;
  const auto& allocations = launch.memory.addresses->allocations();
  for (const Argument& a : launch.launch->arguments) {
    if (a.buffer < 0) continue;
    const Allocation& at = allocations[static_cast<size_t>(a.buffer)];
    const data::TraceBuffer buffer{at.name, at.begin, at.bytes};
    if (std::ranges::find(result, buffer) == result.end()) result.push_back(buffer);
  }
  return result;
}

uint64_t executed_by(const BlockTrace& block) {
  uint64_t sum = 0;
  for (const WarpTrace& warp : block.warps) sum += warp.executed;
  return sum;
}

// Tells the blocks that stand for themselves alone, and drops those that were recorded beside the
// sample and are like it.
void set_apart(LaunchTrace& trace, const std::vector<uint64_t>& sample) {
  // A block at an edge may do half or twice what others do; the work of all of them is another
  // matter. More of them than this are no exception, and stand for others of the grid.
  constexpr uint64_t kFarMore = 4;
  constexpr size_t kMostApart = 4;
  const auto is_of_sample = [&](const BlockTrace& block) {
    return std::ranges::binary_search(sample, block.block);
  };
  std::vector<uint64_t> executed;
  for (const BlockTrace& block : trace.blocks)
    if (is_of_sample(block)) executed.push_back(executed_by(block));
  if (executed.empty()) return;
  std::ranges::sort(executed);
  const uint64_t median = executed[(executed.size() - 1) / 2];
  const bool is_whole = trace.blocks.size() == trace.grid.volume();
  for (const BlockTrace& block : trace.blocks)
    if ((is_whole || !is_of_sample(block)) && executed_by(block) > kFarMore * median)
      trace.apart.push_back(block.block);
  if (trace.apart.size() > kMostApart) trace.apart.clear();
  std::erase_if(trace.blocks, [&](const BlockTrace& block) {
    return !is_of_sample(block) && std::ranges::find(trace.apart, block.block) == trace.apart.end();
  });
}

// One block while it runs.
struct OpenBlock {
  BlockTrace trace;
  std::vector<bool> is_recorded;  // by warp: its latest instruction
  // By number of the barrier: the passage that lanes arrive at now.
  std::map<uint32_t, uint32_t> open;
  // By passage and warp: its step there. Lanes that arrive apart are one arrival, the last.
  std::map<std::pair<uint32_t, uint32_t>, size_t> arrivals;
};

class Recorder : public Observer {
 public:
  Recorder(std::span<const Launch> launches, const RecordOptions& options, Recording& recording)
      : launches_(launches), options_(options), recording_(recording) {}

  Wants wants() const override {
    if (!records_) return {};
    return {.blocks = true,
            .instructions = true,
            .loads = true,
            .stores = true,
            .atomics = true,
            .barriers = true};
  }
  bool runs_block(uint64_t number) override {
    return records_ && (recording_.traces.back().others_ran || wants_block(number));
  }
  bool wants_block(uint64_t number) override {
    return records_ && std::ranges::binary_search(chosen_, number);
  }

  void launch_starts(LaunchState& launch) override {
    const auto same = std::ranges::find(launches_.first(launch.number), *launch.launch);
    const auto first = static_cast<size_t>(same - launches_.begin());
    records_ = first == launch.number;
    recording_.trace_of.push_back(records_ ? recording_.traces.size() : recording_.trace_of[first]);
    if (!records_) return;
    LaunchTrace& trace = recording_.traces.emplace_back();
    trace.kernel = launch.launch->kernel;
    trace.others_ran = may_see_other_blocks(*launch.program);
    trace.grid = launch.launch->grid;
    trace.block = launch.launch->block;
    trace.shared_bytes = launch.program->shared.allotted_bytes;
    trace.instructions = instructions_of(launch);
    trace.buffers = buffers_of(launch);
    warps_ = (trace.block.volume() + 31) / 32;
    chosen_ = blocks_to_record(trace.grid.volume(), warps_, options_);
    sample_ = chosen_;
    most_steps_of_warp_ =
        std::max<uint64_t>(options_.most_steps / (warps_ * std::max<size_t>(chosen_.size(), 1)), 1);
    // A kernel that leaves all to one block names mostly one of these.
    for (const uint64_t end : {uint64_t{0}, trace.grid.volume() - 1})
      if (!chosen_.empty() && !std::ranges::binary_search(sample_, end)) chosen_.push_back(end);
    std::ranges::sort(chosen_);
  }
  void block_starts(const BlockEvent& event) override {
    OpenBlock& block = open_[event.number];
    block.trace.block = event.number;
    block.trace.warps.resize(warps_);
    block.is_recorded.resize(warps_);
  }
  void block_ends(const BlockEvent& event) override {
    LaunchTrace& trace = recording_.traces.back();
    // A warp that was left alone counted on.
    for (const Warp* warp : event.block.warps) {
      uint64_t& executed = open_[event.number].trace.warps[warp->index].executed;
      executed = std::max(executed, warp->steps);
    }
    trace.blocks.push_back(std::move(open_[event.number].trace));
    open_.erase(event.number);
  }
  void launch_ends(Runner&) override {
    if (!records_) return;
    std::ranges::sort(recording_.traces.back().blocks, {}, &BlockTrace::block);
    set_apart(recording_.traces.back(), sample_);
  }

  void instruction(const InstructionEvent& event) override {
    OpenBlock& block = open_[event.at.block];
    WarpTrace& warp = block.trace.warps[event.at.warp];
    warp.executed += 1;
    block.is_recorded[event.at.warp] = warp.steps.size() < most_steps_of_warp_;
    if (block.is_recorded[event.at.warp])
      warp.steps.push_back({event.at.instruction, TraceStep::kNothing});
  }
  bool wants_more(const WarpPlace& at) override { return open_[at.block].is_recorded[at.warp]; }
  void access(const AccessEvent& event) override {
    OpenBlock& open = open_[event.at.block];
    if (!open.is_recorded[event.at.warp]) return;
    BlockTrace& block = open.trace;
    WarpTrace& warp = block.warps[event.at.warp];
    if (warp.steps.back().detail != TraceStep::kNothing)  // of another space
      warp.steps.push_back({event.at.instruction, TraceStep::kNothing});
    warp.steps.back().detail = static_cast<uint32_t>(block.accesses.size());
    const LaunchTrace& launch = recording_.traces.back();
    const bool is_constant =
        launch.instructions[event.at.instruction].spelling.starts_with("ld.const");
    const uint64_t local =
        kLocalMemory + (block.block * warps_ + event.at.warp) * kLocalBytesOfWarp;
    block.accesses.push_back(recorded_access(event, is_constant, local, block.lines));
  }
  void barrier_arrives(const BarrierArrival& event) override {
    OpenBlock& block = open_[event.at.block];
    WarpTrace& warp = block.trace.warps[event.at.warp];
    if (!event.waits || !block.is_recorded[event.at.warp]) return;
    const auto next = static_cast<uint32_t>(block.trace.barriers.size());
    const auto [open, is_new] = block.open.try_emplace(event.number, next);
    if (is_new) block.trace.barriers.push_back(0);
    const uint32_t passage = open->second;
    const auto [arrival, is_first] =
        block.arrivals.try_emplace({passage, event.at.warp}, warp.steps.size() - 1);
    if (is_first) {
      block.trace.barriers[passage] += 1;
    } else {
      warp.steps[arrival->second].detail = TraceStep::kNothing;
      arrival->second = warp.steps.size() - 1;
    }
    warp.steps.back().detail = passage;
  }
  void barrier_completes(const BarrierCompletion& event) override {
    open_[event.block_number].open.erase(event.number);
  }

 private:
  std::span<const Launch> launches_;
  const RecordOptions& options_;
  Recording& recording_;
  bool records_ = false;  // this launch
  uint64_t warps_ = 0, most_steps_of_warp_ = 0;
  std::vector<uint64_t> chosen_, sample_;  // with the first and the last block, and without
  std::unordered_map<uint64_t, OpenBlock> open_;
};

}  // namespace

std::vector<uint64_t> blocks_to_record(uint64_t grid, uint64_t warps_per_block,
                                       const RecordOptions& options) {
  uint64_t count = options.most_warps / std::max<uint64_t>(warps_per_block, 1);
  count = std::clamp(count, options.least_blocks, options.most_blocks);
  std::vector<uint64_t> chosen;
  if (grid <= count) {
    for (uint64_t b = 0; b < grid; ++b) chosen.push_back(b);
    return chosen;
  }
  constexpr double kGoldenRatio = 0.6180339887498949;
  for (uint64_t k = 0; k < count; ++k) {
    const double place = std::fmod((static_cast<double>(k) + 0.5) * kGoldenRatio, 1.0);
    chosen.push_back(std::min(grid - 1, static_cast<uint64_t>(place * static_cast<double>(grid))));
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Result<Recording, Refusal> record(const ptx::Module& module, std::span<Buffer> buffers,
                                  std::span<const Launch> launches, const Options& options,
                                  const RecordOptions& record_options) {
  Recording recording;
  Recorder recorder(launches, record_options, recording);
  Result<Report, Refusal> report = simulate_observed(module, buffers, launches, options, recorder);
  if (!report) return report.why();
  recording.completed = report->completed;
  return recording;
}

std::optional<data::LaunchTrace> record(Device& device, size_t module, const Launch& launch,
                                        const Options& options,
                                        const RecordOptions& record_options) {
  Recording recording;
  Recorder recorder({}, record_options, recording);
  const Result<Report, Refusal> report = device.try_out(module, launch, options, recorder);
  if (!report || !report->completed || recording.traces.empty()) return std::nullopt;
  return std::move(recording.traces.front());
}

}  // namespace warplab::sim
