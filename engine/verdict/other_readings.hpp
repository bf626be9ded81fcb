#pragma once
// A file that asks for which GPU, under which name or on which day it is compiled may be another
// kernel there. Each of them must be right, so those with other instructions are run at small
// sizes, and judged as the file's own kernel is: its answers, and what is found in its runs.
#include <optional>
#include <string>
#include <vector>

#include "verdict/judge.hpp"
#include "verdict/reference.hpp"
#include "verdict/student_worker.hpp"
#include "verdict/uninitialized.hpp"

namespace warplab::verdict {

struct OtherReadings {
  std::vector<compile::NamedReading> readings;
  uint64_t instructions = 0;  // of the file as it was written
};

struct ReadingQuestion {
  const exercise::Exercise& exercise;
  std::optional<Dim3> block;
  const OtherReadings& others;
  const std::vector<MeasuredRun>& runs;
  const sim::Options& options;
  Reference& reference;
};

// Until one of them is wrong. The failure of a worker, else whether it came to an end. Afterwards
// the worker has another module than the file's own.
worker::Outcome<bool> try_other_readings(const ReadingQuestion& question, StudentWorker& student,
                                         Evidence& evidence);

}  // namespace warplab::verdict
