#pragma once
// The plain engine at work: blocks, warps, splits and lanes, and the instructions that need to know
// more than their operands. docs/SIMULATOR.md tells the rules; where it leaves the order open:
// - The splits of a warp that can run stand in a queue. At a divergent branch the side that falls
//   through goes on and the other side joins the end of the queue; so does a split that gives up
//   its turn, is let go by a barrier, or becomes complete because lanes that it awaited have
//   exited. The last lanes to arrive at a merge point take the others along at once.
// - When no warp of a block can run, and lanes wait for a barrier or for other lanes of their mask,
// those
//   that wait for them at a merge point are let go: nothing but the simulator makes them wait.
// - The turn of a warp ends when its queue is empty or it spins. A block gives every warp a turn,
// first
//   to last, and looks after each such round whether exited threads have completed a barrier.
#include <array>
#include <bitset>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/plain/access_cost.hpp"
#include "sim/plain/device_memory.hpp"
#include "sim/plain/finding_book.hpp"
#include "sim/plain/image.hpp"
#include "sim/simulate.hpp"

namespace warplab::sim::plain {

inline constexpr unsigned kLanes = 32;
using LaneSet = std::bitset<kLanes>;

// One lane's part of a call.
struct LaneFrame {
  std::vector<Bits> registers;
  bool carry = false;
  // Which basic block set the carry last, and whether by a subtraction.
  std::optional<std::pair<uint32_t, bool>> carry_set;
  std::vector<std::byte> parameters;  // formals, returns and scratch
};

// One activation of a function, shared by the lanes that entered it together.
struct Call {
  const FunctionImage* function = nullptr;
  std::shared_ptr<Call> caller;
  uint32_t call_site = 0;  // the call, in the caller's body
  uint32_t depth = 0;
  uint64_t local_begin = 0;  // of its .local variables, the same for every lane
  std::array<LaneFrame, kLanes> lanes;

  uint64_t local_end() const { return local_begin + function->local_bytes; }
};

// Where lanes that parted meet again: in front of `pc`, or at the exit of the function.
struct MergePoint {
  uint32_t pc = 0;  // ptx::kFunctionExit: the exit
  std::shared_ptr<Call> call;
  std::shared_ptr<MergePoint> outer;
  LaneSet expected, arrived;
};

struct Split {
  uint32_t pc = 0;
  LaneSet lanes;
  std::shared_ptr<Call> call;
  std::shared_ptr<MergePoint> merge;
  // The instruction at `pc` has been counted already: it waited for others.
  bool counted = false;
  // Executes the instruction at `pc` although lanes of its mask are missing.
  bool alone = false;
};

// The lanes that each of some lanes names in its member mask.
using NamedMasks = std::map<unsigned, LaneSet>;

struct Waiting {
  Split split;       // at the instruction that waits
  int barrier = 0;   // of the block; kMembers: for lanes of the warp
  NamedMasks named;  // which
};
inline constexpr int kMembers = -1;

struct Block;

struct Warp {
  Block* block = nullptr;
  uint32_t first_thread = 0;  // of the block
  LaneSet existing, exited;
  LaneSet stored;  // something after the last barrier of the block
  std::optional<Split> running;
  std::deque<Split> ready;
  std::vector<Waiting> waiting;
  // Joined the running split for one instruction only.
  std::vector<Split> parting;
  uint64_t steps = 0;  // warp instructions of the basic blocks entered
  uint64_t work = 0;   // sim/work.hpp
  uint64_t spins = 0;  // backward branches since the last barrier
  bool yielded = false;
  std::array<std::vector<std::byte>, kLanes> local;
  // By group of barriers: the function and branch behind which a lane could not come to them.
  std::map<uint32_t, std::map<unsigned, std::pair<const FunctionImage*, uint32_t>>> left;

  bool can_run() const { return running.has_value() || !ready.empty(); }
};

struct Barrier {
  uint64_t arrived = 0, predicate_true = 0;
  std::optional<uint64_t> expected;  // threads; none: all of the block
  uint64_t absent = 0;               // threads that the block's last warp lacks, if it is there
};

struct Block {
  uint64_t linear = 0;
  Dim3 position;
  uint64_t threads = 0, exited = 0;
  std::vector<Warp> warps;
  std::vector<std::byte> shared;
  std::array<Barrier, 16> barriers;
  std::vector<uint32_t> left;  // groups of barriers of which has been told who left them
};

// What one lane's address turned out to be.
struct Place {
  enum class Memory : uint8_t { global, shared, local, param } memory = Memory::global;
  uint64_t address = 0;  // in global memory; an offset in the others
};

class Machine {
 public:
  Machine(const Image& image, DeviceMemory& memory, const Launch& launch,
          const FunctionImage& kernel, std::vector<std::byte> parameters, const Options& options,
          FindingBook& findings, Report& report);
  // Runs all blocks; false when an error or a cancellation ended it early.
  bool run();
  const Counters& total() const { return total_; }
  const LineCounters& lines() const { return lines_; }
  const TrafficByBuffer& traffic() const { return traffic_; }
  const std::string& output() const { return output_; }

 private:
  enum class AccessKind : uint8_t { load, store, atomic };
  // Lanes of an access by memory, with address or offset.
  using Places = std::map<unsigned, Place>;

  // left_barriers.cpp
  void note_leaving(Warp& warp, const LaneSet& taken);
  std::vector<uint32_t> barrier_groups(const Split& waiting) const;
  // blocks.cpp
  std::unique_ptr<Block> start_block(uint64_t linear);
  bool run_block(Block& block);
  bool after_round(Block& block);
  void run_warp(Warp& warp);
  void step(Warp& warp);
  void next_split(Warp& warp);
  void complete_barrier(Block& block, unsigned number);
  void report_barriers(Block& block, unsigned number);
  uint64_t report_left(Block& block, const Split& waiting);
  void report_group(Block& block, uint32_t group, int line);
  bool can_complete(const Block& block, const Barrier& barrier) const;
  void report_deadlock(Block& block);
  void stop(const Warp& warp, FindingKind kind, const LaneSet& lanes, uint32_t pc,
            const std::string& text);

  // splits.cpp
  bool arrive_where_due(Warp& warp);
  void go_on(Warp& warp);
  void go_to(Warp& warp, uint32_t target);
  void part(Warp& warp, uint32_t merge_pc, const LaneSet& lanes);
  Split left_function(Warp& warp, Split split);
  void exit_lanes(Warp& warp, const LaneSet& lanes);
  bool release_waiting(Warp& warp, const std::shared_ptr<MergePoint>& innermost);
  bool polls_memory(const FunctionImage& function, uint32_t first, uint32_t last) const;
  bool hold_back_unguarded(Warp& warp, const LaneSet& active);
  NamedMasks named_masks(const Warp& warp, unsigned mask_operand) const;
  bool gather(Warp& warp, const NamedMasks& named);
  void after_gathering(Warp& warp);
  void wake_gathering(Warp& warp);
  void branch(Warp& warp, const LaneSet& active);
  void indexed_branch(Warp& warp, const LaneSet& active);
  void call(Warp& warp, const LaneSet& active);
  void ret(Warp& warp, const LaneSet& active);
  void enter_function(Warp& warp, uint32_t number);

  // operands.cpp
  const ptx::Instruction& instruction(const Warp& warp) const;
  LaneFrame& frame(const Warp& warp, unsigned lane) const;
  Bits read(const Warp& warp, unsigned lane, const ptx::Operand& operand, ptx::Type type) const;
  void write(const Warp& warp, unsigned lane, const ptx::Operand& operand, Bits value,
             ptx::Type type) const;
  uint64_t symbol_address(const Warp& warp, const ptx::Operand& operand) const;
  uint64_t special_register(const Warp& warp, unsigned lane, const std::string& name) const;
  LaneSet guarded(const Warp& warp) const;
  void compute(Warp& warp, const LaneSet& active);

  // accesses.cpp
  uint64_t address_of(const Warp& warp, unsigned lane, const ptx::Operand& operand) const;
  Place place_of(ptx::Space space, uint64_t address) const;
  std::byte* reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes, AccessKind kind);
  void complain(Warp& warp, unsigned lane, const Place& place, unsigned bytes, AccessKind kind,
                FindingKind finding);
  void count_access(const Warp& warp, const Places& places, unsigned bytes, AccessKind kind);
  void add_work_of_access(Warp& warp, const Places& places);
  void count_by_buffer(const Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                       AccessKind kind);
  void remember_writer(const Warp& warp, unsigned lane, const Place& place, unsigned bytes);
  std::byte* peek(Warp& warp, unsigned lane, uint64_t generic, unsigned bytes) const;

  // memory_instructions.cpp
  void load(Warp& warp, const LaneSet& active);
  void store(Warp& warp, const LaneSet& active);
  void atomic(Warp& warp, const LaneSet& active);
  void async_copy(Warp& warp, const LaneSet& active);
  void convert_address(Warp& warp, const LaneSet& active);
  void query_space(Warp& warp, const LaneSet& active);

  // warp_instructions.cpp
  void shuffle(Warp& warp, const LaneSet& active);
  void vote(Warp& warp, const LaneSet& active);
  void match(Warp& warp, const LaneSet& active);
  void reduce(Warp& warp, const LaneSet& active);
  void elect(Warp& warp, const LaneSet& active);
  void block_barrier(Warp& warp, const LaneSet& active);
  void misuse(const Warp& warp, unsigned lane, const std::string& text);
  void with_members(Warp& warp, const LaneSet& active, unsigned mask_operand,
                    void (Machine::*execute)(Warp&, const LaneSet&));

  // device_functions.cpp
  void call_device_function(Warp& warp, const LaneSet& active, const std::string& name);
  int print(Warp& warp, unsigned lane);
  uint64_t argument(const Warp& warp, unsigned lane, unsigned index) const;
  void set_result(const Warp& warp, unsigned lane, uint64_t value) const;
  std::optional<std::string> string_at(Warp& warp, unsigned lane, uint64_t address) const;

  void add_work(Warp& warp, uint64_t units);
  Counters& line_counters(const Warp& warp);
  void count(const Warp& warp, Counter counter, uint64_t amount);

  const Image& image_;
  DeviceMemory& memory_;
  const Launch& launch_;
  const FunctionImage& kernel_;
  const std::vector<std::byte> parameters_;
  const Options& options_;
  FindingBook& findings_;
  Report& report_;
  SharedMap shared_;
  Counters total_;
  LineCounters lines_;
  TrafficByBuffer traffic_;
  std::string output_;  // of printf
  bool output_is_full_ = false;
  bool stopped_ = false;
};

}  // namespace warplab::sim::plain
