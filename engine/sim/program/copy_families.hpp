#pragma once
// The ways to write asynchronous copies: the header through which one comes, and the calls that
// commit it and wait for it. CUDA C++ Programming Guide, "Asynchronous Data Copies"; PTX ISA,
// "cp.async".
#include <algorithm>
#include <array>
#include <string_view>

#include "ptx/source_lines.hpp"
#include "sim/program/program.hpp"

namespace warplab::sim {

struct CopyFamily {
  std::string_view header, commit, wait;
};
inline constexpr std::string_view kPipelineHeader = "pipeline";  // <cuda/pipeline>
// Outer headers first: each is built on the one below it.
inline constexpr auto kCopyFamilies = std::to_array<CopyFamily>({
    // memcpy_async() of a group commits what it starts.
    {"async.h", {}, "cooperative_groups::wait(group)"},
    {kPipelineHeader, "producer_commit()", "consumer_wait()"},
    {"cuda_pipeline_primitives.h", "__pipeline_commit()", "__pipeline_wait_prior(0)"},
});
inline constexpr CopyFamily kInlineCopies = {{}, "cp.async.commit_group", "cp.async.wait_group 0"};

inline bool comes_through(std::string_view header, const Program& program, uint32_t site) {
  const Site& s = program.sites[site];
  const ptx::Function& function = program.module->functions[s.function];
  return !ptx::source_places(*program.module, function, s.index, header).empty();
}

// Of the copy that starts at `site`.
inline const CopyFamily& copy_family(const Program& program, uint32_t site) {
  const auto* const found = std::ranges::find_if(kCopyFamilies, [&](const CopyFamily& family) {
    return comes_through(family.header, program, site);
  });
  return found == kCopyFamilies.end() ? kInlineCopies : *found;
}

// Does an asynchronous copy to shared memory start there?
inline bool starts_copy(const Program& program, uint32_t site) {
  if (site >= program.sites.size()) return false;
  const Site& s = program.sites[site];
  const ptx::Instruction& i = program.module->functions[s.function].body[s.index];
  return i.opcode == "cp" && i.has("async") && !i.has("bulk");
}

}  // namespace warplab::sim
