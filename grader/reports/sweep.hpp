#pragma once
// A sweep of an experiment as a table for people, JSON, or comma-separated values.
#include <string>

#include "experiment/run.hpp"
#include "reports/format.hpp"

namespace warplab::grader {

std::string sweep_text(const experiment::Experiment& experiment, const experiment::Sweep& sweep,
                       const TextStyle& style);
std::string sweep_json(const experiment::Experiment& experiment, const experiment::Sweep& sweep,
                       const TextStyle& style);
// The first line names the columns; a number that there is none of is empty.
std::string sweep_csv(const experiment::Experiment& experiment, const experiment::Sweep& sweep);

}  // namespace warplab::grader
