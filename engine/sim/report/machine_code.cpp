#include "sim/report/machine_code.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

// What functions take that the kernel may call is not among its own bytes if the call is recursive.
bool may_call_for_local_memory(const ptx::Module& module) {
  return std::ranges::any_of(module.functions, [](const ptx::Function& f) {
    return !f.is_kernel && std::ranges::any_of(f.variables, [](const ptx::Variable& v) {
      return v.space == ptx::Space::local;
    });
  });
}

void leave_out_local_memory(Counters& counters) {
  using enum Counter;
  for (const Counter c : {local_load_requests, local_load_sectors, local_store_requests,
                          local_store_sectors, local_requests, local_sectors})
    counters[c] = 0;
}

}  // namespace

void count_machine_code(const ptx::Module& module, const Launch& launch, const MachineCode& code,
                        LaunchReport& report) {
  if (code.local_bytes == 0 && !may_call_for_local_memory(module)) {
    leave_out_local_memory(report.total);
    for (auto& [line, counters] : report.lines) leave_out_local_memory(counters);
  }
  // A word of 32 lanes is 4 sectors.
  const uint64_t warps = launch.grid.volume() * ((launch.block.volume() + 31) / 32);
  report.total[Counter::spilled_sectors] = code.spilled_bytes * warps;
}

}  // namespace warplab::sim
