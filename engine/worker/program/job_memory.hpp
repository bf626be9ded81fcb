#pragma once
// The buffers of one run, mapped into the worker.
#include <cstddef>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "sim/simulate.hpp"
#include "worker/descriptor.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {

class JobMemory {
 public:
  // Results are worked on where the parent will read them; all else is copied when it is written
  // to, so that the parent's content stays as it is.
  static Result<JobMemory> map(const std::vector<WireBuffer>& buffers,
                               const std::vector<Descriptor>& descriptors);
  JobMemory() = default;
  JobMemory(JobMemory&&) noexcept = default;
  JobMemory& operator=(JobMemory&&) noexcept = default;
  ~JobMemory();

  std::span<sim::Buffer> buffers() { return buffers_; }

 private:
  std::vector<sim::Buffer> buffers_;
  std::vector<std::span<std::byte>> mappings_;
};

}  // namespace warplab::worker
