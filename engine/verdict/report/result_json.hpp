#pragma once
// The result as JSON, schema 1. docs/GRADING.md describes every key; a key never changes its
// meaning within a schema number, new ones may come.
#include <string>
#include <vector>

#include "verdict/result/result.hpp"

namespace warplab::verdict {

inline constexpr int kResultSchema = 1;

// {"schema": 1, "exercises": [...]}, indented, with a newline at its end. Numbers that JSON cannot
// hold (NaN, infinities) are the strings "nan", "inf" and "-inf"; bytes of a student's text that
// are no UTF-8 are replaced.
std::string to_json(const std::vector<ExerciseResult>& results);

}  // namespace warplab::verdict
