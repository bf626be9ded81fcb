#include "sim/execute/copy_advice.hpp"

#include "sim/device/barrier_object.hpp"
#include "sim/program/copy_families.hpp"

namespace warplab::sim {

data::Saying what_to_wait_for(const AsyncCopies::Found& copy, uint32_t thread,
                              const Program& program) {
  const CopyFamily& family = copy_family(program, copy.site);
  // The object of a pipeline is its own affair.
  if (copy.is_awaited && family.header != kPipelineHeader)
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
  return comes_through(kPipelineHeader, program, site);
}

}  // namespace warplab::sim
