#pragma once
// A run's answers beside the expected ones: the first element of each that differs, and who wrote
// it.
#include <string>
#include <vector>

#include "data/compare.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/evidence.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// An answer of a run that is not the expected one; `comparison` has its first wrong element.
struct WrongAnswer {
  size_t buffer;  // of the run's setup
  data::Comparison comparison;
};
// `expected` as Reference::Expected::answers.
std::vector<WrongAnswer> wrong_answers(const PreparedRun& run, const RunMemory& expected);

// What is said of it, but for who wrote it. `where`: how the run was made.
Mismatch mismatch_of(const PreparedRun& run, const WrongAnswer& wrong, const std::string& where);
// Adds it, unless there is one of its buffer.
void add_mismatch(Evidence& evidence, Mismatch mismatch);

// Compares every answer of the run at `where` that `worker` has just made, and adds to `evidence`
// the first mismatch of each buffer that has none yet. Returns whether all of them are right; no
// value: the worker could not say who wrote an element.
worker::Outcome<bool> compare_answers(const PreparedRun& run, const RunMemory& expected,
                                      const std::string& where, worker::Worker& worker,
                                      Evidence& evidence);

}  // namespace warplab::verdict
