#pragma once
// Grading tests/cli/exercises/01-doubled without a compiler and without a simulator: out = 2 * in;
// sizes 1, 100 and 257 with two seeds, five sizes drawn for the file, 12 small ones drawn for their
// inputs, graded 4096.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "made_up.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"

namespace doubled {

constexpr int kRuns = 3 * 2 + 5 + 12 + 1;

inline warplab::exercise::Exercise exercise() {
  auto loaded = warplab::exercise::load(WARPLAB_SOURCE_DIR "/tests/cli/exercises/01-doubled");
  if (!loaded) FAIL(loaded.error());
  return *loaded;
}

// What a kernel does that multiplies by `factor`.
inline warplab::worker::Outcome<warplab::sim::Report> times(const scripted::Run& run,
                                                            float factor) {
  const auto in = run.input(0);
  const auto out = run.output(1);
  for (size_t i = 0; i < in.size(); ++i) out[i] = factor * in[i];
  return {scripted::completed(run.job()), {}};
}

inline scripted::Script kernel(scripted::Kernel k) {
  scripted::Script script;
  script.kernel = std::move(k);
  return script;
}

inline scripted::Script right() {
  return kernel([](const scripted::Run& run) { return times(run, 2); });
}

inline warplab::verdict::ExerciseResult grade(scripted::Script& student,
                                              warplab::verdict::GradeOptions options = {}) {
  scripted::Script reference = right();
  options.start_worker = scripted::workers(student, reference);
  return warplab::verdict::grade(exercise(), "the source", options);
}

inline warplab::verdict::GateResult gate(const warplab::verdict::ExerciseResult& result,
                                         const std::string& name) {
  return made_up::gate(result.gates, name);
}

}  // namespace doubled
