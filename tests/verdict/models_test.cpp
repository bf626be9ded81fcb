// Modelled times of a grading: where they come from, and what it costs not to ask for them.
#include "verdict/gpu/models.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "doubled.hpp"
#include "made_up.hpp"
#include "model/load_gpu.hpp"
#include "scripted_worker.hpp"
#include "verdict/grade.hpp"
#include "verdict/report/result_json.hpp"

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
  trace.instructions = {{"add.f32", {0}, {0}, 0, 1, 0, false, false}};
  trace.blocks.resize(1);
  trace.blocks[0].warps.resize(8);
  for (auto& warp : trace.blocks[0].warps) {
    warp.steps.assign(steps, {0, data::TraceStep::kNothing});
    warp.executed = steps;
  }
  return trace;
}

// One load in one warp, of a value that decides where the warp goes.
data::LaunchTrace decided_by_input() {
  data::LaunchTrace trace = sums(1);
  trace.instructions = {{"ld.global.f32", {0}, {1}, 0, 1, 0, false, true}};
  data::BlockTrace& block = trace.blocks[0];
  block.accesses = {{data::TraceSpace::global, data::TraceKind::load, 4, 32, 1, 0, 0, 0, 0, 1}};
  block.lines = {{8, 15, 0}};
  trace.buffers = {{"in", 1024, 4096}};
  for (auto& warp : block.warps) warp.steps = {{0, 0}};
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

verdict::PlannedRun graded_run(const exercise::Exercise& exercise) {
  const auto runs = verdict::plan_runs(exercise, 1, "the source");
  return *std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
}

}  // namespace

TEST_CASE("each launch has a model for each GPU, in the order in which they were asked for") {
  Script script = right();
  script.recording = sums(1000);
  const exercise::Exercise exercise = doubled::exercise();
  const auto chosen = gpus({"T4", "H100"});
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  const auto runs = verdict::plan_runs(exercise, 1, "the source");
  const auto graded = std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
  const auto recorded = session.record(*graded, std::nullopt, std::chrono::seconds(60));
  REQUIRE_MESSAGE(recorded, (recorded ? "" : recorded.error()));
  CHECK_FALSE(recorded->at_gpu_size);
  const auto modelled = verdict::modelled_run(*recorded, session, chosen);
  REQUIRE_MESSAGE(modelled, (modelled ? "" : modelled.error()));
  REQUIRE(modelled->launches.size() == 1);
  const auto& models = modelled->launches[0];
  REQUIRE(models.size() == 2);
  CHECK(models[0].gpu == "Tesla T4");
  CHECK(models[1].gpu == "NVIDIA H100 80GB HBM3");
  CHECK(models[0].possible);
  CHECK(models[0].time_us > models[1].time_us);  // its clock is slower
  CHECK(script.recordings == 1);                 // zeros will do: no value decides anything
}

TEST_CASE("what is decided by its input is recorded once more, with the input") {
  Script script = right();
  script.recording = decided_by_input();
  const exercise::Exercise exercise = doubled::exercise();
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  const auto runs = verdict::plan_runs(exercise, 1, "the source");
  const auto graded = std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
  CHECK(session.record(*graded, std::nullopt, std::chrono::seconds(60)));
  CHECK(script.recordings == 2);
}

TEST_CASE("of a large input that decides only the lines are made that were read") {
  Script script = right();
  script.recording = decided_by_input();  // by the line at byte 0
  std::vector<float> read, beside;
  script.on_recording = [&](const worker::Job& job) {
    if (job.buffers[0].initial == nullptr) return;
    const auto* in = reinterpret_cast<const float*>(job.buffers[0].initial->bytes().data());
    read.assign(in, in + 32);
    beside.assign(in + 32, in + 64);
  };
  const exercise::Exercise exercise = doubled::exercise();
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  verdict::PlannedRun large = graded_run(exercise);
  large.size.values["n"] = 200'000'000;  // 800 MB: beyond what is made as a whole
  const auto recorded = session.record(large, std::nullopt, std::chrono::seconds(60));
  REQUIRE_MESSAGE(recorded, (recorded ? "" : recorded.error()));
  CHECK(script.recordings == 2);
  const auto whole = exercise::instantiate(exercise, large.size, *large.variant, large.seed);
  REQUIRE(whole);
  std::vector<float> expected(32);
  REQUIRE(exercise::fill_piece(exercise, *whole, 0, large.seed_index, 0,
                               std::as_writable_bytes(std::span(expected))));
  CHECK(read == expected);
  CHECK(std::ranges::count(beside, 0.0f) == 32);
}

TEST_CASE(
    "a large input that decides beyond what was recorded of a warp is refused, a small one made") {
  Script script = right();
  script.recording = decided_by_input();
  for (auto& warp : script.recording->blocks[0].warps) warp.executed = 1'000'000;
  const exercise::Exercise exercise = doubled::exercise();
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  verdict::PlannedRun large = graded_run(exercise);
  large.size.values["n"] = 200'000'000;
  const auto refused = session.record(large, std::nullopt, std::chrono::seconds(60));
  REQUIRE(!refused);
  CHECK(refused.error().find("these are more than the 512 MiB that are made for a model") !=
        std::string::npos);
  CHECK(session.record(graded_run(exercise), std::nullopt, std::chrono::seconds(60)));
}

TEST_CASE("what cannot be recorded has no models, and the reason") {
  Script script = right();
  const exercise::Exercise exercise = doubled::exercise();
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  const auto runs = verdict::plan_runs(exercise, 1, "the source");
  const auto graded = std::ranges::find_if(runs, [](const auto& run) { return run.graded; });
  const auto recorded = session.record(*graded, std::nullopt, std::chrono::seconds(60));
  REQUIRE(!recorded);
  CHECK(recorded.error() == "no");
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

namespace {

// The exercise with a limit of `max` us on a Tesla T4 that a model may stand in for.
exercise::Exercise with_modelled_gate(double max) {
  exercise::Exercise exercise = doubled::exercise();
  exercise.sizes.push_back(exercise.sizes.front());
  exercise.sizes.back().purpose = exercise::SizeSet::Purpose::gpu;
  exercise::Gate gate;
  gate.name = "in time";
  gate.metric = exercise::kTimeMetric;
  gate.gpu = "Tesla T4";
  gate.modelled = true;
  gate.max = max;
  exercise.gates.push_back(gate);
  return exercise;
}

verdict::GateResult judged_by_model(double max, const std::vector<model::Gpu>& known,
                                    Script student) {
  Script others = right();
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, others);
  options.gpus = known;
  const verdict::ExerciseResult result =
      verdict::grade(with_modelled_gate(max), "the source", options);
  REQUIRE(!result.gates.empty());
  return result.gates.back();
}

}  // namespace

TEST_CASE("a model stands in for a GPU that is not there, without being asked for by an option") {
  Script student = right();
  student.recording = sums(1000);
  const auto known = gpus({"T4"});
  const verdict::GateResult passes = judged_by_model(1e6, known, student);
  CHECK(passes.status == verdict::Status::pass);
  CHECK(passes.source == verdict::Source::modelled);
  REQUIRE(passes.model);
  CHECK(passes.model->version == model::kModelVersion);
  CHECK(passes.model->low < passes.model->value);
  CHECK(passes.model->high > passes.model->value);
  CHECK(judged_by_model(passes.model->low / 2, known, student).status == verdict::Status::fail);
  const verdict::GateResult between = judged_by_model(passes.model->value, known, student);
  CHECK(between.status == verdict::Status::not_checked);
  CHECK_FALSE(between.applies);
}

TEST_CASE("what kernels are compared with is recorded once, however many gates compare with it") {
  Script student = right(), others = right();
  student.recording = sums(1000);
  others.recording = sums(500);
  exercise::Exercise exercise = with_modelled_gate(1e6);
  for (const char* gpu : {"Tesla T4", "NVIDIA L4", "Tesla T4"}) {
    exercise::Gate gate = exercise.gates.back();
    gate.name = std::string("beside the reference on ") + gpu;
    gate.metric = exercise::kReferenceFractionMetric;
    gate.gpu = gpu;
    exercise.gates.push_back(gate);
  }
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, others);
  options.gpus = gpus({"T4", "L4"});
  const verdict::ExerciseResult result = verdict::grade(exercise, "the source", options);
  CHECK(others.recordings == 1);
  REQUIRE(result.timings.size() == 2);
  for (const verdict::Timing& timing : result.timings) CHECK(timing.reference);
}

TEST_CASE("a gate whose GPU has no model, or whose launches cannot be recorded, does not apply") {
  Script student = right();
  CHECK_FALSE(judged_by_model(1e6, gpus({"T4"}), student).applies);
  student.recording = sums(1000);
  const verdict::GateResult unknown = judged_by_model(1e6, gpus({"L4"}), student);
  CHECK_FALSE(unknown.applies);
  CHECK(verdict::text_of(unknown).find("There is no model of the Tesla T4.") != std::string::npos);
}

TEST_CASE("of a kernel that is wrong no time is modelled for a gate") {
  Script student = right(), others = right();
  student.recording = sums(1000);
  student.kernel = [](const scripted::Run& run) {
    return worker::Outcome<sim::Report>{scripted::completed(run.job()), {}};
  };
  verdict::GradeOptions options;
  options.start_worker = scripted::workers(student, others);
  options.gpus = gpus({"T4"});
  const verdict::ExerciseResult result =
      verdict::grade(with_modelled_gate(1e6), "the source", options);
  CHECK(result.verdict == verdict::Status::fail);
  CHECK(student.recordings == 0);
  CHECK_FALSE(result.gates.back().applies);
}

namespace {

// The graded run of "doubled" as it was counted: `instructions` in all, no traffic.
std::vector<sim::Counters> counted(uint64_t instructions) {
  std::vector<sim::Counters> counters(1);
  counters[0][sim::Counter::warp_instructions] = instructions;
  return counters;
}

}  // namespace

TEST_CASE("recorded blocks that say far less or more than was counted are no model of the launch") {
  Script script = right();
  script.recording = sums(1000);  // 8 warps, a block of 16: 128 000
  const exercise::Exercise exercise = doubled::exercise();
  verdict::ModelSession session(exercise, "the source", scripted::workers(script, script));
  auto recorded = session.record(graded_run(exercise), std::nullopt, std::chrono::seconds(60));
  REQUIRE(recorded);
  for (const uint64_t alike : {128'000u, 100'000u, 200'000u})
    CHECK(verdict::unlike_what_was_counted(exercise, *recorded, counted(alike)) ==
          std::vector<std::string>{""});
  for (const uint64_t other : {1'000'000u, 20'000u}) {
    const auto refused = verdict::unlike_what_was_counted(exercise, *recorded, counted(other));
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].find("Its blocks do very different amounts of work") == 0);
    recorded->refused = refused;
    const auto modelled = verdict::modelled_run(*recorded, session, gpus({"T4"}));
    REQUIRE(modelled);
    CHECK_FALSE(modelled->launches[0][0].possible);
    CHECK(modelled->launches[0][0].why_not == refused[0]);
    CHECK(modelled->launches[0][0].occupancy.blocks > 0);
  }
}
