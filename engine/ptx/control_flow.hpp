#pragma once
// Basic blocks of a function and where diverging lanes meet again.
#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

struct BasicBlock {
  uint32_t first = 0, last = 0;  // instruction indices, half open: [first, last)
  // Block indices, each once: where the block falls through comes first, then the targets of its
  // branch. None: leaves the function. A guarded `ret` has only the block it falls through to.
  std::vector<uint32_t> successors;
  // Immediate post-dominator: the block where lanes that part at the end of this block meet again;
  // kFunctionExit when they only meet when leaving the function.
  uint32_t immediate_post_dominator = 0;
};
constexpr uint32_t kFunctionExit = ~0u;

struct ControlFlow {
  std::vector<BasicBlock> blocks;  // in text order; block 0 is the entry
  std::vector<uint32_t> block_of;  // instruction index -> block
};

ControlFlow control_flow(const Function& function);

}  // namespace warplab::ptx
