#pragma once
// A kernel that Live launches: compiled in a locked worker, and what one run of it leaves.
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/reference.hpp"
#include "worker/worker.hpp"

namespace warplab::app {

struct LiveKernel {
  std::unique_ptr<worker::Worker> worker;  // has the module
  compile::Compiled compiled;
  std::optional<Dim3> block;  // that the text chooses, where the exercise leaves it to the student
};

// `file`: the name that the text is compiled under, so that lines are told of it. Every Error here
// is one sentence for the student.
Result<LiveKernel> compile_for_live(const exercise::Exercise& exercise, const std::string& file,
                                    const std::string& text, int compute_capability,
                                    const verdict::StartWorker& start,
                                    const std::atomic<bool>& cancel);

// The run's launches, on what is in its buffers now. The Error names the line that left its
// buffers, or says why the launches did not come to their end.
Result<bool> simulate_for_live(verdict::PreparedRun& run, const std::string& file,
                               sim::Schedule schedule, unsigned threads, worker::Worker& worker,
                               const std::atomic<bool>& cancel);

}  // namespace warplab::app
