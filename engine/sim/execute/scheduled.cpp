#include "sim/execute/scheduled.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "sim/execute/block.hpp"
#include "sim/execute/late_writes.hpp"
#include "sim/execute/random_order.hpp"

namespace warplab::sim {
namespace {

using Kind = Schedule::Kind;

// An H100 holds 64 warps on each of 132 multiprocessors. 8192 threads show the same, and warps that
// wait for each other cost the square of their number.
constexpr uint64_t kMostResidentWarps = 256;
constexpr uint64_t kMostResidentBytes = 64u << 20;
constexpr size_t kFewestResidentBlocks = 2;
// Rounds of lockstep in which every warp has spun: a spinning warp yields after 64 trips
// (docs/SIMULATOR.md, "Spinning"), each of up to four ordering accesses.
constexpr uint32_t kIdleRounds = 256;
constexpr uint64_t kAccessesBetweenStops = 4;  // of a delayed warp, on average
// Of the instructions between two ordering accesses of a warp, those that use up
// kScheduledInstructions: a trip around a loop that waits has no more.
constexpr uint64_t kCountedBetweenAccesses = 64;
// How often warps that would yield because they spin keep their turns, see is_patient(): of one
// warp, and of the whole launch.
constexpr uint32_t kPatienceOfAWarp = 32, kPatience = 128;
// By a random schedule.
constexpr size_t kInterleavedBlocks = 16;
constexpr uint64_t kIdleTurnsOfAWarp = 64;  // 64 trips of a loop take some 25 turns

// The blocks that have started and not ended, and the number of the next one.
struct Resident {
  std::deque<std::unique_ptr<Block>> blocks;
  uint64_t next = 0;
};

// As many blocks as a GPU might hold, in bounded memory.
size_t most_resident(const LaunchState& launch) {
  const FunctionCode& kernel = launch.program->functions[launch.program->kernel];
  const uint64_t warps = std::max<uint64_t>(launch.warps_per_block, 1);
  // Registers, local memory, and a cell for the reader and the writer of each unit of shared
  // memory.
  const uint64_t window = launch.program->shared.window_bytes;
  const uint64_t bytes =
      window + 2 * sizeof(uint32_t) * (window >> launch.program->shared_unit_shift) +
      warps * (sizeof(Warp) + kernel.frame_bytes + uint64_t{kernel.local_bytes} * kLanes);
  const uint64_t most = std::min(kMostResidentWarps / warps, kMostResidentBytes / bytes);
  return std::clamp<size_t>(most, kFewestResidentBlocks, most_spinning_blocks(launch));
}

// Rounds in which every warp gets a turn; what a turn is depends on the kind.
class Rounds {
 public:
  Rounds(Runner& r, uint64_t blocks, const Schedule& schedule, Resident& resident,
         const EndBlock& end_block)
      : r_(r), blocks_(blocks), schedule_(schedule), resident_(resident), end_block_(end_block) {}

  void run() {
    const size_t room = most_resident(*r_.launch);
    while (spent_ < kScheduledInstructions && !stopped()) {
      while (resident_.next < blocks_ && resident_.blocks.size() < room) start();
      if (resident_.blocks.empty()) return;
      play();
      retire();
      if (!is_idle()) continue;
      if (LateWrites* const late = r_.launch->order.late; late && !resident_.blocks.empty())
        late->take_effect();
      make_way();
    }
  }

 private:
  // One warp's part in the order.
  struct Turn {
    Warp* warp = nullptr;
    uint32_t rounds_since_yield = ~0u;
    uint32_t stops_before = 0;  // its next ordering access is 1, the one after it 2, ...; 0: none
    uint64_t stopped = 0;       // since when, by a count of all stops; 0: it may go on
    uint64_t asleep = 0;        // Block::wakes when it was found that it cannot run
    uint32_t patience = kPatienceOfAWarp;  // what is left of it
    Random where{0};                       // it stops next
  };
  // The warps of one block, in their order.
  struct BlockTurns {
    Block* block = nullptr;
    std::vector<Turn> turns = {};
    uint64_t quiet = 0;  // Block::wakes when it was found that none of them can go on
  };

  bool stopped() const { return r_.launch->progress.stop.load(std::memory_order_relaxed); }
  bool parts_lanes() const { return schedule_.kind == Kind::lanes_apart || parts_last_first(); }
  bool parts_last_first() const { return schedule_.kind == Kind::lanes_apart_reversed; }
  bool in_lockstep() const {
    return schedule_.kind == Kind::lockstep || schedule_.kind == Kind::lockstep_reversed;
  }

  void start() {
    resident_.blocks.push_back(start_block(r_, resident_.next++));
    Block& block = *resident_.blocks.back();
    std::vector<Turn>& turns = blocks_in_turn_.emplace_back(BlockTurns{&block}).turns;
    for (Warp* w : block.warps) {
      const uint64_t number = block.linear * r_.launch->warps_per_block + w->index;
      turns.push_back({w, ~0u, 0, 0, 0, kPatienceOfAWarp, Random(schedule_.seed ^ number << 20)});
      if (schedule_.kind != Kind::delayed) continue;
      if (schedule_.seed > 2) stop_somewhere(turns.back());
      else
        turns.back().stops_before = number == 0 || (schedule_.seed == 2 && number % 2 == 0) ? 2 : 0;
    }
  }

  static void stop_somewhere(Turn& turn) {
    turn.stops_before = 1 + static_cast<uint32_t>(turn.where.below(2 * kAccessesBetweenStops));
  }

  void play() {
    const bool backwards = schedule_.kind == Kind::reversed ||
                           (schedule_.kind == Kind::lockstep_reversed && rounds_++ % 2 == 0);
    for (size_t k = 0; k < blocks_in_turn_.size(); ++k)
      if (!play(blocks_in_turn_[backwards ? blocks_in_turn_.size() - 1 - k : k], backwards)) return;
  }

  // False: the rounds are over.
  bool play(BlockTurns& of_block, bool backwards) {
    if (is_quiet(of_block)) return true;
    std::vector<Turn>& turns = of_block.turns;
    bool any = false;
    for (size_t k = 0; k < turns.size(); ++k) {
      Turn& turn = turns[backwards ? turns.size() - 1 - k : k];
      Warp& w = *turn.warp;
      if (turn.stopped != 0 || of_block.block->aborted || !is_awake(*of_block.block, turn))
        continue;
      any = true;
      play(turn);
      if (w.yielded) turn.rounds_since_yield = 0;
      else if (turn.rounds_since_yield != ~0u) ++turn.rounds_since_yield;
      if (stopped() || spent_ >= kScheduledInstructions) return false;
    }
    if (!any) of_block.quiet = of_block.block->wakes;
    return true;
  }

  static bool is_quiet(const BlockTurns& of_block) {
    return of_block.quiet == of_block.block->wakes;
  }

  // can_run(), asked once of a warp that waits: where all wait for one, that would be most of the
  // time.
  static bool is_awake(const Block& block, Turn& turn) {
    if (turn.asleep == block.wakes) return false;
    if (can_run(*turn.warp)) return true;
    turn.asleep = block.wakes;
    return false;
  }

  void play(Turn& turn) {
    Warp& w = *turn.warp;
    if (in_lockstep()) {
      if (run_on(w)) give_turn_to_next_split(w);
      return;
    }
    if (parts_lanes()) part_at_ordering_access(w, parts_last_first());
    while (turn.stopped == 0 && spent_ < kScheduledInstructions && run_patiently(turn)) {
      if (turn.stops_before != 0 && --turn.stops_before == 0) turn.stopped = ++stops_;
      if (parts_lanes()) part_at_ordering_access(w, parts_last_first());
    }
  }

  // Who is awaited may come as late as it likes. In two orders, one from the first to the last and
  // one from the last to the first, a warp that spins keeps its turn for some thousand tries, so
  // that one which gives up after a hundred does so before anybody has come.
  bool is_patient() const {
    if (r_.launch->order.late) return false;
    return schedule_.kind == Kind::reversed || schedule_.kind == Kind::lanes_apart;
  }

  bool run_patiently(Turn& turn) {
    for (;;) {
      if (run_on(*turn.warp)) return true;
      if (!turn.warp->yielded || !is_patient() || stopped()) return false;
      if (turn.patience == 0 || patience_ == 0) return false;
      --turn.patience, --patience_;
    }
  }

  bool run_on(Warp& w) {
    const uint64_t before = w.steps;
    const bool stands = run_to_ordering_access(w);
    // What takes long between two such accesses takes no longer than it does in order, as long as
    // the lanes are together.
    const uint64_t steps = w.steps - before;
    spent_ += w.apart ? steps : std::min(steps, kCountedBetweenAccesses);
    return stands;
  }

  void retire() {
    bool any = false;
    for (auto& block : resident_.blocks) {
      if (unblock(r_, *block) != BlockState::ended) continue;
      if (LateWrites* const late = r_.launch->order.late) late->block_ended(*block);
      std::erase_if(blocks_in_turn_, [&](const BlockTurns& b) { return b.block == block.get(); });
      end_block_(std::move(block));
      any = true;
    }
    if (any) std::erase_if(resident_.blocks, [](const auto& block) { return block == nullptr; });
  }

  // Nobody can do anything but wait for somebody who does not run.
  bool is_idle() {
    const uint32_t rounds = in_lockstep() ? kIdleRounds : 1;
    return std::ranges::none_of(blocks_in_turn_, [&](BlockTurns& of_block) {
      return !is_quiet(of_block) && std::ranges::any_of(of_block.turns, [&](Turn& t) {
        return t.stopped == 0 && t.rounds_since_yield >= rounds && is_awake(*of_block.block, t);
      });
    });
  }

  // The warp that was stopped first goes on, else one more block gets room. Both, where that warp
  // only waited when it could: it may be for a block that has not started.
  void make_way() {
    Turn* first = nullptr;
    BlockTurns* its_block = nullptr;
    for (BlockTurns& of_block : blocks_in_turn_)
      for (Turn& turn : of_block.turns)
        if (turn.stopped != 0 && (!first || turn.stopped < first->stopped))
          first = &turn, its_block = &of_block;
    const bool waits = !first || first->rounds_since_yield < kIdleRounds;
    if (first) {
      first->stopped = its_block->quiet = 0;
      if (schedule_.seed > 2) stop_somewhere(*first);
    }
    if (waits && resident_.next < blocks_ &&
        resident_.blocks.size() < most_spinning_blocks(*r_.launch))
      start();
  }

  Runner& r_;
  const uint64_t blocks_;
  const Schedule schedule_;
  Resident& resident_;
  const EndBlock& end_block_;
  std::vector<BlockTurns> blocks_in_turn_;  // in their order
  uint64_t spent_ = 0, rounds_ = 0, stops_ = 0;
  uint32_t patience_ = kPatience;
};

// In an order of another kind, while writes come late, or loads early.
void run_with_late_writes(Runner& r, uint64_t blocks, const Schedule& schedule, Resident& resident,
                          const EndBlock& end_block) {
  LateWrites late(schedule.seed);
  r.launch->order.late = &late;
  Rounds(r, blocks, turns_of(schedule), resident, end_block).run();
  r.launch->order.late = nullptr;
  late.take_effect();
}

// Blocks and warps interleaved by chance, a few instructions at a time.
void run_interleaved(Runner& r, uint64_t blocks, uint64_t seed, Resident& resident,
                     const EndBlock& end_block) {
  Random random(seed);
  auto& running = resident.blocks;
  size_t room = kInterleavedBlocks;
  uint64_t spent = 0, idle_turns = 0;
  while (spent < kScheduledInstructions &&
         !r.launch->progress.stop.load(std::memory_order_relaxed)) {
    while (resident.next < blocks && running.size() < room)
      running.push_back(start_block(r, resident.next++));
    if (running.empty()) return;
    const size_t k = random.below(running.size());
    Block& block = *running[k];
    const size_t first = random.below(block.warps.size());
    bool ran = false;
    for (size_t j = 0; j < block.warps.size() && !ran; ++j) {
      Warp& w = *block.warps[(first + j) % block.warps.size()];
      if (!can_run(w)) continue;
      const uint64_t before = w.steps;
      run_warp(w, 2 + random.below(kMostRecordsATurn));
      spent += w.steps - before;
      ran = true;
    }
    const bool over = block.aborted || block.exited == block.threads;
    ++idle_turns;
    if ((over || !ran) && unblock(r, block) == BlockState::ended) {
      end_block(std::move(running[k]));
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
      idle_turns = 0;
    } else if (ran) {
      let_through_barriers(block);
    }
    // They may all be waiting for one that has not started.
    if (idle_turns > kIdleTurnsOfAWarp * running.size() * r.launch->warps_per_block &&
        room < most_spinning_blocks(*r.launch)) {
      room = running.size() + 1;
      idle_turns = 0;
    }
  }
}

// What another order has left, one block after the other. More are started when those that have
// started get no further.
void finish_in_order(Runner& r, uint64_t blocks, Resident& resident, const EndBlock& end_block) {
  LaunchState& launch = *r.launch;
  auto& running = resident.blocks;
  launch.order.spins_in_polling_loop = kSpinsAtTheEnd;
  while (!launch.progress.stop.load(std::memory_order_relaxed)) {
    bool any_ended = false;
    for (size_t left = running.size(); left != 0; --left) {
      std::unique_ptr<Block> block = std::move(running.front());
      running.pop_front();
      const bool ended = run_block(r, *block);
      any_ended |= ended;
      if (ended) end_block(std::move(block));
      else running.push_back(std::move(block));
    }
    if (any_ended && !running.empty()) continue;
    for (size_t more = running.size() / 2 + 1; more != 0 && resident.next < blocks; --more)
      if (running.empty() ||
          (running.size() < most_spinning_blocks(launch) && r.stack_bytes < kMostStackBytes / 2))
        running.push_back(start_block(r, resident.next++));
    if (running.empty()) return;
  }
}

}  // namespace

void run_scheduled(Runner& r, uint64_t blocks, const Schedule& schedule,
                   const EndBlock& end_block) {
  Resident resident;
  if (schedule.kind == Kind::random) run_interleaved(r, blocks, schedule.seed, resident, end_block);
  else if (schedule.kind == Kind::late)
    run_with_late_writes(r, blocks, schedule, resident, end_block);
  else Rounds(r, blocks, schedule, resident, end_block).run();
  finish_in_order(r, blocks, resident, end_block);
  for (auto& block : resident.blocks) finish_block(r, std::move(block));
}

}  // namespace warplab::sim
