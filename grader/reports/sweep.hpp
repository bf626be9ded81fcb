#pragma once
// A sweep of an experiment as a table for people, JSON, or comma-separated values.
#include <string>
#include <vector>

#include "experiment/run.hpp"
#include "experiments.hpp"
#include "reports/format.hpp"

namespace warplab::grader {

std::string sweep_text(const experiment::Experiment& experiment, const experiment::Sweep& sweep,
                       const TextStyle& style);
std::string sweep_json(const experiment::Experiment& experiment, const experiment::Sweep& sweep,
                       const TextStyle& style);
// The first line names the columns; a number that there is none of is empty.
std::string sweep_csv(const experiment::Experiment& experiment, const experiment::Sweep& sweep);

// What became of a student's predictions, as text or, for programs, as JSON.
std::string predictions_text(const experiment::Experiment& experiment,
                             const std::vector<JudgedPrediction>& judged);
std::string predictions_json(const experiment::Experiment& experiment,
                             const std::vector<JudgedPrediction>& judged);

}  // namespace warplab::grader
