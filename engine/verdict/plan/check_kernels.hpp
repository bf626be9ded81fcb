#pragma once
// The exercise's own kernels, of Exercise::checks_file: a [[prepare]] makes inputs that belong
// together, a [[verify]] decides about answers of which several are right. They run in workers of
// their own, never in the student's, and nothing of them is counted.
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

struct PreparedRun;

// Runs every [[prepare]] of the case over `contents`, one memory for each of its buffers, which
// their fills have filled; those without memory are not for a [[prepare]]. The Error is about the
// exercise.
Result<bool> prepare_contents(const exercise::Exercise& exercise, const exercise::Case& setup,
                              const std::vector<worker::SharedMemory>& contents);

// The first line that the [[verify]] kernels print about what the run's launches have left; none:
// they print nothing, as the answers are right. The Error is about the exercise.
Result<std::optional<std::string>> verify_answers(const PreparedRun& run);

}  // namespace warplab::verdict
