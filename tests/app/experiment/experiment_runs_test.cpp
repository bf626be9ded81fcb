// The experiment that ships is run: in the simulator, and on a GPU that is made up.
#include "experiment/experiment_runs.hpp"

#include <doctest/doctest.h>

#include "sample_gpus.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

std::shared_ptr<const experiment::Experiment> stride() {
  auto loaded = experiment::load(WARPLAB_SOURCE_DIR "/exercises/21-stride");
  REQUIRE(loaded);
  return std::make_shared<const experiment::Experiment>(std::move(*loaded));
}

// What was published, in order.
struct Heard {
  std::vector<ExperimentAnswer> answers;
  std::atomic<bool> cancel = false;
  ExperimentMachine::Talk talk() {
    return {[](const std::string&, double) {},
            [this](ExperimentAnswer answer) {
              answers.push_back(std::move(answer));
              return true;
            },
            &cancel};
  }
};

ExperimentQuestion question_about(const std::shared_ptr<const experiment::Experiment>& experiment) {
  ExperimentQuestion question;
  question.experiment = experiment;
  question.source = *experiment::kernels_of(*experiment);
  question.around = experiment::start_of(*experiment);
  return question;
}

// Every kernel takes 40 us, every copy 30.
class FortyMicroseconds : public NamedWorker {
 public:
  explicit FortyMicroseconds(worker::GpuReady ready) : NamedWorker(std::move(ready)) {}
  worker::Outcome<bool> load(Role, std::span<const uint8_t>) override { return {true, {}}; }
  worker::Outcome<unsigned> prepare(const worker::TimedJob&, std::chrono::milliseconds) override {
    return {2u, {}};
  }
  worker::Outcome<cuda::Sample> sample(uint64_t, unsigned, unsigned batch, bool) override {
    cuda::Sample sample;
    sample.microseconds = 40.0 * batch;
    return {sample, {}};
  }
  worker::Outcome<cuda::Sample> sample_copy() override {
    cuda::Sample sample;
    sample.microseconds = 30;
    return {sample, {}};
  }
};

verdict::StartGpuWorker timing_machine() {
  return [](const std::string&) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
    worker::GpuReady ready;
    ready.device.uuid = "GPU-1";
    ready.device.name = "NVIDIA H200";
    ready.device.compute_capability = 90;
    return {std::make_unique<FortyMicroseconds>(ready), {}};
  };
}

}  // namespace

TEST_CASE(
    "a sweep is told point by point, with the answers at its end; a slider is then answered at "
    "once") {
  const auto experiment = stride();
  KernelMachine machine;
  Heard heard;
  ExperimentQuestion question = question_about(experiment);
  REQUIRE(machine.answer(question, heard.talk()));
  REQUIRE(heard.answers.size() >= 6);
  CHECK(heard.answers.front().sweep.rows[0].size() == 1);
  CHECK_FALSE(heard.answers.front().is_whole);
  const ExperimentAnswer& whole = heard.answers.back();
  CHECK(whole.is_whole);
  const double sectors[] = {4, 8, 16, 32, 32, 32};
  REQUIRE(whole.sweep.rows[0].size() == 6);
  for (size_t i = 0; i < 6; ++i) CHECK(whole.sweep.rows[0][i].values[0].value == sectors[i]);
  REQUIRE(whole.answers.size() == experiment->predictions.size());
  CHECK(whole.answers[0].right.number == 32);
  question.around = {4};
  Heard again;
  REQUIRE(machine.answer(question, again.talk()));
  REQUIRE(again.answers.back().here());
  CHECK(again.answers.back().here()->where.find("16") != std::string::npos);
}

TEST_CASE(
    "kernels that were changed give other numbers, and the answers stay those of the experiment") {
  const auto experiment = stride();
  ExperimentQuestion question = question_about(experiment);
  REQUIRE(question.source.find("s * i") != std::string::npos);
  while (question.source.find("s * i") != std::string::npos)
    question.source.replace(question.source.find("s * i"), 5, "i");
  KernelMachine machine;
  Heard heard;
  REQUIRE(machine.answer(question, heard.talk()));
  CHECK(heard.answers.back().sweep.rows[0][3].values[0].value == 4);
  CHECK(heard.answers.back().answers[0].right.number == 32);
}

TEST_CASE("what does not compile says so, and what is cancelled ends") {
  const auto experiment = stride();
  ExperimentQuestion question = question_about(experiment);
  KernelMachine machine;
  Heard heard;
  question.source = "int x";
  const auto failed = machine.answer(question, heard.talk());
  REQUIRE_FALSE(failed);
  CHECK(failed.error().find("does not compile") != std::string::npos);
  question = question_about(experiment);
  heard.cancel = true;
  CHECK_FALSE(machine.answer(question, heard.talk()));
}

TEST_CASE("where there is a GPU its times are measured as well") {
  const auto experiment = stride();
  KernelMachine machine(timing_machine());
  Heard heard;
  ExperimentQuestion question = question_about(experiment);
  question.measured_on = "GPU-1";
  REQUIRE(machine.answer(question, heard.talk()));
  const ExperimentAnswer& whole = heard.answers.back();
  CHECK(whole.why_not_measured == "");
  REQUIRE(whole.measured.rows.size() == 1);
  REQUIRE(whole.measured.rows[0].size() == 6);
  const experiment::Series* time = experiment->series_named("time");
  REQUIRE(time);
  const auto index = static_cast<size_t>(time - experiment->series.data());
  for (const experiment::PointResult& result : whole.measured.rows[0]) {
    CHECK(result.values[index].source == verdict::Source::measured);
    CHECK(*result.values[index].value == doctest::Approx(40));
  }
}

TEST_CASE("kernels that the simulator finds wrong never reach the GPU") {
  const auto experiment = stride();
  KernelMachine machine(
      [](const std::string&) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
        FAIL("a GPU was asked for");
        return {std::nullopt, {worker::Failure::Kind::cannot_start, data::as_it_is("")}};
      });
  Heard heard;
  ExperimentQuestion question = question_about(experiment);
  question.measured_on = "GPU-1";
  const size_t at = question.source.find("out[i]");
  REQUIRE(at != std::string::npos);
  question.source.replace(at, 6, "out[i + n]");
  REQUIRE(machine.answer(question, heard.talk()));
  CHECK(heard.answers.back().measured.rows.empty());
  CHECK(heard.answers.back().why_not_measured.find("found something wrong") != std::string::npos);
}

TEST_CASE("where there is a GPU time lines are recorded on it, once, and why not is said") {
  auto trap = experiment::load(WARPLAB_SOURCE_DIR "/exercises/13-timing-trap");
  REQUIRE(trap);
  REQUIRE_FALSE(trap->recorder.empty());
  ExperimentQuestion question;
  question.experiment = std::make_shared<const experiment::Experiment>(std::move(*trap));
  question.around = experiment::start_of(*question.experiment);
  int recorded = 0;
  KernelMachine machine(
      timing_machine(),
      [&](const std::string&, const std::atomic<bool>*) -> Result<experiment::Recording> {
        ++recorded;
        experiment::Recording made;
        made.file = "live";
        made.gpu = "NVIDIA H200";
        return made;
      });
  Heard heard;
  REQUIRE(machine.answer(question, heard.talk()));
  CHECK_FALSE(heard.answers.back().live);  // there is no GPU
  question.measured_on = "GPU-1";
  for (int i = 0; i < 2; ++i) {
    REQUIRE(machine.answer(question, heard.talk()));
    REQUIRE(heard.answers.back().live);
    CHECK(heard.answers.back().live->gpu == "NVIDIA H200");
  }
  CHECK(recorded == 1);
  KernelMachine without(
      timing_machine(),
      [](const std::string&, const std::atomic<bool>*) -> Result<experiment::Recording> {
        return Error{"There is no recorder."};
      });
  REQUIRE(without.answer(question, heard.talk()));
  CHECK(heard.answers.back().why_not_measured == "There is no recorder.");
}

TEST_CASE("where the slider stands a warp's load is looked at: its lanes lie further apart") {
  const auto experiment = stride();
  KernelMachine machine;
  Heard heard;
  ExperimentQuestion question = question_about(experiment);
  const auto step_at = [&](size_t value) {
    question.around[0] = value;
    REQUIRE(machine.answer(question, heard.talk()));
    const auto& lanes = heard.answers.back().lanes;
    REQUIRE(lanes);
    CHECK(lanes->where == experiment::label_of(*experiment, question.around));
    const data::LoggedAccess& access = lanes->view.logged();
    CHECK(access.mask == ~0u);
    return access.addresses[1] - access.addresses[0];
  };
  CHECK(step_at(0) == 4);       // s = 1
  CHECK(step_at(3) == 8 * 4u);  // s = 8
}
