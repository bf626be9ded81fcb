#include "sim/execute/copy_advice.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ptx/source_lines.hpp"
#include "sim/device/barrier_object.hpp"

namespace warplab::sim {
namespace {

// A way to write asynchronous copies: the header through which one comes, and the calls that commit
// it and wait for it. CUDA C++ Programming Guide, "Asynchronous Data Copies"; PTX ISA, "cp.async".
struct Family {
  std::string_view header, commit, wait;
};
constexpr std::string_view kPipeline = "pipeline";  // <cuda/pipeline>
// Outer headers first: each is built on the one below it.
constexpr auto kFamilies = std::to_array<Family>({
    // memcpy_async() of a group commits what it starts.
    {"async.h", {}, "cooperative_groups::wait(group)"},
    {kPipeline, "producer_commit()", "consumer_wait()"},
    {"cuda_pipeline_primitives.h", "__pipeline_commit()", "__pipeline_wait_prior(0)"},
});
constexpr Family kInlinePtx = {{}, "cp.async.commit_group", "cp.async.wait_group 0"};

bool comes_through(std::string_view header, const Program& program, uint32_t site) {
  const Site& s = program.sites[site];
  const ptx::Function& function = program.module->functions[s.function];
  return !ptx::source_places(*program.module, function, s.index, header).empty();
}

const Family& family_of(const Program& program, uint32_t copy) {
  const auto* const found = std::ranges::find_if(
      kFamilies, [&](const Family& family) { return comes_through(family.header, program, copy); });
  return found == kFamilies.end() ? kInlinePtx : *found;
}

}  // namespace

data::Saying what_to_wait_for(const AsyncCopies::Found& copy, uint32_t thread,
                              const Program& program) {
  const Family& family = family_of(program, copy.site);
  // The object of a pipeline is its own affair.
  if (copy.is_awaited && family.header != kPipeline)
    return say(Says::because, ObjectWords(program.shared, copy.object).wait_first());
  if (copy.has_arrived) return say(Says::copy_needs_barrier, family.wait);
  // Only the thread that started a copy can wait for it.
  const bool for_others = copy.thread != thread;
  if (copy.is_awaited || copy.is_committed || family.commit.empty())
    return say(for_others ? Says::copy_wait_first_and_barrier : Says::copy_wait_first, family.wait);
  return say(for_others ? Says::copy_commit_and_barrier : Says::copy_commit, family.wait,
             family.commit);
}

bool is_of_pipeline(const Program& program, uint32_t site) {
  return comes_through(kPipeline, program, site);
}

}  // namespace warplab::sim
