#include "sample_experiments.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "sample_picture.hpp"
#include "temporary_folder.hpp"

namespace warplab::test {

double sectors_at(int64_t stride) { return static_cast<double>(std::min<int64_t>(4 * stride, 32)); }

experiment::Experiment sample_experiment(const std::filesystem::path& folder) {
  experiment::Experiment made;
  made.folder = folder / "02-stride";
  made.slug = "stride";
  made.order = 2;
  made.title = "A stride";
  made.module = "Module";
  made.rig.folder = made.folder;
  made.rig.slug = made.slug;
  made.rig.title = made.title;
  made.rig.student_file = "stride.cu";
  made.rig.launches.resize(1);
  made.rig.hash = "1";
  experiment::Parameter stride;
  stride.name = "s";
  stride.title = "Stride";
  stride.is_number = true;
  for (const int64_t s : {1, 2, 4, 8, 16, 32})
    stride.values.push_back({std::to_string(s), {{"s", s}}});
  made.parameters = {stride};
  made.swept = 0;
  experiment::Series sectors;
  sectors.name = sectors.chart = "sectors";
  sectors.title = "Sectors a request";
  sectors.unit = "sectors";
  sectors.low = 0;
  sectors.high = 34;
  experiment::Series time;
  time.name = time.chart = "time";
  time.title = "Time";
  time.unit = "us";
  time.kind = experiment::SeriesKind::timed;
  made.series = {sectors, time};
  write(made.folder / made.rig.student_file, "// kernels of stride\nint x;\n");
  write(made.folder / made.rig.statement_file, "# A stride\n\nLook.\n");
  return made;
}

experiment::Prediction number_prediction() {
  experiment::Prediction made;
  made.kind = experiment::Prediction::Kind::number;
  made.name = "sectors at 8";
  made.question = "How many sectors at 8?";
  made.at = {3};
  made.right = "Yes, each lane has its own.";
  made.wrong = "Count the bytes.";
  return made;
}

experiment::Prediction order_prediction() {
  experiment::Prediction made;
  made.kind = experiment::Prediction::Kind::order;
  made.name = "order";
  made.question = "Which needs the fewest?";
  made.points = {{2}, {0}, {1}};
  made.options = {"s = 4", "s = 1", "s = 2"};
  made.right = "So it is.";
  made.wrong = "It doubles.";
  return made;
}

experiment::Prediction choice_prediction() {
  experiment::Prediction made;
  made.kind = experiment::Prediction::Kind::choice;
  made.name = "beyond";
  made.question = "What happens beyond 8?";
  made.options = {"It grows.", "It stays the same."};
  made.answer = 1;
  made.said = {"There are no more than 32.", ""};
  made.right = "Yes.";
  return made;
}

experiment::Prediction curve_prediction() {
  experiment::Prediction made;
  made.kind = experiment::Prediction::Kind::curve;
  made.name = "curve";
  made.question = "Draw the sectors.";
  made.at = {0};
  made.tolerance.absolute = 4;
  made.right = "Near enough.";
  made.wrong = "It stops at 32.";
  return made;
}

experiment::TimeLine sample_time_line(const std::string& name) {
  using experiment::Span;
  using experiment::SpanKind;
  experiment::TimeLine line;
  line.name = name;
  line.spans = {{SpanKind::launch, Span::Where::host, "cuLaunchKernel", 1, 5},
                {SpanKind::wait, Span::Where::host, "cuCtxSynchronize", 5, 27},
                {SpanKind::kernel, Span::Where::gpu, "copy", 7, 26}};
  line.memory = {{0, 0}, {2, 8388608}, {28, 0}};
  line.notes = {{"measured time", 6.1, "us"}};
  return line;
}

experiment::Recording sample_recording() {
  experiment::Recording made;
  made.file = "recorded-h200.json";
  made.gpu = "NVIDIA H200";
  made.driver = "CUDA 13.0";
  made.date = "2026-11-22";
  made.runs = {sample_time_line("without waiting"), sample_time_line("with waiting")};
  return made;
}

experiment::PointResult sample_result(const experiment::Experiment& experiment,
                                      const experiment::Point& point) {
  experiment::PointResult result;
  result.point = point;
  result.where = experiment::label_of(experiment, point);
  const auto stride = experiment.parameters[0].number(point[0]);
  const double us = 10 + static_cast<double>(stride);
  result.values = {{sectors_at(stride), {}, {}, verdict::Source::counted, ""},
                   {us, us / 1.25, us * 1.25, verdict::Source::modelled, ""}};
  if (!experiment.rig.views.empty())
    result.pictures.push_back(raw_picture(sim::ElementType::f32, {4, 4},
                                          std::vector<float>(16, static_cast<float>(stride)), {}));
  return result;
}

ScriptedExperiments::ScriptedExperiments() = default;
ScriptedExperiments::~ScriptedExperiments() = default;

class ScriptedExperiments::Machine final : public app::ExperimentMachine {
 public:
  explicit Machine(ScriptedExperiments& script) : script_(script) {}
  Result<bool> answer(const app::ExperimentQuestion& question, const Talk& talk) override {
    {
      const std::lock_guard lock(script_.mutex_);
      script_.asked_.push_back(question);
    }
    talk.tell("running the kernels", 0.5);
    while (!script_.may_answer && !*talk.cancel)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (*talk.cancel) return Error{"The run was cancelled."};
    if (!script_.error.empty()) return Error{script_.error};
    talk.publish(answer_for(question));
    return true;
  }

 private:
  static app::ExperimentAnswer answer_for(const app::ExperimentQuestion& question) {
    const experiment::Experiment& experiment = *question.experiment;
    app::ExperimentAnswer answer;
    answer.around = question.around;
    if (question.gpu) answer.gpu = question.gpu->name;
    if (experiment.has_launches())
      for (const auto& row : experiment::sweep_of(experiment, question.around))
        for (auto& results = answer.sweep.rows.emplace_back(); const experiment::Point& point : row)
          results.push_back(sample_result(experiment, point));
    const std::vector<double> values = {4, 8, 16, 32, 32, 32};
    for (const experiment::Prediction& prediction : experiment.predictions) {
      experiment::Answer& right = answer.answers.emplace_back();
      right.right.choice = prediction.answer;
      right.right.number = 32;
      right.right.curve = values;
      for (const experiment::Point& point : prediction.points)
        right.values.push_back(values[point[0]]);
      for (size_t i = 0; i < prediction.points.size(); ++i) right.right.order.push_back(i);
      std::stable_sort(right.right.order.begin(), right.right.order.end(),
                       [&](size_t a, size_t b) { return right.values[a] < right.values[b]; });
    }
    answer.is_whole = true;
    return answer;
  }
  ScriptedExperiments& script_;
};

std::vector<app::ExperimentQuestion> ScriptedExperiments::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

app::MakeExperimentMachine ScriptedExperiments::machine() {
  return [this] { return std::make_unique<Machine>(*this); };
}

}  // namespace warplab::test
