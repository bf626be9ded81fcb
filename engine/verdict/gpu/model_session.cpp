#include "verdict/gpu/model_session.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "compile/first_error.hpp"
#include "cuda/own_kernels.hpp"
#include "verdict/gpu/deciding_content.hpp"
#include "verdict/gpu/timed_job.hpp"
#include "verdict/plan/block_choice.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/read_source.hpp"
#include "words/text.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {
namespace {

// The compiler knows nothing older; registers hardly depend on it.
constexpr int kOldestCapability = 75;

// As much as a reference may make: some blocks of a launch make a small part of it, all of them,
// where one may see what others do, perhaps more at a size for a GPU, which then has no model.
constexpr uint64_t kMostWork = 500'000'000;

model::KernelCode code_of(const std::map<std::string, compile::KernelResources>& kernels) {
  model::KernelCode code;
  for (const auto& [name, r] : kernels)
    code[name] = {r.registers, r.global_loads, r.f32_operations, r.f64_operations};
  return code;
}

}  // namespace

Result<std::string> reference_source(const exercise::Exercise& exercise) {
  return read_source(exercise.folder / exercise.reference_file);
}

Result<std::string> yardstick_source(const exercise::Exercise& exercise) {
  if (exercise.yardstick_file.empty()) return std::string(cuda::own_kernels_source());
  return read_source(exercise.folder / exercise.yardstick_file);
}

std::vector<model::LaunchModel> models_of(const RecordedRun& run, const model::Gpu& gpu,
                                          const model::KernelCode& code) {
  std::vector<model::LaunchModel> models = run.model->on(gpu, code);
  for (size_t i = 0; i < models.size() && i < run.launch_specs.size(); ++i) {
    const size_t spec = run.launch_specs[i];
    if (spec >= run.refused.size() || run.refused[spec].empty() || !models[i].possible) continue;
    model::LaunchModel none;
    none.gpu = models[i].gpu;
    none.occupancy = models[i].occupancy;
    none.why_not = run.refused[spec];
    models[i] = std::move(none);
  }
  return models;
}

ModelSession::ModelSession(const exercise::Exercise& exercise, std::string source,
                           StartWorker start_worker, int compute_capability)
    : exercise_(exercise),
      source_(std::move(source)),
      start_worker_(std::move(start_worker)),
      compute_capability_(compute_capability) {}

void ModelSession::adopt(std::unique_ptr<worker::Worker> worker,
                         const std::map<std::string, compile::KernelResources>& kernels) {
  worker_ = std::move(worker);
  module_of_ = compute_capability_;
  code_[compute_capability_] = code_of(kernels);
}

Result<bool> ModelSession::have_worker() {
  if (worker_) return true;
  worker::Outcome<std::unique_ptr<worker::Worker>> started = start_worker_({});
  if (!started) return Error{words::text_of(started.failure.says)};
  worker_ = std::move(*started.value);
  module_of_ = 0;
  return true;
}

Result<bool> ModelSession::compile(int capability, const std::atomic<bool>* cancel) {
  if (const Result<bool> ready = have_worker(); !ready) return ready;
  const worker::Outcome<compile::Compiled> compiled = worker_->compile(
      kernel_source(exercise_, exercise_.student_file, source_, capability), cancel);
  if (!compiled) {
    worker_.reset();
    return Error{words::text_of(compiled.failure.says)};
  }
  if (!compiled.value->ok)
    return Error{"It does not compile for a model. " + compile::why_not_compiled(*compiled.value)};
  module_of_ = capability;
  code_[capability] = code_of(compiled.value->kernels);
  return true;
}

Result<RecordedRun> ModelSession::record(const PlannedRun& plan, std::optional<Dim3> block,
                                         std::chrono::milliseconds time_limit,
                                         const std::atomic<bool>* cancel) {
  if (!exercise_.prepares.empty())
    return Error{"What the exercise's own kernels prepare is not made for a model."};
  const Result<exercise::Case> setup =
      exercise::instantiate(exercise_, plan.size, *plan.variant, plan.seed, block);
  if (!setup) return Error{setup.error()};
  return record({*setup, plan, setup->launches, setup->launch_specs}, time_limit, cancel);
}

Result<RecordedRun> ModelSession::record_stream(const PlannedRun& plan, int launch,
                                                std::chrono::milliseconds time_limit,
                                                const std::atomic<bool>* cancel) {
  const Result<exercise::Case> setup =
      exercise::instantiate(exercise_, plan.size, *plan.variant, plan.seed);
  if (!setup) return Error{setup.error()};
  const Result<TimedRun> timed = timed_run(exercise_, *setup, launch);
  if (!timed) return Error{timed.error()};
  Result<worker::TimedJob> stream = stream_job(*setup, *timed);
  if (!stream) return Error{stream.error()};
  for (sim::Launch& one : stream->launches)
    for (sim::Argument& argument : one.arguments)
      if (argument.buffer >= 0)
        argument.buffer = static_cast<int>(timed->buffers[static_cast<size_t>(argument.buffer)]);
  const std::vector<size_t> specs(stream->launches.size(),
                                  static_cast<size_t>(std::max(launch, 0)));
  return record({*setup, plan, stream->launches, specs}, time_limit, cancel);
}

Result<RecordedRun> ModelSession::record(const Recipe& recipe, std::chrono::milliseconds time_limit,
                                         const std::atomic<bool>* cancel) {
  if (!worker_ || module_of_ != compute_capability_)
    if (const Result<bool> compiled = compile(compute_capability_, cancel); !compiled)
      return Error{compiled.error()};
  // First on zeros, which cost nothing: where no value decides anything the traces are right. Else
  // with the content that decides, until no other does.
  DecidingContent content(exercise_, recipe.setup, recipe.plan.seed_index);
  Result<sim::Recording> recording = recorded(recipe, content.memory(), time_limit, cancel);
  for (bool changed = true; recording && changed;) {
    const Result<bool> added = content.add(*recording);
    if (!added) return Error{added.error()};
    changed = *added;
    if (changed) recording = recorded(recipe, content.memory(), time_limit, cancel);
  }
  if (!recording) return Error{recording.error()};
  if (!recording->completed || recording->trace_of.size() != recipe.launches.size())
    return Error{"The recording of " + recipe.setup.label + " ended early."};
  return RecordedRun{
      recipe.plan.size.purpose == exercise::SizeSet::Purpose::gpu,
      recipe.setup.label,
      recipe.specs,
      std::make_shared<const model::RunModel>(
          std::move(recording->traces), std::move(recording->trace_of), code_[compute_capability_]),
      {}};
}

Result<sim::Recording> ModelSession::recorded(const Recipe& recipe, const RunMemory& content,
                                              std::chrono::milliseconds time_limit,
                                              const std::atomic<bool>* cancel) {
  worker::Job job;
  for (size_t i = 0; i < recipe.setup.buffers.size(); ++i) {
    worker::JobBuffer buffer;
    buffer.description = recipe.setup.buffers[i];
    if (content[i].descriptor() >= 0) buffer.initial = &content[i];
    job.buffers.push_back(std::move(buffer));
  }
  job.launches = recipe.launches;
  job.options.student_file = exercise_.student_file;
  job.options.keep_writers = false;
  job.options.max_work = kMostWork;
  job.time_limit = time_limit;
  worker::Outcome<sim::Recording> recording = worker_->record(job, cancel);
  if (recording) return std::move(*recording.value);
  worker_.reset();
  return Error{words::text_of(recording.failure.says)};
}

Result<std::optional<Dim3>> ModelSession::chosen_block(const std::atomic<bool>* cancel) {
  if (!worker_ || module_of_ == 0)
    if (const Result<bool> compiled = compile(compute_capability_, cancel); !compiled)
      return Error{compiled.error()};
  const worker::Outcome<std::optional<std::vector<uint8_t>>> variable =
      worker_->variable(kBlockVariable);
  if (!variable) {
    worker_.reset();
    return Error{words::text_of(variable.failure.says)};
  }
  if (!*variable.value) return std::optional<Dim3>();
  const Result<Dim3, data::Saying> choice = block_choice(exercise_, **variable.value);
  if (!choice) return Error{words::text_of(choice.why())};
  return std::optional(*choice);
}

Result<model::KernelCode> ModelSession::code_for(const model::Gpu& gpu,
                                                 const std::atomic<bool>* cancel) {
  const int capability = std::max(gpu.compute_capability, kOldestCapability);
  if (const auto known = code_.find(capability); known != code_.end()) return known->second;
  if (const Result<bool> compiled = compile(capability, cancel); !compiled)
    return Error{compiled.error()};
  return code_[capability];
}

Result<model::KernelCode> ModelSession::code_for(const RecordedRun& run, const model::Gpu& gpu,
                                                 const std::atomic<bool>* cancel) {
  if (!run.model->depends_on_registers(gpu)) return code_[compute_capability_];
  return code_for(gpu, cancel);
}

}  // namespace warplab::verdict
