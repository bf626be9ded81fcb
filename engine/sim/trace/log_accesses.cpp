#include "sim/log_accesses.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "sim/observer.hpp"
#include "sim/simulate.hpp"
#include "sim/state/launch_state.hpp"

namespace warplab::sim {
namespace {

using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

class AccessLogger : public Observer {
 public:
  AccessLogger(const LogOptions& options, data::AccessLog& log) : options_(options), log_(log) {}

  Wants wants() const override {
    return {.instructions = is_chosen_ && options_.count_instructions,
            .loads = is_chosen_,
            .stores = is_chosen_,
            .atomics = is_chosen_};
  }
  // What earlier launches leave behind is what the chosen one begins with.
  bool runs_block(uint64_t number) override {
    return !is_chosen_ || std::ranges::binary_search(options_.blocks, number);
  }
  bool wants_block(uint64_t number) override { return is_chosen_ && runs_block(number); }

  void launch_starts(LaunchState& launch) override {
    is_chosen_ = launch.number == static_cast<size_t>(options_.launch);
    if (!is_chosen_) return;
    log_.kernel = launch.launch->kernel;
    log_.grid = launch.launch->grid;
    log_.block = launch.launch->block;
    for (uint32_t k = 0; k < launch.program->sites.size(); ++k) {
      const ObservedInstruction from = observed_instruction(launch, k);
      lines_.push_back(from.line);
      spellings_.push_back(from.ptx != nullptr ? from.ptx->spelling() : std::string());
      executed_.push_back({k, from.ptx != nullptr ? from.ptx->ptx_line : 0, from.line, 0, 0, 0});
    }
    const auto& allocations = launch.memory.addresses->allocations();
    for (const Argument& argument : launch.launch->arguments) {
      if (argument.buffer < 0) continue;
      const Allocation& at = allocations[static_cast<size_t>(argument.buffer)];
      const data::LoggedBuffer buffer{argument.buffer, at.begin, at.bytes};
      if (std::ranges::find(log_.buffers, buffer) == log_.buffers.end())
        log_.buffers.push_back(buffer);
    }
  }

  void launch_ends(Runner&) override {
    if (!is_chosen_) return;
    for (const auto& [number, is_used] : used_)
      log_.instructions.push_back({number, spellings_[number]});
    if (!options_.count_instructions) return;
    for (const data::ExecutedInstruction& one : executed_)
      if (one.warps > 0) log_.executed.push_back(one);
  }

  void instruction(const InstructionEvent& event) override {
    data::ExecutedInstruction& one = executed_[event.at.instruction];
    one.warps += 1;
    one.threads += static_cast<uint64_t>(std::popcount(event.active));
  }

  void access(const AccessEvent& event) override {
    const uint32_t execution = count(event);
    const int line = lines_[event.at.instruction];
    if (options_.line != 0 && line != options_.line) return;
    if (log_.accesses.size() >= options_.most_accesses) {
      log_.cut = true;
      return;
    }
    LoggedAccess access;
    access.block = event.at.block;
    access.warp = event.at.warp;
    access.instruction = event.at.instruction;
    access.execution = execution;
    access.mask = event.mask;
    access.line = line;
    access.space = space_of(event);
    access.kind = event.kind == AccessKind::load    ? TraceKind::load
                  : event.kind == AccessKind::store ? TraceKind::store
                                                    : TraceKind::atomic;
    access.bytes = static_cast<uint8_t>(event.bytes);
    for (uint32_t m = event.mask; m != 0; m &= m - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(m));
      access.addresses[lane] = event.addresses[lane];
    }
    used_[event.at.instruction] = true;
    log_.accesses.push_back(access);
  }

 private:
  // How often its lanes made this access before, the most of any.
  uint32_t count(const AccessEvent& event) {
    auto& of_lanes =
        counts_[{event.at.block, event.at.warp, event.at.instruction, event.space, event.kind}];
    uint32_t most = 0;
    for (uint32_t m = event.mask; m != 0; m &= m - 1)
      most = std::max(most, of_lanes[static_cast<size_t>(std::countr_zero(m))]++);
    return most;
  }
  TraceSpace space_of(const AccessEvent& event) const {
    if (event.space == ptx::Space::shared) return TraceSpace::shared;
    if (event.space == ptx::Space::local) return TraceSpace::local;
    return spellings_[event.at.instruction].starts_with("ld.const") ? TraceSpace::constant
                                                                    : TraceSpace::global;
  }

  using Place = std::tuple<uint64_t, uint32_t, uint32_t, ptx::Space, AccessKind>;
  const LogOptions& options_;
  data::AccessLog& log_;
  bool is_chosen_ = false;  // this launch
  std::vector<int> lines_;  // of each instruction
  std::vector<std::string> spellings_;
  std::vector<data::ExecutedInstruction> executed_;
  std::map<uint32_t, bool> used_;
  std::map<Place, std::array<uint32_t, kLanes>> counts_;
};

}  // namespace

Result<data::AccessLog, Refusal> log_accesses(const ptx::Module& module, std::span<Buffer> buffers,
                                              std::span<const Launch> launches,
                                              const Options& options, const LogOptions& log) {
  if (log.launch < 0 || static_cast<size_t>(log.launch) >= launches.size())
    return Refusal{say(Says::no_launch_to_look_at)};
  const auto number = static_cast<size_t>(log.launch);
  const uint64_t blocks = launches[number].grid.volume();
  for (size_t i = 0; i < log.blocks.size(); ++i)
    if (log.blocks[i] >= blocks || (i > 0 && log.blocks[i] <= log.blocks[i - 1]))
      return Refusal{say(Says::no_blocks_to_look_at)};
  data::AccessLog result;
  AccessLogger logger(log, result);
  const Result<Report, Refusal> report =
      simulate_observed(module, buffers, launches.first(number + 1), options, logger);
  if (!report) return report.why();
  result.completed = report->completed;
  return result;
}

}  // namespace warplab::sim
