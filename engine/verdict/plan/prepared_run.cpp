#include "verdict/plan/prepared_run.hpp"

#include <algorithm>
#include <utility>

#include "verdict/plan/check_kernels.hpp"
#include "worker/protocol.hpp"

namespace warplab::verdict {
namespace {

using Role = exercise::Buffer::Role;
using worker::SharedMemory;

static_assert(exercise::kMostBuffers <= worker::kMaxBuffers, "what loads can be run");

bool is_pure_input(const exercise::Case& setup, size_t i) {
  return setup.specs[i]->role == Role::input;
}

// Content that kernels may change, and that a [[prepare]] makes.
bool is_prepared(const exercise::Exercise& exercise, const exercise::Case& setup, size_t i) {
  return setup.specs[i]->role == Role::inout && !exercise.prepares.empty();
}

Result<SharedMemory> memory_for(const data::Buffer& buffer) {
  return SharedMemory::create(buffer.name, bytes_of(buffer));
}

// A shape may depend on the block, which the student may have chosen.
bool fits(const RunMemory& inputs, const exercise::Case& setup) {
  for (size_t i = 0; i < setup.buffers.size(); ++i)
    if (is_pure_input(setup, i) && inputs.at(i).bytes().size() != bytes_of(setup.buffers[i]))
      return false;
  return true;
}

Result<RunMemory> make_inputs(const exercise::Exercise& exercise, const exercise::Case& setup,
                              uint64_t seed_index) {
  RunMemory inputs(setup.buffers.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!is_pure_input(setup, i) && !is_prepared(exercise, setup, i)) continue;
    Result<SharedMemory> memory = filled_memory(exercise, setup, i, seed_index);
    if (!memory) return Error{memory.error()};
    inputs[i] = std::move(*memory);
  }
  if (!exercise.prepares.empty())
    if (const Result<bool> prepared = prepare_contents(exercise, setup, inputs); !prepared)
      return Error{prepared.error()};
  return inputs;
}

Result<RunMemory> make_outputs(const exercise::Case& setup) {
  RunMemory outputs(setup.buffers.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (is_pure_input(setup, i)) continue;
    Result<SharedMemory> memory = memory_for(setup.buffers[i]);
    if (!memory) return Error{memory.error()};
    outputs[i] = std::move(*memory);
  }
  return outputs;
}

}  // namespace

Result<SharedMemory> filled_memory(const exercise::Exercise& exercise, const exercise::Case& setup,
                                   size_t index, uint64_t seed_index) {
  Result<SharedMemory> memory = memory_for(setup.buffers[index]);
  if (!memory) return memory;
  const Result<bool> filled = exercise::fill(exercise, setup, index, seed_index, memory->bytes());
  if (!filled) return Error{filled.error()};
  return memory;
}

Result<PreparedRun, NotPrepared> prepare_run(const exercise::Exercise& exercise,
                                             const PlannedRun& plan, std::optional<Dim3> block,
                                             std::shared_ptr<const RunMemory> inputs) {
  Result<exercise::Case> setup =
      exercise::instantiate(exercise, plan.size, *plan.variant, plan.seed, block);
  if (!setup) {
    const bool without =
        block && exercise::instantiate(exercise, plan.size, *plan.variant, plan.seed);
    return NotPrepared{setup.error(), without};
  }
  PreparedRun run{&exercise, plan,   std::move(*setup), std::move(inputs), {}, {}, {},
                  nullptr,   nullptr};
  if (!run.inputs || !fits(*run.inputs, run.setup)) {
    Result<RunMemory> made = make_inputs(exercise, run.setup, plan.seed_index);
    if (!made) return NotPrepared{made.error(), false, exercise.prepares.empty()};
    run.inputs = std::make_shared<const RunMemory>(std::move(*made));
  }
  Result<RunMemory> outputs = make_outputs(run.setup);
  if (!outputs) return NotPrepared{outputs.error(), false, true};
  run.outputs = std::move(*outputs);
  return run;
}

Result<bool> PreparedRun::refill() {
  if (earlier)
    if (const Result<bool> filled = earlier->refill(); !filled) return filled;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].descriptor() < 0) continue;
    if (std::ranges::find(from_reference, i) != from_reference.end()) {
      std::ranges::copy((*reference)[i].bytes(), outputs[i].bytes().begin());
      continue;
    }
    if (const SharedMemory& prepared = (*inputs)[i]; prepared.descriptor() >= 0) {
      std::ranges::copy(prepared.bytes(), outputs[i].bytes().begin());
      continue;
    }
    const Result<bool> filled =
        exercise::fill(*exercise, setup, i, plan.seed_index, outputs[i].bytes());
    if (!filled) return filled;
  }
  return true;
}

// The buffers of the launches that come before stand behind the others, so that these keep their
// numbers.
worker::Job PreparedRun::job(const sim::Options& options,
                             std::chrono::milliseconds time_limit) const {
  worker::Job job;
  for (size_t i = 0; i < setup.buffers.size(); ++i) {
    worker::JobBuffer buffer;
    buffer.description = setup.buffers[i];
    buffer.initial = is_pure_input(setup, i) ? &(*inputs)[i] : &outputs[i];
    buffer.result = is_answer(*setup.specs[i]) ? &outputs[i] : nullptr;
    job.buffers.push_back(std::move(buffer));
  }
  job.launches = setup.launches;
  if (earlier) {
    worker::Job before = earlier->job(options, time_limit);
    for (worker::JobBuffer& buffer : before.buffers) job.buffers.push_back(std::move(buffer));
    const auto behind = static_cast<int>(setup.buffers.size());
    for (data::Launch& launch : before.launches) {
      if (launch.flag >= 0) launch.flag += behind;
      for (data::Argument& argument : launch.arguments)
        if (argument.buffer >= 0) argument.buffer += behind;
    }
    for (data::Launch& launch : job.launches) launch.keep_variables = true;
    job.launches.insert(job.launches.begin(), before.launches.begin(), before.launches.end());
  }
  job.options = options;
  job.time_limit = time_limit;
  return job;
}

worker::Outcome<sim::Report> simulate(PreparedRun& run, const sim::Options& options,
                                      std::chrono::milliseconds time_limit, worker::Worker& worker,
                                      const std::function<void(double)>& progress,
                                      const std::atomic<bool>* cancel) {
  if (const Result<bool> filled = run.refill(); !filled)
    return {std::nullopt, {worker::Failure::Kind::cannot_start, data::as_it_is(filled.error())}};
  return worker.simulate(run.job(options, time_limit), progress, cancel);
}

}  // namespace warplab::verdict
