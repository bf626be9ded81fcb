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

}  // namespace warplab::worker
