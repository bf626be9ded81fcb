#include "doubled.hpp"

namespace doubled {

warplab::exercise::Exercise exercise() {
  auto loaded = warplab::exercise::load(WARPLAB_SOURCE_DIR "/tests/cli/exercises/01-doubled");
  if (!loaded) FAIL(loaded.error());
  return *loaded;
}

warplab::worker::Outcome<warplab::sim::Report> times(const scripted::Run& run, float factor) {
  const auto in = run.input(0);
  const auto out = run.output(1);
  for (size_t i = 0; i < in.size(); ++i) out[i] = factor * in[i];
  return {scripted::completed(run.job()), {}};
}

scripted::Script kernel(scripted::Kernel k) {
  scripted::Script script;
  script.kernel = std::move(k);
  return script;
}

scripted::Script right() {
  return kernel([](const scripted::Run& run) { return times(run, 2); });
}

warplab::verdict::ExerciseResult grade(scripted::Script& student,
                                       warplab::verdict::GradeOptions options) {
  scripted::Script reference = right();
  options.start_worker = scripted::workers(student, reference);
  return warplab::verdict::grade(exercise(), "the source", options);
}

warplab::verdict::GateResult gate(const warplab::verdict::ExerciseResult& result,
                                  const std::string& name) {
  return made_up::gate(result.gates, name);
}

}  // namespace doubled
