#pragma once
// An experiment that a test makes up, and a machine that answers with made-up numbers.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "experiment/experiment_runs.hpp"

namespace warplab::test {

// One request's sectors at a stride: 4, 8, 16, 32, 32, 32.
double sectors_at(int64_t stride);

// exercises/02-stride: a stride is swept, sectors are counted, times modelled.
experiment::Experiment sample_experiment(const std::filesystem::path& folder);

experiment::Prediction number_prediction();
experiment::Prediction order_prediction();
experiment::Prediction choice_prediction();
experiment::Prediction curve_prediction();

// A launch, a copy, a kernel and a wait on an axis of 30 us.
experiment::TimeLine sample_time_line(const std::string& name);
experiment::Recording sample_recording();

experiment::PointResult sample_result(const experiment::Experiment& experiment,
                                      const experiment::Point& point);

// Answers at once, or when it may; notes what it was asked.
class ScriptedExperiments {
 public:
  std::string error;
  std::atomic<bool> may_answer = true;

  ScriptedExperiments();
  ~ScriptedExperiments();

  std::vector<app::ExperimentQuestion> asked() const;
  app::MakeExperimentMachine machine();

 private:
  class Machine;
  mutable std::mutex mutex_;
  std::vector<app::ExperimentQuestion> asked_;
};

}  // namespace warplab::test
