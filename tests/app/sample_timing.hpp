#pragma once
// Made-up results of a GPU.
#include <string>

#include "base/summary.hpp"
#include "verdict/result/result.hpp"

namespace warplab::test {

verdict::GateResult left_out_gate(const std::string& name, const std::string& why);

// Thirty samples around `median_us` that wander by two percent, and a copy of 37.6 us beside them.
verdict::Timing sample_timing(double median_us = 79.7, const std::string& variant = {});

verdict::ExerciseResult timed_result(double median_us = 79.7);

}  // namespace warplab::test
