#pragma once
// A parsed module made ready for the plain engine: for every instruction what kind it is and which
// line it belongs to, for every variable where it lies in its memory. Nothing is translated.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "ptx/barrier_exits.hpp"
#include "ptx/control_flow.hpp"
#include "ptx/module.hpp"
#include "specification/operation.hpp"
#include "sim/refusal.hpp"
#include "sim/wait_loops.hpp"

namespace warplab::sim::plain {

// What an instruction does besides computing.
enum class Family : uint8_t {
  compute,
  load,
  store,
  atomic,
  async_copy,
  async_copy_wait,
  branch,
  indexed_branch,
  call,
  ret,
  exit,
  trap,
  block_barrier,
  warp_barrier,
  object,  // mbarrier, but for
  object_wait,
  shuffle,
  vote,
  match,
  reduce,
  active_mask,
  elect,
  convert_address,
  query_space,
  hint,  // fences, prefetches, nanosleep: nothing to do here
};

struct FunctionImage {
  const ptx::Function* function = nullptr;
  uint32_t number = 0;  // index into ptx::Module::functions
  ptx::ControlFlow flow;
  WaitLoops waits;
  std::vector<Family> families;  // parallel to Function::body, as are the next two
  std::vector<Compute> computes;
  std::vector<int> lines;  // in the student's file
  // Byte offsets: of .local variables in the frame, of .param ones in the frame's parameter memory.
  // 0 for .shared ones, which SharedMap places.
  std::vector<uint64_t> variable_offsets;
  std::vector<uint64_t> parameter_offsets, return_offsets;
  uint64_t local_bytes = 0;
  // Of the parameter memory: all of it, and the formal parameters alone, which come first.
  uint64_t parameter_bytes = 0, formal_bytes = 0;
};

struct Image {
  const ptx::Module* module = nullptr;
  std::vector<FunctionImage> functions;  // parallel to ptx::Module::functions
  ptx::ModuleBarriers barriers;
};

// The error names the first instruction that is not supported, with its line in `student_file`, in
// the functions that `kernels` may reach.
Result<Image, Refusal> make_image(const ptx::Module& module,
                                  const std::vector<std::string>& kernels,
                                  std::string_view student_file);

// The family of an instruction; nothing when it is not supported.
std::optional<Family> family_of(const ptx::Instruction& instruction);

uint64_t aligned_up(uint64_t value, uint64_t alignment);

}  // namespace warplab::sim::plain
