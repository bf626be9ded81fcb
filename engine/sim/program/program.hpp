#pragma once
// A kernel and all it may call, decoded for the warp interpreter: dense micro-operations, registers
// renumbered to places in a frame, branch targets as micro-operations, one counter slot for each
// basic block and memory access.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ptx/barrier_exits.hpp"
#include "ptx/control_flow.hpp"
#include "ptx/module.hpp"
#include "sim/access.hpp"
#include "sim/device/address_space.hpp"
#include "sim/program/atomic_row.hpp"
#include "sim/program/matrix.hpp"

namespace warplab::sim {

struct Warp;
struct MicroOp;
// Executes one instruction for the active lanes and returns the next one; null: this warp's turn
// ends.
using Handler = const MicroOp* (*)(Warp&, const MicroOp*);

// Where an operand's 32 lanes lie: a byte offset into the frame or, with this bit, into the
// program's pool of constants (every immediate operand, repeated for 32 lanes).
using Place = uint32_t;
constexpr Place kConstantPlace = 0x8000'0000u;
constexpr Place kNowhere = 0x7fff'ffffu;  // the sink operand "_", or no operand

// Bytes of one operand's 32 lanes: predicates are one 32-bit mask, narrow types live in 32-bit
// lanes.
constexpr uint32_t kBytesPerPredicate = 4, kBytesPerNarrow = 128, kBytesPerWide = 256;

// One step of a decoded program: a PTX instruction is one micro-operation or several.
struct MicroOp {
  Handler run = nullptr;
  Place d = kNowhere, a = kNowhere, b = kNowhere, c = kNowhere;
  uint64_t imm = 0;          // address offset, or what the handler says
  Handler inner = nullptr;   // what a guard lets through, or a family's second step
  Place guard = kNowhere;    // predicate of @p
  union {                    // the one of which the handler's declaration speaks
    uint32_t fifth = 0;      // Place of one operand more: a carry, a second predicate
    uint32_t vector;         // index into Program::vectors
    uint32_t update;         // ... into Program::updates
    uint32_t call;           // ... into Program::calls
    uint32_t product;        // ... into Program::products
    uint32_t fragment;       // ... into Program::fragments
    uint32_t table;          // ... into Program::branch_tables
    uint32_t block;          // ... into Program::blocks
    uint32_t source_memory;  // ... into Program::memory_sites
    uint32_t slot;           // ... into SlotCounters::branches
    uint32_t kind;           // AccessKind, FenceKind or ptx::Space
    uint32_t traits;         // object_flag
    uint32_t bytes;          // that are copied
  };
  uint32_t site = 0;    // index into Program::sites
  uint32_t memory = 0;  // index into Program::memory_sites (memory instructions)
  uint32_t flags = 0;   // bits below, and handler-specific ones
};
constexpr uint32_t kGuardNegated = 1u << 31;
// An atomic, a volatile access, or one with a memory order: what it meets depends on when it comes.
constexpr uint32_t kOrderingAccess = 1u << 29;

// One PTX instruction: where it came from.
struct Site {
  uint32_t function = 0;
  uint32_t index = 0;          // in ptx::Function::body
  int line = 0;                // in the student's file
  bool serves_printf = false;  // counts nothing (sim/serves_printf.hpp)
};

// One memory instruction in one state space; a generic access has four, in the order global,
// shared, local, param, so that it can be counted where it turns out to go.
struct MemorySite {
  uint32_t site = 0;
  ptx::Space space = ptx::Space::global;
  AccessKind kind = AccessKind::load;
  // It writes, and may take effect late (access_flag::kMayComeLate); or it reads what others write
  // so. Both are strong, and so is a write that does not come late.
  bool may_come_late = false, looks = false, is_strong = false;
};

struct BlockSite {
  uint32_t function = 0, block = 0;
  uint32_t instructions = 0;  // PTX instructions in it
  uint32_t first_site = 0;    // their sites are consecutive
};

// Vector operands, `count` places of `width` lanes each.
struct VectorOperand {
  std::vector<Place> places;
};

// A scratch variable for arguments or results: 32 lanes interleaved by 4-byte words, in the frame.
struct ParameterArea {
  uint32_t offset = 0;  // in the frame
  uint32_t bytes = 0;
};

struct CallSite {
  int function = -1;  // -1: through a register (MicroOp::a)
  std::vector<ParameterArea> arguments, results;
};

// What an instruction reads and writes, for the observers of exact tracking.
struct OperandUse {
  Place place = kNowhere;
  uint8_t bytes = 0;  // a lane: 0 predicate, 4 or 8
  uint32_t reg = 0;   // in ptx::Function::registers
};
struct MicroOpOperands {
  bool is_first = false;  // the first micro-operation of a PTX instruction
  // The micro-operation that does what the PTX instruction says; false: one that helps it (a guard,
  // a reconvergence point, the load of an asynchronous copy) or opens a basic block.
  bool is_main = false;
  std::vector<OperandUse> reads, writes;
};

// An instruction whose result depends on what other threads did before it.
struct OrderSite {
  uint32_t site = 0;
  // Updates of memory whose old value nobody uses give the same in every order as long as all are
  // of one operation, which is this, "add" or "max.s32". Empty: the order matters by itself.
  std::string operation;
};

struct FunctionCode {
  uint32_t ptx_function = 0;
  uint32_t entry = 0;                              // index into Program::code
  uint32_t frame_bytes = 0;                        // registers and parameter areas, 64-byte aligned
  uint32_t areas_begin = 0, areas_bytes = 0;       // of them, parameter areas and carry bits
  uint32_t local_bytes = 0;                        // a thread's .local variables
  uint32_t work_of_call = 0;                       // sim/work.hpp
  std::vector<ParameterArea> parameters, results;  // of device functions
  std::vector<Place> zeroed;  // narrow or wide places read before they are written
  std::vector<uint32_t> zeroed_bytes;
};

// At a branch: the lanes that take it, or those that do not, leave the barriers of a group for
// good.
struct LeftBarrier {
  uint32_t group = 0;
  bool jumping = false;
};

// What is counted between the beginning of a loop that only waits (sim/wait_loops.hpp) and its
// branch back: slots [first, last) of blocks, memory sites and branches.
struct WaitLoop {
  struct Slots {
    uint32_t first = 0, last = 0;
  };
  Slots blocks, memory, branches;
};

struct Program {
  const ptx::Module* module = nullptr;
  std::vector<MicroOp> code;
  std::vector<MicroOpOperands> uses;    // parallel to code
  std::vector<FunctionCode> functions;  // parallel to module->functions; entry of unused ones is 0
  std::vector<Site> sites;
  std::vector<MemorySite> memory_sites;
  std::vector<BlockSite> blocks;
  std::vector<OrderSite> order_sites;  // by site
  std::vector<VectorOperand> vectors;
  std::vector<CallSite> calls;
  std::vector<AtomicRow> updates;
  std::vector<Fragment> fragments;  // of wmma.load and wmma.store
  std::vector<MatrixProduct> products;
  std::vector<std::vector<uint32_t>> branch_tables;  // brx.idx: code indices
  std::vector<WaitLoop> wait_loops;                  // by MicroOp::b of their branches back
  ptx::ModuleBarriers barriers;
  std::vector<std::vector<LeftBarrier>> left_barriers;  // by MicroOp::memory of those branches
  struct alignas(64) Chunk {
    uint8_t bytes[64];
  };
  std::vector<Chunk> constants;  // pool of immediates, 32 lanes each
  // Other barriers than those of the whole block: of some warps, of lanes, objects in shared
  // memory.
  bool has_partial_barriers = false;
  uint32_t branch_site_count = 0;      // slots for divergent branches, barriers and sleeps
  std::vector<uint32_t> branch_sites;  // slot -> site
  SharedLayout shared;
  // log2 of the bytes of the smallest access that shared or global memory may meet, at most of a
  // word: in units of so many bytes threads are told apart in shared memory, and in what malloc()
  // gives, which has no element.
  uint32_t shared_unit_shift = 2, global_unit_shift = 2;
  // The same of stores and atomics to global memory alone.
  uint32_t global_write_shift = 2;
  uint32_t kernel = 0;  // index into functions
  // The answer may depend on the order of blocks: atomics whose old value is used, float atomics,
  // atomics of two kinds, volatile or ordered accesses, printf. Such kernels run on one
  // host thread.
  bool order_dependent = false;
  std::string commuting;  // the kind of its atomics of global memory so far, while it is one
};

}  // namespace warplab::sim
