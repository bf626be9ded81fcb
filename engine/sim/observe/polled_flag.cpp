#include "sim/observe/polled_flag.hpp"

#include <algorithm>

#include "ptx/control_flow.hpp"
#include "ptx/opcode.hpp"
#include "sim/wait_loops.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Function;
using ptx::Instruction;

bool is_barrier(const Instruction& i) { return ptx::is(i, Family::barrier) && !i.has("warp"); }

bool tells_others(const Instruction& i) {
  if (ptx::is(i, Family::atomic)) return true;
  return ptx::is(i, Family::store) &&
         (i.has("volatile") || i.has("relaxed") || i.has("release") || i.has("mmio"));
}

struct Flag {
  bool is_there = false, orders = false;
};

// What the thread that writes stores there or behind it.
Flag flag_stored(const Function& function, size_t write) {
  Flag flag;
  for (size_t k = write; k < function.body.size() && !is_barrier(function.body[k]); ++k) {
    const Instruction& i = function.body[k];
    if (!tells_others(i)) continue;
    flag.is_there = true;
    flag.orders |= i.has("release") || i.has("acq_rel");
  }
  return flag;
}

bool acquires(const Function& function, uint32_t begin, uint32_t end) {
  return std::any_of(function.body.begin() + begin, function.body.begin() + end + 1,
                     [](const Instruction& i) { return i.has("acquire") || i.has("acq_rel"); });
}

int line_of(const Program& program, uint32_t function, uint32_t begin, uint32_t end) {
  int line = 0;
  for (const Site& s : program.sites)
    if (s.function == function && s.index >= begin && s.index <= end && s.line > 0 &&
        (line == 0 || s.line < line))
      line = s.line;
  return line;
}

}  // namespace

int line_that_polls(const Program& program, uint32_t write, uint32_t read) {
  const Site &writer = program.sites[write], &reader = program.sites[read];
  const Flag flag = flag_stored(program.module->functions[writer.function], writer.index);
  if (!flag.is_there) return 0;
  const Function& function = program.module->functions[reader.function];
  const WaitLoops loops = wait_loops(function, ptx::control_flow(function));
  // The last one that begins before what is read, or is that itself.
  for (size_t n = loops.ends.size(); n-- > 0;) {
    const uint32_t end = loops.ends[n], begin = function.body[end].operands[0].target;
    if (begin > reader.index) continue;
    const auto from = function.body.begin() + std::min(end, reader.index);
    if (std::any_of(from, function.body.begin() + reader.index, is_barrier)) return 0;
    if (flag.orders && acquires(function, begin, end)) return 0;
    return line_of(program, reader.function, begin, end);
  }
  return 0;
}

}  // namespace warplab::sim
