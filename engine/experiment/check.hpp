#pragma once
// Does an experiment do what its text says? `grader check`: the kernels compile and do nothing
// wrong, every claim holds, every prediction has an answer, and there is a statement.
#include <atomic>

#include "experiment/run.hpp"
#include "verdict/check.hpp"

namespace warplab::experiment {

// The form of an exercise's check, so that reports show both alike. `options.gpu` is the model of
// Experiment::gpu: claims about times are about that GPU, whichever there is.
verdict::ExerciseCheck check(const Experiment& experiment, const RunOptions& options,
                             const std::atomic<bool>* cancel = nullptr,
                             const std::function<void(double)>& progress = {});

// The single judgement. The item's subject is the claim's place, "experiment.toml:93"; its message
// says the claim and, where it is false, at which point and which value was found.
verdict::CheckItem check_claim(Runner& runner, const Experiment& experiment, const Claim& claim,
                               const std::atomic<bool>* cancel = nullptr);

}  // namespace warplab::experiment
