#pragma once
// A kernel that the simulator found nothing wrong with, run on a GPU: is the answer the same, and
// how long does it take? Called only then, because a GPU does not say which line was wrong.
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/run/evidence.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

struct GpuQuestion {
  const exercise::Exercise& exercise;
  const std::string& source;  // the student's file
  std::optional<Dim3> block;  // the student's choice
  uint64_t seed = 1;          // of the checks, as in grade()
  Reference& reference;       // expected answers of the checks
  GpuSession& gpu;
  const std::atomic<bool>* cancel = nullptr;
  // What is being done, and whether that is timing.
  std::function<void(const std::string& doing, bool is_timing)> progress;
};

struct GpuAnswer {
  GpuEvidence evidence;
  std::vector<Timing> timings;  // those that were taken, all measured
};
// The Error is not the student's fault: no GPU any more, or cancelled.
Result<GpuAnswer, Saying> gather_gpu_evidence(const GpuQuestion& question);

}  // namespace warplab::verdict
