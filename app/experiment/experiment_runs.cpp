#include "experiment/experiment_runs.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <utility>

#include "common/niceness.hpp"

namespace warplab::app {

bool same_question(const ExperimentQuestion& a, const ExperimentQuestion& b) {
  const auto name = [](const std::optional<model::Gpu>& gpu) {
    return gpu ? gpu->name : std::string();
  };
  return a.experiment == b.experiment && a.source == b.source && a.around == b.around &&
         name(a.gpu) == name(b.gpu) && a.measured_on == b.measured_on;
}

const experiment::PointResult* ExperimentAnswer::at_sliders(const experiment::Sweep& points) const {
  for (const auto& row : points.rows)
    for (const experiment::PointResult& result : row)
      if (result.point == around) return &result;
  return nullptr;
}

// ---- running kernels ----------------------------------------------------------------------------

namespace {

experiment::RunOptions options_of(const ExperimentQuestion& question) {
  experiment::RunOptions options;
  options.gpu = question.gpu;
  options.threads = std::max(std::thread::hardware_concurrency(), 1u);
  // A picture of every point is kept, so only where one is shown.
  options.keep_pictures = !question.experiment->rig.views.empty();
  options.start_worker = [](const worker::Limits& limits) {
    worker::Limits own = limits;
    own.niceness = kNiceness;
    return worker::Worker::start(own);
  };
  return options;
}

// Puts results into the rows of a sweep as they come.
class SweepFiller {
 public:
  SweepFiller(const experiment::Experiment& experiment, const experiment::Point& around,
              experiment::Sweep& sweep)
      : rows_(experiment::sweep_of(experiment, around)), around_(around), sweep_(sweep) {
    sweep_.rows.assign(rows_.size(), {});
  }
  void add(experiment::PointResult result) {
    while (row_ + 1 < rows_.size() && sweep_.rows[row_].size() == rows_[row_].size()) ++row_;
    // One picture is looked at, and an answer is copied often.
    if (result.point != around_) result.pictures.clear();
    sweep_.rows[row_].push_back(std::move(result));
  }

 private:
  std::vector<std::vector<experiment::Point>> rows_;
  experiment::Point around_;
  experiment::Sweep& sweep_;
  size_t row_ = 0;
};

bool has_findings(const experiment::Sweep& sweep) {
  return std::ranges::any_of(sweep.rows, [](const auto& row) {
    return std::ranges::any_of(
        row, [](const experiment::PointResult& result) { return !result.findings.empty(); });
  });
}

}  // namespace

void KernelMachine::begin(const ExperimentQuestion& question) {
  ExperimentQuestion elsewhere = question;
  elsewhere.around = of_.around;
  const bool is_same = runner_ && same_question(elsewhere, of_);
  const bool is_same_experiment = of_.experiment == question.experiment;
  if (!is_same) {
    runner_.reset();
    measuring_.reset();
    gpu_times_.reset();
    lanes_.clear();
  }
  if (!is_same_experiment) {
    own_runner_.reset();
    live_.reset();
    why_not_live_.clear();
    answers_.assign(question.experiment->predictions.size(), std::nullopt);
  }
  of_ = question;
  if (!is_same)
    runner_ =
        std::make_unique<experiment::Runner>(*of_.experiment, question.source, options_of(of_));
}

Result<bool> KernelMachine::count(const ExperimentQuestion& question, const Talk& talk,
                                  ExperimentAnswer& answer) {
  SweepFiller filler(*of_.experiment, question.around, answer.sweep);
  const auto take = [&](const experiment::PointResult& result) {
    filler.add(result);
    (void)talk.publish(answer);
  };
  const auto tell = [&](double done) { talk.tell("running the kernels", done); };
  tell(0);
  const Result<experiment::Sweep> sweep = runner_->sweep(question.around, talk.cancel, tell, take);
  if (!sweep) return Error{sweep.error()};
  answer.sweep.lines = sweep->lines;
  return true;
}

Result<bool> KernelMachine::find_answers(const Talk& talk, ExperimentAnswer& answer) {
  const experiment::Experiment& experiment = *of_.experiment;
  experiment::Runner* runner = runner_.get();
  const Result<std::string> own_text =
      experiment.has_launches() ? experiment::kernels_of(experiment) : Result<std::string>("");
  if (!own_text) return Error{own_text.error()};
  if (*own_text != of_.source) {
    if (!own_runner_)
      own_runner_ = std::make_unique<experiment::Runner>(experiment, *own_text, options_of(of_));
    runner = own_runner_.get();
  }
  for (size_t i = 0; i < experiment.predictions.size(); ++i) {
    if (!answers_[i]) {
      talk.tell("finding the answers", 1);
      Result<experiment::Answer> found =
          experiment::answer_of(*runner, experiment, experiment.predictions[i], talk.cancel);
      if (!found) return Error{found.error()};
      answers_[i] = std::move(*found);
    }
    answer.answers.push_back(*answers_[i]);
  }
  return true;
}

namespace {

// The first load of the buffer that is in the log; null: there is none.
std::shared_ptr<const LanesShown> first_load(std::shared_ptr<const LensLook> look,
                                             const std::string& buffer) {
  const data::AccessLog& log = look->look.log;
  const auto has_name = [&](const data::LoggedBuffer& b) {
    return look->look.buffers[static_cast<size_t>(b.buffer)].name == buffer;
  };
  const auto logged = std::ranges::find_if(log.buffers, has_name);
  if (logged == log.buffers.end()) return nullptr;
  for (size_t k = 0; k < log.accesses.size(); ++k) {
    const data::LoggedAccess& access = log.accesses[k];
    if (access.kind != data::TraceKind::load || access.mask == 0) continue;
    const uint64_t at = access.addresses[static_cast<size_t>(std::countr_zero(access.mask))];
    if (at < logged->begin || at >= logged->begin + logged->bytes) continue;
    const LensLine* const line = look->find(access.line);
    if (line == nullptr) return nullptr;
    auto shown = std::make_shared<LanesShown>();
    shown->view = {look.get(), line, k};
    shown->look = std::move(look);
    return shown;
  }
  return nullptr;
}

}  // namespace

// Where it cannot be looked at there is no picture: the numbers say why.
void KernelMachine::look_at_lanes(const ExperimentQuestion& question, const Talk& talk,
                                  ExperimentAnswer& answer) {
  const experiment::Experiment& experiment = *of_.experiment;
  std::shared_ptr<const LanesShown>& known = lanes_[question.around];
  if (!known) {
    exercise::Exercise rig = experiment.rig;
    rig.variants = {{"default", experiment::values_at(experiment, question.around)}};
    lens::LookOptions options;
    options.cancel = talk.cancel;
    options.launch = 0;
    options.start_worker = options_of(of_).start_worker;
    Result<lens::Look> look = lens::look(rig, question.source, options);
    if (!look) return;
    auto found = first_load(lens_look(std::move(*look), 0, false), experiment.lanes);
    if (!found) return;
    auto shown = std::make_shared<LanesShown>(*found);
    shown->where = experiment::label_of(experiment, question.around);
    known = std::move(shown);
  }
  answer.lanes = known;
}

// The same points on the GPU that is here, once the simulator has found nothing wrong with any.
void KernelMachine::measure(const ExperimentQuestion& question, const Talk& talk,
                            ExperimentAnswer& answer) {
  if (has_findings(answer.sweep)) {
    answer.why_not_measured =
        "Nothing was timed on the GPU: the simulator found something wrong with the kernels.";
    return;
  }
  if (!gpu_ || gpu_uuid_ != question.measured_on) {
    gpu_ = std::make_shared<verdict::GpuSession>(question.measured_on, start_gpu_);
    gpu_uuid_ = question.measured_on;
    measuring_.reset();
  }
  if (!measuring_) {
    gpu_times_ = std::make_unique<experiment::GpuTimes>(gpu_, question.source);
    experiment::RunOptions options = options_of(of_);
    options.keep_pictures = false;
    options.measure = [times = gpu_times_.get()](const exercise::Exercise& rig,
                                                 const exercise::SizeSet& size,
                                                 const exercise::Variant& variant, int launch,
                                                 const std::atomic<bool>* cancel) {
      return times->microseconds(rig, size, variant, launch, cancel);
    };
    measuring_ =
        std::make_unique<experiment::Runner>(*of_.experiment, question.source, std::move(options));
  }
  SweepFiller filler(*of_.experiment, question.around, answer.measured);
  const auto take = [&](const experiment::PointResult& result) {
    filler.add(result);
    (void)talk.publish(answer);
  };
  const auto tell = [&](double done) { talk.tell("timing on the GPU", done); };
  const Result<experiment::Sweep> sweep =
      measuring_->sweep(question.around, talk.cancel, tell, take);
  if (sweep) answer.measured.lines = sweep->lines;
  else answer.why_not_measured = sweep.error();
}

// Once for each opening: it takes seconds, and the recorded lines are there meanwhile.
void KernelMachine::record_time_lines(const Talk& talk, ExperimentAnswer& answer) {
  if (!live_ && why_not_live_.empty()) {
    talk.tell("recording on the GPU", 0.5);
    Result<experiment::Recording> made = record_live_(of_.experiment->recorder, talk.cancel);
    if (*talk.cancel) return;
    if (made) live_ = std::make_shared<const experiment::Recording>(std::move(*made));
    else why_not_live_ = made.error();
  }
  answer.live = live_;
  answer.why_not_measured = why_not_live_;
}

Result<bool> KernelMachine::answer(const ExperimentQuestion& question, const Talk& talk) {
  begin(question);
  ExperimentAnswer answer;
  answer.around = question.around;
  if (question.gpu && of_.experiment->has_times()) answer.gpu = question.gpu->name;
  const bool has_launches = of_.experiment->has_launches();
  if (has_launches)
    if (const Result<bool> counted = count(question, talk, answer); !counted) return counted;
  if (const Result<bool> found = find_answers(talk, answer); !found) return found;
  if (!talk.publish(answer)) return true;
  if (!of_.experiment->lanes.empty()) {
    look_at_lanes(question, talk, answer);
    if (!talk.publish(answer)) return true;
  }
  const bool has_gpu = !question.measured_on.empty();
  if (has_gpu && !of_.experiment->recorder.empty()) record_time_lines(talk, answer);
  if (has_gpu && has_launches && of_.experiment->has_times()) measure(question, talk, answer);
  answer.is_whole = true;
  (void)talk.publish(std::move(answer));
  return true;
}

}  // namespace warplab::app
