#pragma once
// What the simulator should do with a launch, said by the plainest means: one lane at a time,
// straight from the PTX, with no fast paths and no sentences. The oracle of tests and of a fuzzer.
// What it says: the bytes of buffers, the counters of each line, and the kind and line of what is
// wrong. docs/SIMULATOR.md, "How it is tested", has what it leaves out and who says that.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/report.hpp"

namespace warplab::specification {

// A warp is about to execute an instruction.
struct Step {
  size_t launch = 0;
  uint64_t block = 0;                          // in the grid
  uint32_t warp = 0, function = 0, index = 0;  // in the block, the module, the function's body
  uint32_t lanes = 0;                          // that come to it
  std::span<const std::byte> shared;           // while the function runs
  // The 64 bits from bit 64 * `word` on, of a register of that function.
  std::function<uint64_t(uint32_t reg, unsigned lane, unsigned word)> register_bits;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void instruction(const Step& step) = 0;
  // All warps of the block have only spun, and it makes way for others.
  virtual void block_waits(size_t /*launch*/, uint64_t /*block*/) {}
};

// The first instruction in a module of which nothing is said, as it is spelled: calls of functions
// (but for assert()), branches by a table, what comes later (barrier objects, asynchronous copies),
// approximations, rare arithmetic. Empty where there is none.
std::string left_out(const ptx::Module& module);

// Launches that simulate() does not refuse, of a module without anything that is left out: nothing
// is checked again. A Finding has its kind and line alone; of Options, `student_file`,
// `clock_khz` and the limit of a warp's work (here a unit is an instruction) are used.
sim::Report run(const ptx::Module& module, std::span<sim::Buffer> buffers,
                std::span<const sim::Launch> launches, const sim::Options& options,
                Observer* observer = nullptr);

}  // namespace warplab::specification
