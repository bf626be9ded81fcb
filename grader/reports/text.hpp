#pragma once
// The report that people read: one line an exercise, then one plain sentence for each gate that did
// not pass, with the line of code, the ideal and the actual.
#include <string>
#include <vector>

#include "reports/format.hpp"

namespace warplab::grader {

// "PASS  column-sums    100 %   0.8 s" and what did not pass. `source` is the student's text, for
// the lines that are quoted; empty where it could not be read.
std::string text_of(const verdict::ExerciseResult& result, const std::string& source,
                    const TextStyle& style);

// "5 exercises: 4 passed, 1 did not. Mean score 90 %. Seed 1, simulator."
std::string summary_of(const std::vector<verdict::ExerciseResult>& results, const TextStyle& style);

// The verdict on an exercise itself, item by item, then the margins of its numeric gates.
std::string text_of(const verdict::ExerciseCheck& check, const TextStyle& style);

// A table of what there is; exercises that do not load are told with the reason.
std::string list_of(const std::vector<exercise::Entry>& entries, const TextStyle& style);

}  // namespace warplab::grader
