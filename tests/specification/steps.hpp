#pragma once
// The plain engine, watched instruction by instruction: the oracle for walks (sim/steps.hpp).
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

// A warp is about to execute an instruction. What it points to is there only while the function
// runs.
struct PlainStep {
  size_t launch = 0;
  uint64_t block = 0;                // in the grid
  uint32_t warp = 0;                 // in the block
  uint32_t function = 0, index = 0;  // in ptx::Module::functions and its body
  uint32_t lanes = 0;                // that come to it
  std::span<const std::byte> shared;
  const void* call = nullptr;  // see register_bits()

  // The 64 bits from bit 64 * `word` on, of a register of that function.
  uint64_t register_bits(uint32_t reg, unsigned lane, unsigned word) const;
};

class PlainObserver {
 public:
  virtual ~PlainObserver() = default;
  virtual void instruction(const PlainStep& step) = 0;
  // All warps of the block have only spun, and it makes way for others.
  virtual void block_waits(size_t /*launch*/, uint64_t /*block*/) {}
};

Result<Report, Refusal> simulate_plainly_observed(const ptx::Module& module,
                                                  std::span<Buffer> buffers,
                                                  std::span<const Launch> launches,
                                                  const Options& options, PlainObserver& observer);

}  // namespace warplab::sim
