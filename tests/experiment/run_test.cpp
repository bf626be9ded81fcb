#include "experiment/run.hpp"

#include <cmath>

#include "experiment/judge.hpp"
#include "model/load_gpu.hpp"
#include "sample_experiment.hpp"

using namespace warplab;
using namespace warplab::experiment;

namespace {

RunOptions options() {
  RunOptions options;
  options.threads = 2;
  return options;
}

RunOptions with_model() {
  RunOptions made = options();
  auto gpu = model::load_gpu(WARPLAB_SOURCE_DIR "/assets/gpus/tesla-t4.toml");
  REQUIRE(gpu);
  made.gpu = gpu->gpu;
  return made;
}

Runner runner_of(const Experiment& experiment, RunOptions with) {
  const auto source = kernels_of(experiment);
  REQUIRE_MESSAGE(source, source.error());
  return Runner(experiment, *source, std::move(with));
}

}  // namespace

TEST_CASE("a point of the stride experiment is counted: 32 sectors a request at 8 and above") {
  auto stride = load(WARPLAB_SOURCE_DIR "/exercises/21-stride");
  REQUIRE_MESSAGE(stride, stride.error());
  Runner runner = runner_of(*stride, options());
  const auto sweep = runner.sweep(start_of(*stride));
  REQUIRE_MESSAGE(sweep, sweep.error());
  REQUIRE(sweep->rows.size() == 1);
  std::vector<double> sectors;
  for (const PointResult& point : sweep->rows[0]) {
    CHECK(point.findings.empty());
    sectors.push_back(point.values.at(0).value.value_or(-1));
  }
  CHECK(sectors == std::vector<double>{4, 8, 16, 32, 32, 32});
  // Nobody asked for a model, and there is no GPU: no time, and why.
  CHECK(!sweep->rows[0][0].values.at(2).value);
  CHECK(!sweep->rows[0][0].values.at(2).why_not.empty());
}

TEST_CASE("a time is modelled with its range, and the occupancy stands beside it") {
  const Experiment experiment = sample();
  Runner runner = runner_of(experiment, with_model());
  const auto point = runner.run(start_of(experiment));
  REQUIRE_MESSAGE(point, point.error());
  const SeriesValue& time = point->values.at(1);
  REQUIRE(time.value);
  CHECK(time.source == verdict::Source::modelled);
  CHECK(*time.low < *time.value);
  CHECK(*time.value < *time.high);
  REQUIRE(point->model);
  CHECK(point->model->gpu == "Tesla T4");
  CHECK(point->model->occupancy.warps > 0);
}

TEST_CASE("blocks that do not stand for the others are no model, and what was counted says so") {
  const auto large = edited("n = 1024", "n = 65536");
  REQUIRE_MESSAGE(large, large.error());
  const std::string own = text_of(kData / "01-sample/sample.cu");
  Runner even(*large, own, with_model());
  const auto right = even.run(start_of(*large));
  REQUIRE_MESSAGE(right, right.error());
  CHECK(right->values.at(1).value);
  // One of 512 blocks copies everything, and it is none of those that are recorded.
  const std::string one_block = R"(
extern "C" __global__ void wide(const float* a, float* out, int n, int s) {
  if (blockIdx.x != 101) return;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = t; i < n; i += blockDim.x * blockDim.y) out[i] = a[s * i];
}
extern "C" __global__ void narrow(const float* a, float* out, int n, int s) {}
)";
  Runner uneven(*large, one_block, with_model());
  const auto refused = uneven.run(start_of(*large));
  REQUIRE_MESSAGE(refused, refused.error());
  const SeriesValue& time = refused->values.at(1);
  CHECK_FALSE(time.value);
  CHECK(time.why_not.find("Its blocks do very different amounts of work") == 0);
}

TEST_CASE("what measures takes the place of the model") {
  const Experiment experiment = sample();
  RunOptions measured = with_model();
  int measurements = 0;
  measured.measure = [&](const exercise::Exercise&, const exercise::SizeSet& size,
                         const exercise::Variant& variant, int, const std::atomic<bool>*) {
    CHECK(size.values.at("n") == 65536);
    ++measurements;
    return Result<double>(100.0 * static_cast<double>(variant.flags.at("s")));
  };
  Runner runner = runner_of(experiment, measured);
  const auto point = runner.run({3, 0, 0});
  REQUIRE_MESSAGE(point, point.error());
  CHECK(point->values.at(1).source == verdict::Source::measured);
  CHECK(point->values.at(1).value == 800.0);
  CHECK(!point->values.at(1).low);
  // It is remembered; another point is not.
  CHECK(measurements == 1);
  CHECK(runner.run({3, 0, 0}));
  CHECK(measurements == 1);
  CHECK(runner.run({2, 0, 0}));
  CHECK(measurements == 2);
}

TEST_CASE("kernels are chosen by `when`, and a sweep tells of every point as it comes") {
  const Experiment experiment = sample();
  Runner runner = runner_of(experiment, options());
  size_t told = 0;
  double last = 0;
  const auto sweep = runner.sweep(
      start_of(experiment), nullptr,
      [&](double fraction) {
        CHECK(fraction >= last);
        last = fraction;
      },
      [&](const PointResult&) { ++told; });
  REQUIRE_MESSAGE(sweep, sweep.error());
  CHECK(told == 8);
  CHECK(last == 1);
  CHECK(sweep->rows[0][3].values[0].value == 32.0);
  CHECK(sweep->rows[1][3].values[0].value == 1.0);  // one lane asks for one sector
}

TEST_CASE("a run that is cancelled, and a kernel that does not compile, are one sentence") {
  const Experiment experiment = sample();
  const std::atomic<bool> cancel = true;
  const auto cancelled = runner_of(experiment, options()).run(start_of(experiment), &cancel);
  REQUIRE(!cancelled);
  Runner broken(experiment, "extern \"C\" __global__ void wide(", options());
  const auto failed = broken.run(start_of(experiment));
  REQUIRE(!failed);
  CHECK(failed.error().find("sample.cu does not compile") != std::string::npos);
}

TEST_CASE("a number is right within its tolerance, and a wrong one is told the answer") {
  const Experiment experiment = sample();
  Runner runner = runner_of(experiment, options());
  const Prediction& asked = experiment.predictions.at(0);
  const auto answer = answer_of(runner, experiment, asked);
  REQUIRE_MESSAGE(answer, answer.error());
  Predicted said;
  said.number = 32;
  CHECK(judge(asked, said, *answer).right);
  CHECK(judge(asked, said, *answer).text == "Yes.");
  said.number = 16;
  CHECK(!judge(asked, said, *answer).right);
  CHECK(judge(asked, said, *answer).text == "It is 32. No.");
  Prediction lenient = asked;
  lenient.tolerance.relative = 0.5;
  CHECK(judge(lenient, said, *answer).right);
}

TEST_CASE("an order is right from the least to the most, and equal values may change places") {
  const Experiment experiment = sample();
  Runner runner = runner_of(experiment, options());
  Prediction asked = experiment.predictions.at(1);
  auto answer = answer_of(runner, experiment, asked);
  REQUIRE_MESSAGE(answer, answer.error());
  Predicted said;
  said.order = {0, 1};
  CHECK(judge(asked, said, *answer).right);
  said.order = {1, 0};
  CHECK(!judge(asked, said, *answer).right);
  CHECK(judge(asked, said, *answer).text == "From the least to the most: s = 1, then s = 8. No.");
  answer->values = {10, 10.5};
  CHECK(!judge(asked, said, *answer).right);
  asked.tolerance.relative = 0.1;
  CHECK(judge(asked, said, *answer).right);
  said.order = {0, 0};
  CHECK(!is_complete(experiment, asked, said));
}

TEST_CASE("a choice is judged without a run, and has a sentence for each wrong one") {
  const Experiment experiment = sample();
  Runner runner(experiment, "does not compile", options());
  const Prediction& asked = experiment.predictions.at(2);
  const auto answer = answer_of(runner, experiment, asked);
  REQUIRE_MESSAGE(answer, answer.error());
  Predicted said;
  CHECK(judge(asked, said, *answer).right);
  said.choice = 1;
  const std::string text = judge(asked, said, *answer).text;
  CHECK(text.starts_with("Right is: " + asked.options[asked.answer]));
  CHECK(text.find("Luck has nothing to do with it.") != std::string::npos);
}

TEST_CASE("a drawn curve is judged at each point of the sweep") {
  const Experiment experiment = sample();
  Runner runner = runner_of(experiment, options());
  const Prediction& asked = experiment.predictions.at(3);
  CHECK(points_of_curve(experiment, asked).size() == 4);
  const auto answer = answer_of(runner, experiment, asked);
  REQUIRE_MESSAGE(answer, answer.error());
  Predicted said;
  said.curve = {4.5, 9, 15, 30};
  REQUIRE(is_complete(experiment, asked, said));
  CHECK(judge(asked, said, *answer).right);
  said.curve = {4.5, 9, 15, 64};
  const Judgement wrong = judge(asked, said, *answer);
  CHECK(!wrong.right);
  CHECK(wrong.right_at == std::vector<bool>{true, true, true, false});
  said.curve.back() = std::nan("");
  CHECK(!is_complete(experiment, asked, said));
}

TEST_CASE("of a curve that is judged by its shape the height does not count") {
  Prediction asked;
  asked.kind = Prediction::Kind::curve;
  asked.tolerance = {0, 0.34};
  asked.by_shape = true;
  Answer answer;
  answer.right.curve = {100, 100, 100, 210, 400, 800};
  const auto is_right = [&](std::vector<double> curve) {
    Predicted said;
    said.curve = std::move(curve);
    return judge(asked, said, answer).right;
  };
  CHECK(is_right({10, 10, 10, 20, 40, 80}));
  CHECK(is_right({100, 100, 110, 200, 450, 700}));
  CHECK_FALSE(is_right({100, 100, 100, 100, 100, 100}));  // flat
  CHECK_FALSE(is_right({100, 200, 300, 400, 500, 600}));  // a straight line
  CHECK_FALSE(is_right({0, 0, 0, 0, 0, 0}));
  Predicted flat;
  flat.curve.assign(6, 100);
  CHECK(judge(asked, flat, answer).text.starts_with("It has another shape."));
  asked.by_shape = false;
  CHECK_FALSE(is_right({10, 10, 10, 20, 40, 80}));
}

TEST_CASE("a line is a number, or a metric where the sliders stand or at a point of its own") {
  std::string text = text_of(kData / "01-sample/experiment.toml");
  text +=
      "[[line]]\nname = \"known\"\nchart = \"sectors\"\nvalue = 12.5\n"
      "[[line]]\nname = \"here\"\nchart = \"sectors\"\nmetric = \"sectors\"\n"
      "[[line]]\nname = \"at 8\"\nchart = \"sectors\"\nmetric = \"2 * a.load.sectors / "
      "a.load.requests\"\nat = { s = 8 }\n";
  const auto experiment = load_from_text(text, kData / "01-sample");
  REQUIRE_MESSAGE(experiment, experiment.error());
  REQUIRE(experiment->lines.size() == 3);
  Runner runner = runner_of(*experiment, options());
  const auto sweep = runner.sweep({0, 0, 0});  // s = 1
  REQUIRE_MESSAGE(sweep, sweep.error());
  REQUIRE(sweep->lines.size() == 3);
  CHECK(sweep->lines[0].value == 12.5);
  CHECK(sweep->lines[1].value == 4.0);
  CHECK(sweep->lines[2].value == 64.0);
  CHECK(sample().lines.empty());
}
