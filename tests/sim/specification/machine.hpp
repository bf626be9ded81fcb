#pragma once
// What runs: blocks, their warps, and splits of warps with their calls and reconvergence points.
// docs/SIMULATOR.md tells the rules; where it leaves the order open: splits that can run stand in a
// queue. At a divergent branch the side that falls through goes on and the other joins the end of
// the queue; so does a split that gives up its turn, or is let go. The last lanes to arrive at a
// reconvergence point take the others along at once. The turn of a warp ends when its queue is
// empty or it spins; a block gives every warp a turn, first to last.
#include <array>
#include <bitset>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ptx/control_flow.hpp"
#include "sim/access.hpp"
#include "sim/device/address_space.hpp"
#include "specification/access_cost.hpp"
#include "specification/operation.hpp"
#include "specification/specification.hpp"

namespace warplab::specification {

using sim::AccessKind;
using sim::Counter;
using sim::FindingKind;
using sim::kLanes;
using LaneSet = std::bitset<kLanes>;

struct Machine;
struct Warp;
// Executes the instruction that the running split is at, for the lanes that its guard lets through.
using Execute = void (*)(Machine&, Warp&, const LaneSet& active);
struct ExecuteRow {
  std::string_view opcode;
  Execute execute;
};
std::span<const ExecuteRow> control_rows();                     // control.cpp
std::span<const ExecuteRow> memory_rows();                      // load_store.cpp
std::span<const ExecuteRow> exchange_rows();                    // exchange.cpp
std::span<const ExecuteRow> barrier_rows();                     // barriers.cpp
void compute(Machine&, Warp&, const LaneSet& active);           // operands.cpp
void wait_for_members(Machine&, Warp&, const LaneSet& active);  // exchange.cpp: bar.warp.sync

// A kernel, and for its body the functions that execute it and the lines.
struct Function {
  const ptx::Function* parsed = nullptr;
  uint32_t number = 0;
  ptx::ControlFlow flow;
  std::vector<Execute> executes;
  std::vector<Compute> computes;  // null: not only that
  std::vector<int> lines;
  // Offsets: of .local variables, of .shared ones in the block's memory, and of parameters.
  std::vector<uint64_t> variables, parameters;
  uint64_t local_bytes = 0;
};

// Where lanes that parted meet again: in front of `pc`.
struct ReconvergencePoint {
  uint32_t pc = 0;
  std::shared_ptr<ReconvergencePoint> outer;
  LaneSet expected, arrived;
};

struct Split {
  uint32_t pc = 0;
  LaneSet lanes;
  std::shared_ptr<ReconvergencePoint> reconvergence;
  // The instruction at `pc` has been counted already: it waited for others. It executes it although
  // lanes of its mask are missing.
  bool counted = false, alone = false;
  void go_to(uint32_t target) {
    pc = target;
    counted = alone = false;
  }
};

using Masks = std::map<unsigned, LaneSet>;  // what each of some lanes names as its member mask
struct Waiting {
  Split split;      // at the instruction that waits
  int barrier = 0;  // of the block; kMembers: for lanes of the warp
  Masks masks;
};
inline constexpr int kMembers = -1;

struct Warp {
  struct Block* block = nullptr;
  uint32_t first_thread = 0;  // of the block
  LaneSet existing, exited;
  std::optional<Split> running;
  std::deque<Split> ready;
  std::vector<Waiting> waiting;
  std::vector<Split> parting;  // joined the running split for one instruction only
  uint64_t steps = 0;          // warp instructions of the basic blocks entered: its clock
  uint64_t instructions = 0;   // that it has executed
  uint64_t spins = 0;          // backward branches since the last barrier
  bool yielded = false;
  std::array<std::vector<Bits>, kLanes> registers;
  std::array<std::vector<std::byte>, kLanes> local;

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
};

struct Place {                            // what an address turned out to be
  ptx::Space space = ptx::Space::global;  // global (constants, too), shared, local or param
  uint64_t address = 0;                   // an offset but in global memory
};
using Places = std::map<unsigned, Place>;  // by lane

struct Machine {
  const ptx::Module& module;
  const sim::Options& options;
  Observer* observer = nullptr;
  sim::Report report;
  std::vector<Function> functions;              // by number; of kernels alone the body
  std::set<std::pair<FindingKind, int>> found;  // and lines
  bool stopped = false;                         // the launch cannot go on

  // Global memory (memory.cpp).
  sim::AddressSpace addresses;
  std::vector<uint64_t> buffers, variables;     // where they begin
  std::deque<std::vector<std::byte>> storage;   // of variables
  std::vector<std::vector<std::byte>> initial;  // of variables

  // The launch at hand.
  const sim::Launch* launch = nullptr;
  const Function* kernel = nullptr;
  size_t number = 0;
  std::vector<std::byte> parameters;  // as ld.param sees them
  sim::SharedLayout shared;
  std::vector<uint64_t> module_shared;  // offset by index in Module::variables
  sim::LaunchReport counted;

  Machine(const ptx::Module& module, std::span<sim::Buffer> buffers, const sim::Options& options,
          Observer* observer);
  void run(const sim::Launch& launch);

  // machine.cpp
  std::unique_ptr<Block> start_block(uint64_t linear) const;
  bool run_block(Block& block);  // false: all its warps spin
  bool after_round(Block& block);
  void step(Warp& warp);
  // The instruction that the running split is at.
  const ptx::Instruction& instruction(const Warp& warp) const {
    return kernel->parsed->body[warp.running->pc];
  }
  void find(const Warp& warp, FindingKind kind);
  void stop(const Warp& warp, FindingKind kind);
  void count(const Warp& warp, Counter counter, uint64_t amount);
  void count_access(const Warp& warp, const Places& places, unsigned bytes, AccessKind kind);

  // operands.cpp
  LaneSet guarded(const Warp& warp) const;
  Bits read(const Warp& warp, unsigned lane, const ptx::Operand& operand, ptx::Type type) const;
  // A value of `type`; into a wider register with its sign, if it has one.
  void write(Warp& warp, unsigned lane, const ptx::Operand& operand, Bits value,
             ptx::Type type) const;
  void write(Warp& warp, unsigned lane, Bits d, bool p) const;  // into d or d|p
  uint64_t symbol_address(const ptx::Operand& operand) const;
  uint64_t address_of(const Warp& warp, unsigned lane, const ptx::Operand& operand) const;

  // memory.cpp
  void place_shared();
  void begin_launch();
  const sim::Allocation* allocation(uint64_t address, uint64_t bytes) const;
  Place place_of(ptx::Space space, uint64_t address) const;
  // The bytes of an access that is allowed; null, and a finding, for any other.
  std::byte* reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes, AccessKind kind);

  // control.cpp
  void go_to(Warp& warp, uint32_t target);
  bool arrive_where_due(Warp& warp) const;
  void part(Warp& warp, uint32_t pc, const LaneSet& lanes) const;
  bool hold_back_unguarded(Warp& warp, const LaneSet& active) const;
  void split_off(Warp& warp, const LaneSet& staying) const;
  void exit_lanes(Warp& warp, const LaneSet& lanes) const;
  bool release_waiting(Warp& warp, std::shared_ptr<ReconvergencePoint> innermost) const;

  // barriers.cpp
  bool complete_barriers(Block& block);
};

void go_on(Warp& warp);       // behind the instruction
void next_split(Warp& warp);  // the first of the queue runs; none where it is empty
unsigned first_lane(const LaneSet& lanes);
uint64_t aligned_up(uint64_t value, uint64_t alignment);
// Calls `with` for each of `lanes`, lowest first.
template <class With>
void for_lanes(const LaneSet& lanes, With with) {
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes[l]) with(l);
}

}  // namespace warplab::specification
