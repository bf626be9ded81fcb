// Modelled times of a grading: where they come from, and what it costs not to ask for them.
#include "verdict/models.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "doubled.hpp"
#include "made_up.hpp"
#include "model/load_gpu.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"
#include "verdict/result_json.hpp"

using namespace warplab;
using scripted::Script;

namespace {

std::vector<model::Gpu> gpus(std::initializer_list<const char*> names) {
  const auto all = model::load_gpus(WARPLAB_SOURCE_DIR "/assets/gpus");
  if (!all) FAIL(all.error());
  std::vector<model::Gpu> chosen;
  for (const char* name : names) chosen.push_back((*model::find_gpu(*all, name))->gpu);
  return chosen;
}

// Sums in one warp of one block, `steps` of them.
data::LaunchTrace sums(size_t steps) {
  data::LaunchTrace trace;
  trace.kernel = "doubled";
  trace.grid = {16, 1, 1};
  trace.block = {256, 1, 1};
  trace.instructions = {{"add.f32", {0}, {0}, 0, 1, 0, false}};
  trace.blocks.resize(1);
  trace.blocks[0].warps.resize(8);
  for (auto& warp : trace.blocks[0].warps) {
    warp.steps.assign(steps, {0, data::TraceStep::kNothing});
    warp.executed = steps;
  }
  return trace;
}

Script right() {
  Script script;
  script.kernel = [](const scripted::Run& run) {
    const auto in = run.input(0);
    const auto out = run.output(1);
    for (size_t i = 0; i < in.size(); ++i) out[i] = 2 * in[i];
    return worker::Outcome<sim::Report>{scripted::completed(run.job()), {}};
  };
  return script;
}

}  // namespace

TEST_CASE("each launch has a model for each GPU, in the order in which they were asked for") {
  Script script = right();
  script.recording = sums(1000);
  const exercise::Exercise exercise = doubled::exercise();
  const auto chosen = gpus({"T4", "H100"});
  const std::string source = "the source";
  verdict::ModelSession session(exercise, source, scripted::workers(script, script));
  const auto runs = verdict::plan_runs(exercise, 1, source);
  const auto graded = std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
  const auto modelled = verdict::model_runs(session, {exercise, std::nullopt, chosen}, *graded);
  REQUIRE_MESSAGE(modelled, (modelled ? "" : modelled.error()));
  REQUIRE(!modelled->empty());
  CHECK_FALSE(modelled->front().at_gpu_size);
  REQUIRE(modelled->front().launches.size() == 1);
  const auto& models = modelled->front().launches[0];
  REQUIRE(models.size() == 2);
  CHECK(models[0].gpu == "Tesla T4");
  CHECK(models[1].gpu == "NVIDIA H100 80GB HBM3");
  CHECK(models[0].possible);
  CHECK(models[0].time_us > models[1].time_us);  // its clock is slower
  CHECK(script.recordings == 1 + std::ranges::count(exercise.sizes, exercise::SizeSet::Purpose::gpu,
                                                    &exercise::SizeSet::purpose));
}

TEST_CASE("what cannot be recorded has no models, and the reason") {
  Script script = right();
  const exercise::Exercise exercise = doubled::exercise();
  const auto chosen = gpus({"T4"});
  const std::string source = "the source";
  verdict::ModelSession session(exercise, source, scripted::workers(script, script));
  const auto runs = verdict::plan_runs(exercise, 1, source);
  const auto graded = std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
  const auto modelled = verdict::model_runs(session, {exercise, std::nullopt, chosen}, *graded);
  REQUIRE(!modelled);
  CHECK(modelled.error() == "no");
}

TEST_CASE("a grading models where it is asked to, and the verdict is the same") {
  Script student = right(), others = right();
  student.recording = sums(100);
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, others);
  const verdict::ExerciseResult plain = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(student.recordings == 0);
  REQUIRE(plain.counters.size() == 1);
  CHECK(plain.counters[0].models.empty());

  options.start_worker = scripted::workers(student, others);
  options.models = gpus({"T4", "RTX 4090"});
  const verdict::ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(student.recordings > 0);  // in the worker that is there already
  CHECK(others.recordings == 0);
  CHECK(result.verdict == plain.verdict);
  CHECK(result.score == plain.score);
  REQUIRE(result.counters.size() == 1);
  REQUIRE(!result.counters[0].models.empty());
  CHECK(result.why_no_models.empty());
}

TEST_CASE("a grading whose launches cannot be recorded says so and is graded all the same") {
  Script student = right(), others = right();
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, others);
  options.models = gpus({"T4"});
  const verdict::ExerciseResult result = verdict::grade(doubled::exercise(), "the source", options);
  CHECK(result.verdict == verdict::Status::pass);
  CHECK(result.why_no_models == "no");
  CHECK(result.counters[0].models.empty());
}
