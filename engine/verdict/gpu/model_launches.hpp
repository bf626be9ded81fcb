#pragma once
// What a grading models: each launch of its graded runs on the GPUs that were asked for, and the
// times that gates let a model tell.
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verdict/gpu/model_session.hpp"
#include "verdict/run/evidence.hpp"
#include "verdict/run/grade_options.hpp"

namespace warplab::verdict {

struct ModelQuestion {
  const exercise::Exercise& exercise;
  const GradeOptions& options;
  std::optional<Dim3> block;             // the student's choice
  bool for_gates = false;                // besides the GPUs of GradeOptions::models
  std::chrono::milliseconds time_limit;  // of each recording
  std::function<void(const std::string& doing)> tell;
};

// Models those of `runs` that are graded and were completed, from what `session` records of the
// student's launches. Each run's counters get its models, and the evidence's timings those that
// gates ask for. Returns one sentence where some could not be modelled, which counts against
// nobody; empty: all could.
std::string model_launches(const ModelQuestion& question, const std::vector<PlannedRun>& runs,
                           ModelSession& session, Evidence& evidence);

}  // namespace warplab::verdict
