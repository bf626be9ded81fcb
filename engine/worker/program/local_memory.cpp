#include "worker/program/local_memory.hpp"

#include <algorithm>

namespace warplab::worker {
namespace {

bool has_local_variables(const ptx::Function& f) {
  return std::ranges::any_of(f.variables,
                             [](const ptx::Variable& v) { return v.space == ptx::Space::local; });
}

void leave_out_local_memory(sim::Counters& counters) {
  using enum sim::Counter;
  for (const sim::Counter c : {local_load_requests, local_load_sectors, local_store_requests,
                               local_store_sectors, local_requests, local_sectors})
    counters[c] = 0;
}

}  // namespace

std::set<std::string> kernels_without_local_memory(const compile::Compiled& compiled,
                                                   const ptx::Module& module) {
  std::set<std::string> kernels;
  for (const ptx::Function& f : module.functions)
    if (!f.is_kernel && has_local_variables(f)) return kernels;
  for (const auto& [kernel, resources] : compiled.kernels)
    if (resources.local_bytes == 0) kernels.insert(kernel);
  return kernels;
}

void leave_out_local_memory(const std::set<std::string>& kernels,
                            std::span<const sim::Launch> launches, sim::Report& report) {
  for (size_t i = 0; i < std::min(launches.size(), report.launches.size()); ++i) {
    if (!kernels.contains(launches[i].kernel)) continue;
    leave_out_local_memory(report.launches[i].total);
    for (auto& [line, counters] : report.launches[i].lines) leave_out_local_memory(counters);
  }
}

std::map<std::string, uint64_t> spilled_bytes(const compile::Compiled& compiled) {
  std::map<std::string, uint64_t> spilled;
  for (const auto& [kernel, resources] : compiled.kernels)
    if (const uint64_t bytes = uint64_t{resources.spill_store_bytes} + resources.spill_load_bytes)
      spilled[kernel] = bytes;
  return spilled;
}

// A word of 32 lanes is 4 sectors.
void count_spills(const std::map<std::string, uint64_t>& spilled,
                  std::span<const sim::Launch> launches, sim::Report& report) {
  for (size_t i = 0; i < std::min(launches.size(), report.launches.size()); ++i) {
    const auto found = spilled.find(launches[i].kernel);
    if (found == spilled.end()) continue;
    const uint64_t warps = launches[i].grid.volume() * ((launches[i].block.volume() + 31) / 32);
    report.launches[i].total[sim::Counter::spilled_sectors] = found->second * warps;
  }
}

}  // namespace warplab::worker
