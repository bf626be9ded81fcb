#pragma once
// Grading tests/cli/exercises/01-doubled without a compiler and without a simulator: out = 2 * in;
// sizes 1, 100 and 257 with two seeds, five sizes drawn for the file, graded 4096.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "made_up.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"

namespace doubled {

constexpr int kRuns = 3 * 2 + 5 + 1;

warplab::exercise::Exercise exercise();

// What a kernel does that multiplies by `factor`.
warplab::worker::Outcome<warplab::sim::Report> times(const scripted::Run& run, float factor);

scripted::Script kernel(scripted::Kernel k);

scripted::Script right();

warplab::verdict::ExerciseResult grade(scripted::Script& student,
                                       warplab::verdict::GradeOptions options = {});

warplab::verdict::GateResult gate(const warplab::verdict::ExerciseResult& result,
                                  const std::string& name);

}  // namespace doubled
