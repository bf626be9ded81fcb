#pragma once
// A run's answers beside the expected ones: the first element of each that differs, and who wrote
// it.
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/judge.hpp"
#include "verdict/run_memory.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// Compares every answer of the run at `where` that `worker` has just made, and adds to `evidence`
// the first mismatch of each buffer that has none yet. Returns whether all of them are right; no
// value: the worker could not say who wrote an element.
worker::Outcome<bool> compare_answers(const exercise::Exercise&, const exercise::Case& c,
                                      const RunMemory& actual, const RunMemory& expected,
                                      const std::string& where, worker::Worker& worker,
                                      Evidence& evidence);

}  // namespace warplab::verdict
