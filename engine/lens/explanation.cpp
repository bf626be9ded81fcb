#include "lens/explanation.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "exercise/exercise.hpp"

namespace warplab::lens {
namespace {

using Link = Explanation::Link;

// --- what a launch does with memory

constexpr Explanation kSectors = {
    "Global memory is moved in sectors of 32 bytes, and a sector is moved whole even if one lane "
    "asks for one byte of it. So a warp is cheapest when its lanes stand beside one another in "
    "memory, and most expensive when each of them is in a sector of its own.",
    "Look at the index in the marked line: the term with threadIdx.x must move by one element from "
    "lane to lane.",
    Link::sectors};
constexpr Explanation kRequests = {
    "Each memory instruction of a warp is one request, which takes a place in the load and store "
    "units whatever it moves. The same bytes in fewer instructions leave these units free for "
    "others.",
    "Look for values that are loaded again in each round of a loop, and for lanes that have left: "
    "both make requests that bring nothing new.",
    Link::sectors};
constexpr Explanation kBytes = {
    "Every byte that a lane asks for has to come through the memory system, even when another lane "
    "had it a moment ago. What a thread needs twice belongs in a register, and what a block needs "
    "twice in shared memory.",
    "Look for the same element in the indices of two lines, or of one line in two rounds of a "
    "loop.",
    Link::sectors};
constexpr Explanation kGlobalAtomics = {
    "An atomic reads, changes and writes its word as one step, so two atomics on one address never "
    "overlap. A whole warp on one address therefore takes 32 turns.",
    "Add up in a register or in shared memory first, and make one atomic for each warp or block.",
    Link::atomics};
constexpr Explanation kSharedRequests = {
    "Each access to shared memory is an instruction of the warp, although no global memory moves. "
    "Registers are faster still and need no instruction of their own.",
    "Look for words of the tile that the same thread reads again and again: keep them in a "
    "variable.",
    Link::banks};
constexpr Explanation kSharedPasses = {
    "Shared memory has 32 banks, each of which gives one word of 4 bytes in a pass. A request "
    "takes "
    "as many passes as the fullest bank has different words; accesses of 8 and 16 bytes need two "
    "and four at least.",
    "Look at how many words each lane reads, and at the bank of each: the number of the word "
    "modulo "
    "32.",
    Link::banks};
constexpr Explanation kBankConflicts = {
    "Shared memory has 32 banks, and a bank gives one word of 4 bytes in a pass. Lanes that want "
    "different words of the same bank wait for one another, which happens when they step by a "
    "multiple of 32 words, as down the column of a tile 32 wide.",
    "Look at the index of the fastest dimension: a tile with one column more, tile[32][33], puts "
    "each row into other banks.",
    Link::banks};
constexpr Explanation kSharedAtomics = {
    "An atomic on shared memory changes one word at a time in each bank. Lanes that update one "
    "word, or words of one bank, take turns.",
    "Give each warp, or each lane, a place of its own, and add up the places at the end.",
    Link::atomics};
constexpr Explanation kLocal = {
    "Local memory is global memory that belongs to one thread, although its name sounds close. The "
    "compiler uses it for arrays whose index it cannot work out, and for variables that find no "
    "register.",
    "Look for a small array inside the kernel: with loops of fixed length it can stay in "
    "registers.",
    Link::sectors};
constexpr Explanation kConstant = {
    "Constants come through a cache that gives one address to the whole warp at once. Lanes that "
    "ask for different addresses are served one after the other.",
    "Look at the index of the constant: it should not depend on threadIdx.", Link::sectors};
constexpr Explanation kParameters = {
    "A kernel's arguments lie in constant memory, from where each is loaded by an instruction. The "
    "compiler loads them once, unless the kernel hides that they do not change.",
    "Look for arguments that are passed as large structures.", Link::statement};

// --- what a launch executes

constexpr Explanation kInstructions = {
    "A warp issues one instruction at a time for all its lanes, and each takes a place in the "
    "schedule, whether it computes a result or an index. Instructions that all rounds of a loop "
    "repeat count most.",
    "Look at the loop that runs most often, and move out of it what does not change.",
    Link::statement};
constexpr Explanation kBusiest = {
    "A launch is over when its last warp is done, so one warp or block that does most of the work "
    "keeps the rest of the GPU waiting. Work that is spread evenly ends at the same time "
    "everywhere.",
    "Look for a condition that gives a loop to one thread, one warp or one block.",
    Link::statement};
constexpr Explanation kLanes = {
    "The 32 lanes of a warp share one instruction, and a lane that has left or is masked off "
    "leaves "
    "its part of the hardware idle. Full warps do the most for each instruction.",
    "Look at the conditions with threadIdx: the threads that go on should be neighbours that fill "
    "whole warps.",
    Link::statement};
constexpr Explanation kDivergence = {
    "When the lanes of a warp disagree at a branch, the warp takes both ways one after the other. "
    "Lanes of the other way wait each time.",
    "Look at the condition in the marked line: it should be the same for 32 neighbours.",
    Link::statement};
constexpr Explanation kBarriers = {
    "At a barrier every warp of the block waits for the slowest one. Each barrier empties the "
    "pipeline that other warps had filled.",
    "Look for barriers between steps that touch different words; keep those that separate a write "
    "from another thread's read.",
    Link::statement};
constexpr Explanation kExchanges = {
    "A shuffle or vote hands values from lane to lane without any memory. It still is an "
    "instruction that all lanes named in its mask must reach.",
    "Look at how many exchanges one result takes: 32 values need five steps.", Link::statement};
constexpr Explanation kThroughShared = {
    "Threads of a block hand values to each other in shared memory: an array that is declared with "
    "__shared__, of which the block has one. Some threads store in it, all wait at "
    "__syncthreads(), and others load from it.",
    "Look for the __shared__ array, and at what is stored there and loaded from there.",
    Link::statement};
constexpr Explanation kOtherMemory = {
    "What one thread alone needs belongs in a variable, which the compiler keeps in a register. "
    "Global memory beside what the exercise is about costs sectors like any other.",
    "Look at what the marked line loads or stores: a value that changes often can stay in a "
    "variable, and be stored once.",
    Link::sectors};
constexpr Explanation kTime = {
    "A kernel takes as long as the busiest part of the GPU: the memory that it moves, the "
    "instructions that it issues, or the waiting between them. Fewer sectors help where memory is "
    "the limit, and more independent work where the kernel waits.",
    "Look at the counters first: sectors beyond the ideal, bank conflicts, and idle lanes.",
    Link::sectors};

// --- what a kernel does wrong

constexpr Explanation kOutOfBounds = {
    "A GPU does not check an index; it accesses whatever lies at that address. That may be another "
    "buffer, which then holds wrong values, or no memory at all, which ends the program.",
    "Look at the index, and at the condition in front of the access: the last block of a "
    "rounded-up grid has threads without an element."};
constexpr Explanation kMisaligned = {
    "An access of 4, 8 or 16 bytes must begin at a multiple of its size, since the hardware moves "
    "it as one piece. A GPU ends the kernel at any other address.",
    "Look at casts such as reinterpret_cast<float4*>, and at the offset that is added before "
    "them."};
constexpr Explanation kNullPointer = {
    "Address 0 belongs to no buffer. A GPU ends the kernel when a lane touches it.",
    "Look at where the pointer gets its value on the way to the marked line: malloc() and new "
    "return a null pointer when the heap is full."};
constexpr Explanation kReadOnlyWrite = {
    "Inputs are shared by all threads, and by the checks that come afterwards. A thread that "
    "changes one changes what others read, in an order that nobody knows.",
    "Look at the left side of the assignment: it may name the wrong buffer, or the kernel's "
    "parameters may be in another order than in the starter."};
constexpr Explanation kUninitialized = {
    "Memory and registers hold whatever was left there by others. So a result that depends on a "
    "value nobody wrote may be right today and wrong tomorrow.",
    "Look for the first write of that variable or element: it may be missing, or in a branch that "
    "not every thread takes."};
constexpr Explanation kNeverWritten = {
    "A GPU runs only what the grid covers, and each thread writes only what its index says. An "
    "element that no thread is in charge of keeps its old content.",
    "Look at the index, which may leave elements without a thread, and for threads that leave "
    "early."};
constexpr Explanation kRace = {
    "Threads run in an order that the hardware chooses anew each time. When one writes what "
    "another "
    "reads or writes and nothing orders them, the result depends on who comes first.",
    "Look at both lines named: __syncthreads() between them orders a block, an atomic orders an "
    "update."};
constexpr Explanation kWarpSynchronous = {
    "Since Volta the lanes of a warp need not run in step: each has its own program counter. "
    "Another lane is sure to see what one lane writes only after __syncthreads() or, within one "
    "warp, __syncwarp().",
    "Put __syncthreads() between the write and the read, __syncwarp() where all of them are in one "
    "warp, or hand the value over with a shuffle."};
constexpr Explanation kBarrierDivergence = {
    "__syncthreads() counts the threads that arrive, and all of the block must arrive at the same "
    "one. Threads that have left or wait at another barrier make the rest wait for ever, or go on "
    "too early.",
    "Look for a return or an if around the barrier whose condition differs between threads."};
constexpr Explanation kDeadlock = {
    "Each of these threads waits for something that only another waiting thread could do. A GPU "
    "would hang until it is reset.",
    "Look at who should wake them: a barrier that not all reach, or a lock that nobody releases."};
constexpr Explanation kStepLimit = {
    "The kernel did far more work than the exercise can need, so it was stopped. Most often a loop "
    "never meets its condition.",
    "Look at the loop in the marked line, and at whether its variable ever reaches the value that "
    "ends it."};
constexpr Explanation kStackOverflow = {
    "Each thread has a small stack of its own, for calls that could not be inlined. Recursion uses "
    "it up quickly, since thousands of threads need theirs at once.",
    "Look for a function that calls itself, and for large arrays in it."};
constexpr Explanation kDeviceAssert = {
    "assert() ends the whole kernel when its condition is false in one thread. Nothing that was "
    "computed by then can be trusted.",
    "Look at the values in the condition, in the thread that is named."};
constexpr Explanation kTrap = {
    "The kernel reached an instruction that ends it at once. The compiler also puts one in places "
    "that a program can reach only by mistake.",
    "Look for __trap(), for atomics on variables of the thread's own, and for a function without a "
    "return."};
constexpr Explanation kUndefinedBehavior = {
    "The language or the hardware does not say what happens here. Each compiler and each GPU may "
    "do "
    "something else, and the result need not be the same twice.",
    "Look at the operation in the marked line, and at the values for which it is not defined."};
constexpr Explanation kUnsupported = {
    "The simulator does not know an instruction that this kernel uses. A GPU may well know it, so "
    "nothing is said about whether the kernel is right.",
    "Look for inline assembly and for rare functions in the marked line."};
constexpr Explanation kLaunchFailure = {
    "A launch asks for threads, registers and shared memory, and each GPU has limits for them. "
    "Beyond a limit it does not start the kernel at all.",
    "Look at the shape of the block, and at the arrays that are __shared__."};
constexpr Explanation kOutputLimit = {
    "printf() of a kernel writes into a buffer of fixed size that is read after the launch. What "
    "does not fit is lost.",
    "Print from one thread only: if (threadIdx.x == 0 && blockIdx.x == 0)."};
constexpr Explanation kNote = {
    "This is no fault. It is said because the line does something that is easy to misread.",
    "Look at the marked line, and decide whether it does what you meant."};

// --- gates over the whole run

constexpr Explanation kCompiles = {
    "Nothing can be run before the compiler understands the file. One slip often makes several "
    "messages, of which the first is the true one.",
    "Look at the first message, at its line and at the line above it."};
constexpr Explanation kTerminates = {
    "A launch is over when every thread has ended, and only then does its result count. A kernel "
    "that is stopped leaves its buffers half done.",
    "Look at the finding that ended it."};
constexpr Explanation kCorrect = {
    "Every element of the answer is compared with one that was computed in another way. Wrong "
    "elements often lie in a pattern: one row, one tile, everything beyond some index.",
    "Look at which elements are wrong, and at the thread and line that wrote the first of them."};
constexpr Explanation kSameOnGpu = {
    "The kernel gave another answer on the GPU than in the simulator. That happens when the answer "
    "depends on the order of threads, or on values that nobody wrote.",
    "Look for a value that two threads exchange without a barrier or an atomic."};
constexpr Explanation kPlausibleTime = {
    "No GPU moves data faster than its memory does. A shorter time means that work was left out "
    "where it could be measured.",
    "Look for results of an earlier launch that are used again."};

const Explanation* of_built_in(std::string_view name) {
  struct Row {
    std::string_view gate;
    const Explanation* text;
  };
  static constexpr Row kRows[] = {{"compiles", &kCompiles},
                                  {"supported", &kUnsupported},
                                  {"launches", &kLaunchFailure},
                                  {"terminates", &kTerminates},
                                  {"in_bounds", &kOutOfBounds},
                                  {"initialized", &kUninitialized},
                                  {"race_free", &kRace},
                                  {"correct", &kCorrect},
                                  {"same_on_gpu", &kSameOnGpu},
                                  {"right_when_timed", &kSameOnGpu},
                                  {"plausible_time", &kPlausibleTime}};
  for (const Row& row : kRows)
    if (row.gate == name) return row.text;
  return nullptr;
}

// The names in an expression, in their order: "in.load.sectors", "reference.global.sectors".
std::vector<std::string_view> names_in(std::string_view metric) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::vector<std::string_view> names;
  while (!metric.empty()) {
    const auto length = static_cast<size_t>(
        std::find_if_not(metric.begin(), metric.end(), is_part) - metric.begin());
    if (length > 0) names.push_back(metric.substr(0, length));
    metric.remove_prefix(std::max<size_t>(length, 1));
  }
  return names;
}

const Explanation* of_counted(std::string_view name) {
  if (const auto counter = data::counter_named(name)) return &lens::explanation_of(*counter);
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || name.starts_with("reference.")) return nullptr;
  if (const auto counter = data::buffer_counter_named(name.substr(dot + 1)))
    return &lens::explanation_of(*counter);
  return nullptr;
}

// All of global memory but for some buffers: "global.sectors - in.sectors - out.sectors".
bool is_about_other_memory(const verdict::GateResult& gate) {
  return gate.metric.starts_with("global.") && gate.metric.find(" - ") != std::string::npos &&
         !gate.limit_is_minimum;
}

}  // namespace

const Explanation& explanation_of(sim::FindingKind kind) {
  using enum sim::FindingKind;
  switch (kind) {
    case out_of_bounds: return kOutOfBounds;
    case misaligned: return kMisaligned;
    case null_pointer: return kNullPointer;
    case read_only_write: return kReadOnlyWrite;
    case uninitialized: return kUninitialized;
    case never_written: return kNeverWritten;
    case race: return kRace;
    case warp_synchronous: return kWarpSynchronous;
    case barrier_divergence: return kBarrierDivergence;
    case deadlock: return kDeadlock;
    case step_limit: return kStepLimit;
    case stack_overflow: return kStackOverflow;
    case device_assert: return kDeviceAssert;
    case trap: return kTrap;
    case undefined_behavior: return kUndefinedBehavior;
    case unsupported: return kUnsupported;
    case launch_failure: return kLaunchFailure;
    case output_limit: return kOutputLimit;
    case note: return kNote;
  }
  return kNote;
}

const Explanation& explanation_of(data::Counter counter) {
  using enum data::Counter;
  switch (counter) {
    case global_load_sectors:
    case global_store_sectors:
    case global_sectors: return kSectors;
    case global_load_requests:
    case global_store_requests:
    case global_requests: return kRequests;
    case global_load_bytes:
    case global_store_bytes:
    case global_bytes: return kBytes;
    case global_atomic_requests:
    case global_atomic_sectors:
    case global_atomic_bytes: return kGlobalAtomics;
    case shared_load_requests:
    case shared_store_requests:
    case shared_requests: return kSharedRequests;
    case shared_load_wavefronts:
    case shared_store_wavefronts:
    case shared_wavefronts: return kSharedPasses;
    case shared_load_bank_conflicts:
    case shared_store_bank_conflicts:
    case shared_bank_conflicts: return kBankConflicts;
    case shared_atomic_requests:
    case shared_atomic_wavefronts:
    case shared_atomic_bank_conflicts: return kSharedAtomics;
    case local_load_requests:
    case local_load_sectors:
    case local_store_requests:
    case local_store_sectors:
    case local_requests:
    case local_sectors:
    case spilled_sectors: return kLocal;
    case constant_requests:
    case constant_sectors: return kConstant;
    case param_requests: return kParameters;
    case warp_instructions:
    case weighted_instructions: return kInstructions;
    case thread_instructions: return kLanes;
    case branches: return kInstructions;
    case branches_divergent: return kDivergence;
    case barriers: return kBarriers;
    case warp_exchanges:
    case warp_votes: return kExchanges;
    case busiest_warp:
    case busiest_block: return kBusiest;
  }
  return kInstructions;
}

const Explanation& explanation_of(data::BufferCounter counter) {
  using enum data::BufferCounter;
  switch (counter) {
    case load_sectors:
    case store_sectors:
    case sectors: return kSectors;
    case load_requests:
    case store_requests:
    case requests: return kRequests;
    case load_bytes:
    case store_bytes:
    case bytes: return kBytes;
    case atomic_requests:
    case atomic_sectors:
    case atomic_bytes: return kGlobalAtomics;
  }
  return kBytes;
}

const Explanation& explanation_of(const data::LoggedAccess& access) {
  const bool is_atomic = access.kind == data::TraceKind::atomic;
  switch (access.space) {
    case data::TraceSpace::shared: return is_atomic ? kSharedAtomics : kBankConflicts;
    case data::TraceSpace::local: return kLocal;
    case data::TraceSpace::constant: return kConstant;
    case data::TraceSpace::global: break;
  }
  return is_atomic ? kGlobalAtomics : kSectors;
}

const Explanation* explanation_of(const verdict::GateResult& gate) {
  if (gate.is_consequence) return nullptr;
  if (gate.finding) return &explanation_of(gate.finding->kind);
  for (const std::string_view name : {std::string_view(gate.metric), std::string_view(gate.name)})
    if (const Explanation* const text = of_built_in(name)) return text;
  if (is_about_other_memory(gate)) return &kOtherMemory;
  for (const std::string_view name : names_in(gate.metric))
    if (const Explanation* const text = of_counted(name))
      return text == &kSharedPasses && gate.limit_is_minimum ? &kThroughShared : text;
  if (gate.source != verdict::Source::counted || exercise::is_timed_metric(gate.metric))
    return &kTime;
  return nullptr;
}

}  // namespace warplab::lens
