#pragma once
// The memory of a run, shared with the worker. Inputs are filled once and serve the student's
// kernel and the reference in every variant; what a kernel writes is filled anew before each of its
// runs.
#include <atomic>
#include <chrono>
#include <vector>

#include "exercise/exercise.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// One entry for each buffer of a case; empty for those that are not of the set's kind.
using RunMemory = std::vector<worker::SharedMemory>;

// The pure inputs, filled. `seed_index` as for exercise::fill(). Shapes and fills do not depend on
// a variant's flags, so one set serves all variants of a size and seed.
Result<RunMemory> make_inputs(const exercise::Exercise&, const exercise::Case& c,
                              uint64_t seed_index);

// Room for all that is not a pure input, and its initial content, poison included.
Result<RunMemory> make_outputs(const exercise::Case& c);
Result<bool> fill_outputs(const exercise::Exercise&, const exercise::Case& c, uint64_t seed_index,
                          RunMemory& outputs);

// The launches of `c` on these memories. One memory holds an answer before and after the launches:
// half of what two would need.
worker::Job make_job(const exercise::Case& c, const RunMemory& inputs, const RunMemory& outputs,
                     const sim::Options& options, std::chrono::milliseconds time_limit);

// Runs `c` once more, on memory of its own: for what is asked about a run that has been judged.
worker::Outcome<sim::Report> run_again(const exercise::Exercise&, const exercise::Case& c,
                                       uint64_t seed_index, const sim::Options& options,
                                       std::chrono::milliseconds time_limit, worker::Worker& worker,
                                       const std::atomic<bool>* cancel);

}  // namespace warplab::verdict
