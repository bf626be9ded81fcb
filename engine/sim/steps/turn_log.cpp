#include "sim/steps/turn_log.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <unordered_map>

#include "sim/execute/launch.hpp"

namespace warplab::sim {
namespace {

// As much as a walk's copies of the machine may take (StepOptions::most_checkpoint_bytes).
constexpr uint64_t kMostLogBytes = 128u << 20;

class TurnLogger final : public Observer {
 public:
  explicit TurnLogger(uint64_t block) : block_(block) {}

  Wants wants() const override {
    return {.blocks = true, .loads = true, .stores = true, .atomics = true, .turns = true};
  }
  bool wants_block(uint64_t number) override { return number == block_; }
  void launch_starts(LaunchState& launch) override { launch_ = &launch; }
  void block_starts(const BlockEvent&) override {
    heap_changes_ = launch_->memory.heap->changes();
    printed_ = launch_->printed;
    was_reached = true;
  }
  void block_ends(const BlockEvent&) override { stop(); }

  void turn_starts(const TurnEvent& event) override {
    TurnLog::Turn turn;
    turn.kind = event.kind;
    turn.warp = event.warp ? static_cast<uint16_t>(event.warp->index) : uint16_t{0};
    turn.quantum = static_cast<uint32_t>(event.quantum);
    turn.spins_in_polling_loop = launch_->order.spins_in_polling_loop;
    const DeviceHeap& heap = *launch_->memory.heap;
    const LaunchOutput& printed = launch_->printed;
    if (heap.changes() != heap_changes_ || printed.bytes != printed_.bytes ||
        printed.bytes_read != printed_.bytes_read) {
      log.shared.push_back({log.turns.size(), heap, printed});
      take(sizeof(TurnLog::Shared) + heap.bytes_taken());
    }
    log.turns.push_back(turn);
    take(sizeof turn);
  }

  void turn_ends(const TurnEvent& event) override {
    if (event.warp) log.turns.back().steps = event.warp->steps;
    heap_changes_ = launch_->memory.heap->changes();
    printed_ = launch_->printed;
    for (Known* known : touched_) {
      std::memcpy(known->content.data(), known->line.host, known->line.bytes);
      known->is_touched = false;
    }
    touched_.clear();
  }

  void access(const AccessEvent& event) override {
    const uint64_t number = accesses_++;
    if (event.space != ptx::Space::global) return;
    for (uint32_t m = event.mask; m != 0; m &= m - 1) {
      const uint64_t address = event.addresses[static_cast<size_t>(std::countr_zero(m))];
      if (const Allocation* const a = launch_->memory.addresses->find(address, event.bytes))
        each_line(*a, address, event.bytes, [&](const MemoryLine& line) { touch(line, number); });
    }
  }

  TurnLog log;
  bool was_reached = false, is_too_long = false;

 private:
  // A line as it was at the end of the last turn in which the block touched it.
  struct Known {
    MemoryLine line;
    std::array<std::byte, kMemoryLineBytes> content;
    bool is_touched = false;  // in this turn
  };

  void touch(const MemoryLine& line, uint64_t access) {
    if (last_ && last_->line.host == line.host && last_->is_touched) return;
    const auto [place, is_new] = known_.try_emplace(line.host);
    Known& known = place->second;  // stays where it is
    last_ = &known;
    if (known.is_touched) return;
    if (is_new) {
      known.line = line;
      take(sizeof known);
    }
    if (is_new || std::memcmp(known.content.data(), line.host, line.bytes) != 0) {
      TurnLog::Change& change = log.changes.emplace_back();
      change.access = access;
      change.line = line;
      std::memcpy(change.content.data(), line.host, line.bytes);
      take(sizeof change);
    }
    known.is_touched = true;
    touched_.push_back(&known);
  }

  void take(uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= kMostLogBytes) return;
    is_too_long = true;
    stop();
  }
  // Nobody needs to know what becomes of the others.
  void stop() { launch_->progress.stop = true; }

  const uint64_t block_;
  LaunchState* launch_ = nullptr;
  uint64_t accesses_ = 0, heap_changes_ = 0, bytes_ = 0;
  LaunchOutput printed_;
  std::unordered_map<const std::byte*, Known> known_;
  std::vector<Known*> touched_;  // in this turn
  Known* last_ = nullptr;        // mostly the next access is to the same one
};

}  // namespace

Result<TurnLog, NotLogged> log_turns(LaunchState& launch, const Schedule& schedule,
                                     uint64_t block) {
  TurnLogger logger(block);
  launch.observer = &logger;
  (void)run_launch(launch, 1, schedule, {});
  const std::atomic<bool>* const cancel = launch.options->cancel;
  if (cancel && cancel->load()) return NotLogged::cancelled;
  if (launch.progress.overspent || logger.is_too_long) return NotLogged::too_long;
  if (!logger.was_reached) return NotLogged::not_reached;
  return std::move(logger.log);
}

}  // namespace warplab::sim
