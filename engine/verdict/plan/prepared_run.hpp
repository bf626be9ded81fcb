#pragma once
// One run of an exercise's launches, prepared in one way for everybody who makes it: checks and the
// graded run, their repetitions, the reference, a GPU, Live. Each of them adds who executes it and
// what is asked.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/plan/run_plan.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// Shared with the worker: one entry for each buffer of a case; empty for those that are not of the
// set's kind.
using RunMemory = std::vector<worker::SharedMemory>;

struct PreparedRun {
  const exercise::Exercise* exercise = nullptr;
  PlannedRun plan;
  exercise::Case setup;  // buffers and launches, every expression evaluated
  // The pure inputs, filled, and what a [[prepare]] has made for others. Shapes and fills do not
  // depend on a variant's flags, so one set serves the student's kernel and the reference in all
  // variants of a size and seed.
  std::shared_ptr<const RunMemory> inputs;
  // All other buffers: room for what a kernel writes. One memory holds an answer before and after
  // the launches: half of what two would need.
  RunMemory outputs;
  // Launches of the exercise that are not made (indices), and what the others find in their place:
  // these buffers start as the reference has left them. See run/stages.hpp.
  std::vector<size_t> left_out, from_reference;
  std::shared_ptr<const RunMemory> reference;
  // Its launches come before these, on buffers of their own, and these go on with the module's
  // variables as they leave them. Null: these are the first, as nearly everywhere.
  std::shared_ptr<PreparedRun> earlier;
  // How many launches of the job come before those of `setup`.
  size_t launches_before() const { return earlier ? earlier->setup.launches.size() : 0; }

  // Gives the outputs their content before the first launch, poison included; before every job.
  Result<bool> refill();
  // The launches on these memories, which must outlive the job.
  worker::Job job(const sim::Options& options, std::chrono::milliseconds time_limit) const;
};

// Why there is no run.
struct NotPrepared {
  std::string message;
  // The exercise could be run with a block of its own, and not with the one that was chosen.
  bool block_is_wrong = false;
  bool no_memory = false;  // for its buffers
};

// `block` is the student's choice; none: the exercise's own. `inputs` are those of a run with the
// same data (PlannedRun::has_data_of), none: they are made. The run points into `exercise`.
Result<PreparedRun, NotPrepared> prepare_run(const exercise::Exercise& exercise,
                                             const PlannedRun& plan,
                                             std::optional<Dim3> block = std::nullopt,
                                             std::shared_ptr<const RunMemory> inputs = nullptr);

// Memory for buffer `index` of a case, with its first content.
Result<worker::SharedMemory> filled_memory(const exercise::Exercise& exercise,
                                           const exercise::Case& setup, size_t index,
                                           uint64_t seed_index);

// Refills the run and has `worker` make it in the simulator.
worker::Outcome<sim::Report> simulate(PreparedRun& run, const sim::Options& options,
                                      std::chrono::milliseconds time_limit, worker::Worker& worker,
                                      const std::function<void(double)>& progress,
                                      const std::atomic<bool>* cancel);

}  // namespace warplab::verdict
