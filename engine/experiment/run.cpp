#include "experiment/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "compile/first_error.hpp"
#include "verdict/gpu/model_session.hpp"
#include "verdict/gpu/models.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/read_source.hpp"
#include "verdict/run/graded_run.hpp"
#include "words/text.hpp"

namespace warplab::experiment {

// Of each launch of the rig that was made: its counters, and what went to each buffer.
struct CountedRun {
  std::vector<exercise::Measured> by_spec;  // index into Exercise::launches
  std::vector<sim::Counters> by_launch;
  exercise::Measured together;
};

namespace {

using exercise::SizeSet;

// As for exercises: the newest that the model's own GPUs have (verdict::GradeOptions).
constexpr int kComputeCapability = 90;

const SizeSet& size_for(const Experiment& experiment, SizeSet::Purpose purpose) {
  for (const SizeSet& size : experiment.rig.sizes)
    if (size.purpose == purpose) return size;
  return experiment.rig.sizes.front();
}

void add(exercise::Measured& to, const sim::LaunchReport& launch,
         const std::vector<data::Buffer>& buffers) {
  to.counters += launch.total;
  for (size_t i = 0; i < buffers.size() && i < launch.traffic.buffers.size(); ++i)
    to.buffers[buffers[i].name] += launch.traffic.buffers[i].total;
}

CountedRun counted_in(const verdict::PreparedRun& run, const sim::Report& report) {
  CountedRun counted;
  counted.by_spec.resize(run.exercise->launches.size());
  counted.by_launch = verdict::totals_of(report.launches);
  counted.together.values = exercise::metric_values(run.setup);
  for (exercise::Measured& one : counted.by_spec) one.values = counted.together.values;
  for (size_t i = 0; i < report.launches.size(); ++i) {
    add(counted.together, report.launches[i], run.setup.buffers);
    add(counted.by_spec[run.setup.launch_specs[i]], report.launches[i], run.setup.buffers);
  }
  return counted;
}

// What a claim or a series asks for.
struct Question {
  const exercise::MetricExpression& metric;
  SeriesKind kind;
  int launch;
};

int64_t whole(double value) { return static_cast<int64_t>(std::llround(value)); }

}  // namespace

struct Runner::State {
  const Experiment& experiment;
  std::string source;
  RunOptions options;
  std::unique_ptr<worker::Worker> worker{};
  std::unique_ptr<verdict::ModelSession> models{};

  // What is known of a point.
  struct Known {
    PointResult result;
    CountedRun counted;
    // Of all launches together (-1) and of each, as far as somebody has asked.
    std::map<int, exercise::Values> timed;
    std::map<int, SeriesValue> times;  // in nanoseconds
    std::optional<verdict::RecordedRun> recorded;
    std::vector<model::LaunchModel> launch_models;
    int64_t registers = 0;  // a thread, of the kernel that has most
    std::string why_no_model;
  };
  std::map<Point, Known> known{};

  Result<bool> compile(const std::atomic<bool>* cancel);
  Result<bool> count(const Point& point, Known& made, const std::atomic<bool>* cancel,
                     const std::function<void(double)>& progress);
  Result<verdict::RecordedRun> record(const Point& point, const Known& made,
                                      const std::atomic<bool>* cancel);
  void model_launches(const Point& point, Known& made, const std::atomic<bool>* cancel);
  SeriesValue time_of(const Point& point, Known& made, int launch, const std::atomic<bool>* cancel);
  SeriesValue timed_value(const Question& question, const Point& point, Known& made,
                          const std::atomic<bool>* cancel);
  SeriesValue value_of(const Question& question, const Point& point, Known& made,
                       const std::atomic<bool>* cancel);
  exercise::Variant variant_at(const Point& point) const {
    return {"default", values_at(experiment, point)};
  }
};

Result<bool> Runner::State::compile(const std::atomic<bool>* cancel) {
  if (worker) return true;
  worker::Outcome<std::unique_ptr<worker::Worker>> started = options.start_worker({});
  if (!started) return Error{words::text_of(started.failure.says)};
  const worker::Outcome<compile::Compiled> compiled =
      (*started.value)
          ->compile(verdict::kernel_source(experiment.rig, experiment.rig.student_file, source,
                                           kComputeCapability),
                    cancel);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  if (!compiled.value->ok)
    return Error{fmt::format("{} does not compile. {}", experiment.rig.student_file,
                             compile::why_not_compiled(*compiled.value))};
  worker = std::move(*started.value);
  return true;
}

Result<bool> Runner::State::count(const Point& point, Known& made, const std::atomic<bool>* cancel,
                                  const std::function<void(double)>& progress) {
  if (const Result<bool> ready = compile(cancel); !ready) return ready;
  const exercise::Variant variant = variant_at(point);
  verdict::PlannedRun plan;
  plan.size = size_for(experiment, SizeSet::Purpose::graded);
  plan.variant = &variant;
  plan.seed = experiment.rig.check_seeds.front();
  auto run = verdict::prepare_run(experiment.rig, plan);
  if (!run) return Error{run.error()};
  sim::Options simulation;
  simulation.threads = options.threads;
  simulation.student_file = experiment.rig.student_file;
  simulation.exact_tracking = options.exact;
  simulation.keep_writers = options.keep_pictures;  // for what nobody wrote
  const worker::Outcome<sim::Report> ran =
      verdict::simulate(*run, simulation, options.time_limit, *worker, progress, cancel);
  if (!ran) {
    worker.reset();
    return Error{words::text_of(ran.failure.says)};
  }
  const sim::Report& report = *ran.value;
  made.result.findings = report.findings;
  if (report.cancelled) return Error{"The run was cancelled."};
  if (!report.completed)
    return Error{fmt::format(
        "At {} it ended early: {}", label_of(experiment, point),
        report.findings.empty() ? "nobody knows why" : words::text_of(report.findings.front()))};
  made.counted = counted_in(*run, report);
  if (options.keep_pictures)
    made.result.pictures =
        verdict::pictures_of(*run, verdict::RunMemory(run->setup.buffers.size()), *worker);
  return true;
}

// At the size for a GPU. What is recorded at the graded size is compared with what was counted
// there, since recorded blocks have to stand for the others.
Result<verdict::RecordedRun> Runner::State::record(const Point& point, const Known& made,
                                                   const std::atomic<bool>* cancel) {
  const exercise::Variant variant = variant_at(point);
  verdict::PlannedRun plan;
  plan.variant = &variant;
  plan.seed = experiment.rig.check_seeds.front();
  const auto record_at = [&](SizeSet::Purpose purpose) {
    plan.size = size_for(experiment, purpose);
    return models->record(plan, std::nullopt, options.time_limit, cancel);
  };
  Result<verdict::RecordedRun> graded = record_at(SizeSet::Purpose::graded);
  if (!graded) return graded;
  std::vector<std::string> refused =
      verdict::unlike_what_was_counted(experiment.rig, *graded, made.counted.by_launch);
  const bool has_own_size = size_for(experiment, SizeSet::Purpose::gpu).values != plan.size.values;
  Result<verdict::RecordedRun> recorded =
      has_own_size ? record_at(SizeSet::Purpose::gpu) : std::move(graded);
  if (recorded) recorded->refused = std::move(refused);
  return recorded;
}

// The launches on the GPU that was asked for, once for each point.
void Runner::State::model_launches(const Point& point, Known& made,
                                   const std::atomic<bool>* cancel) {
  if (!made.launch_models.empty() || !made.why_no_model.empty()) return;
  if (!options.gpu) {
    made.why_no_model = "There is no GPU, and no model of one was asked for.";
    return;
  }
  if (!models)
    models = std::make_unique<verdict::ModelSession>(experiment.rig, source, options.start_worker,
                                                     kComputeCapability);
  Result<verdict::RecordedRun> recorded = record(point, made, cancel);
  if (!recorded) {
    made.why_no_model = recorded.error();
    return;
  }
  const Result<model::KernelCode> code = models->code_for(*options.gpu, cancel);
  if (!code) {
    made.why_no_model = code.error();
    return;
  }
  made.launch_models = verdict::models_of(*recorded, *options.gpu, *code);
  for (const size_t spec : recorded->launch_specs)
    if (const auto kernel = code->find(experiment.rig.launches[spec].kernel); kernel != code->end())
      made.registers = std::max<int64_t>(made.registers, kernel->second.registers);
  made.recorded = std::move(*recorded);
  made.result.model = model::together(made.launch_models);
}

SeriesValue Runner::State::time_of(const Point& point, Known& made, int launch,
                                   const std::atomic<bool>* cancel) {
  SeriesValue time;
  if (options.measure) {
    const Result<double> measured =
        options.measure(experiment.rig, size_for(experiment, SizeSet::Purpose::gpu),
                        variant_at(point), launch, cancel);
    time.source = verdict::Source::measured;
    if (measured) time.value = *measured * 1000;
    else time.why_not = measured.error();
    return time;
  }
  time.source = verdict::Source::modelled;
  if (!made.why_no_model.empty()) {
    time.why_not = made.why_no_model;
    return time;
  }
  std::vector<model::LaunchModel> asked;
  for (size_t i = 0; i < made.launch_models.size(); ++i)
    if (launch < 0 || made.recorded->launch_specs[i] == static_cast<size_t>(launch))
      asked.push_back(made.launch_models[i]);
  if (asked.empty()) {
    time.why_not = "The launch is not made here.";
    return time;
  }
  const model::LaunchModel all = model::together(asked);
  if (!all.possible) {
    time.why_not = all.why_not;
    return time;
  }
  time.value = all.time_us * 1000;
  time.low = all.low_us * 1000;
  time.high = all.high_us * 1000;
  return time;
}

SeriesValue Runner::State::timed_value(const Question& question, const Point& point, Known& made,
                                       const std::atomic<bool>* cancel) {
  model_launches(point, made, cancel);
  auto found = made.times.find(question.launch);
  if (found == made.times.end())
    found =
        made.times.emplace(question.launch, time_of(point, made, question.launch, cancel)).first;
  const SeriesValue& time = found->second;
  const std::vector<std::string> names = question.metric.names();
  const bool needs_time = std::find(names.begin(), names.end(), "time_ns") != names.end();
  SeriesValue value;
  value.source = needs_time ? time.source : verdict::Source::modelled;
  if (needs_time && !time.value) {
    value.why_not = time.why_not;
    return value;
  }
  const exercise::Variant variant = variant_at(point);
  const auto setup =
      exercise::instantiate(experiment.rig, size_for(experiment, SizeSet::Purpose::gpu), variant,
                            experiment.rig.check_seeds.front());
  if (!setup) {
    value.why_not = setup.error();
    return value;
  }
  exercise::Measured measured;
  measured.values = exercise::metric_values(*setup);
  if (options.gpu) {
    measured.values["peak_mbps"] = whole(model::roofs_of(*options.gpu).dram / 1e6);
    measured.values["most_warps"] = static_cast<int64_t>(options.gpu->most_warps);
  }
  if (made.result.model) {
    const model::Occupancy& occupancy = made.result.model->occupancy;
    measured.values["resident_warps"] = static_cast<int64_t>(occupancy.warps);
    measured.values["registers"] = made.registers;
    measured.values["resident_blocks"] = static_cast<int64_t>(occupancy.blocks);
  }
  for (const std::string_view name : kTimedNames)
    if (name != "time_ns" && !measured.values.contains(std::string(name)) &&
        std::find(names.begin(), names.end(), name) != names.end()) {
      value.why_not = made.why_no_model.empty() ? "It is not known." : made.why_no_model;
      return value;
    }
  const auto evaluated = [&](std::optional<double> nanoseconds) -> std::optional<double> {
    if (needs_time) {
      if (!nanoseconds) return std::nullopt;
      measured.values["time_ns"] = whole(*nanoseconds);
    }
    return question.metric.evaluate(measured);
  };
  value.value = evaluated(time.value);
  if (!value.value) value.why_not = "It would divide by zero.";
  const std::optional<double> one = needs_time ? evaluated(time.low) : std::nullopt,
                              other = needs_time ? evaluated(time.high) : std::nullopt;
  if (one && other) {
    value.low = std::min(*one, *other);
    value.high = std::max(*one, *other);
  }
  return value;
}

SeriesValue Runner::State::value_of(const Question& question, const Point& point, Known& made,
                                    const std::atomic<bool>* cancel) {
  if (question.kind == SeriesKind::timed) return timed_value(question, point, made, cancel);
  SeriesValue value;
  value.value = question.metric.evaluate(
      question.launch < 0 ? made.counted.together
                          : made.counted.by_spec[static_cast<size_t>(question.launch)]);
  if (!value.value) value.why_not = "Nothing of it happened, so there is no ratio.";
  return value;
}

Runner::Runner(const Experiment& experiment, std::string source, RunOptions options)
    : state_(new State{experiment, std::move(source), std::move(options)}) {}
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;

Result<PointResult> Runner::run(const Point& point, const std::atomic<bool>* cancel,
                                const std::function<void(double)>& progress) {
  State& state = *state_;
  if (!state.experiment.has_launches()) return Error{"This experiment has no kernels to run."};
  if (const auto found = state.known.find(point); found != state.known.end())
    return found->second.result;
  State::Known made;
  made.result.point = point;
  made.result.where = label_of(state.experiment, point);
  if (const Result<bool> counted = state.count(point, made, cancel, progress); !counted)
    return Error{counted.error()};
  for (const Series& series : state.experiment.series)
    made.result.values.push_back(
        state.value_of({series.metric, series.kind, series.launch}, point, made, cancel));
  if (cancel && *cancel) return Error{"The run was cancelled."};
  return state.known.emplace(point, std::move(made)).first->second.result;
}

Result<Sweep> Runner::sweep(const Point& around, const std::atomic<bool>* cancel,
                            const std::function<void(double)>& progress,
                            const std::function<void(const PointResult&)>& each) {
  const std::vector<std::vector<Point>> rows = sweep_of(state_->experiment, around);
  size_t all = 0, done = 0;
  for (const std::vector<Point>& row : rows) all += row.size();
  Sweep sweep;
  for (const std::vector<Point>& row : rows) {
    std::vector<PointResult>& results = sweep.rows.emplace_back();
    for (const Point& point : row) {
      const auto of_all = [&](double fraction) {
        if (progress) progress((static_cast<double>(done) + fraction) / static_cast<double>(all));
      };
      Result<PointResult> result = run(point, cancel, of_all);
      if (!result) return Error{result.error()};
      ++done;
      of_all(0);
      if (each) each(*result);
      results.push_back(std::move(*result));
    }
  }
  for (const Line& line : state_->experiment.lines) {
    SeriesValue& value = sweep.lines.emplace_back();
    value.value = line.value;
    if (line.value) continue;
    const Point& at = line.at ? *line.at : around;
    if (const Result<PointResult> ran = run(at, cancel); !ran) return Error{ran.error()};
    value =
        state_->value_of({line.metric, line.kind, line.launch}, at, state_->known.at(at), cancel);
  }
  return sweep;
}

Result<SeriesValue> Runner::value(const Claim& claim, const Point& point,
                                  const std::atomic<bool>* cancel) {
  if (const Result<PointResult> ran = run(point, cancel); !ran) return Error{ran.error()};
  State::Known& made = state_->known.at(point);
  return state_->value_of({claim.metric, claim.kind, claim.launch}, point, made, cancel);
}

Result<std::string> kernels_of(const Experiment& experiment) {
  return verdict::read_source(experiment.folder / experiment.rig.student_file);
}

}  // namespace warplab::experiment
