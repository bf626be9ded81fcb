#include "verdict/run_memory.hpp"

#include <utility>

#include "worker/protocol.hpp"

namespace warplab::verdict {
namespace {

using Role = exercise::Buffer::Role;

static_assert(exercise::kMostBuffers <= worker::kMaxBuffers, "what loads can be run");

// Memory for the buffers of `c` that are pure inputs, or for those that are not.
Result<RunMemory> allocate(const exercise::Case& c, bool pure_inputs) {
  RunMemory memory(c.buffers.size());
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    if ((c.specs[i]->role == Role::input) != pure_inputs) continue;
    Result<worker::SharedMemory> block =
        worker::SharedMemory::create(c.buffers[i].name, bytes_of(c.buffers[i]));
    if (!block) return Error{block.error()};
    memory[i] = std::move(*block);
  }
  return memory;
}

Result<bool> fill_all(const exercise::Exercise& exercise, const exercise::Case& c,
                      uint64_t seed_index, RunMemory& memory) {
  for (size_t i = 0; i < memory.size(); ++i) {
    if (memory[i].descriptor() < 0) continue;
    const Result<bool> filled = exercise::fill(exercise, c, i, seed_index, memory[i].bytes());
    if (!filled) return filled;
  }
  return true;
}

}  // namespace

Result<RunMemory> make_inputs(const exercise::Exercise& exercise, const exercise::Case& c,
                              uint64_t seed_index) {
  Result<RunMemory> memory = allocate(c, true);
  if (!memory) return memory;
  const Result<bool> filled = fill_all(exercise, c, seed_index, *memory);
  if (!filled) return Error{filled.error()};
  return memory;
}

Result<RunMemory> make_outputs(const exercise::Case& c) { return allocate(c, false); }

Result<bool> fill_outputs(const exercise::Exercise& exercise, const exercise::Case& c,
                          uint64_t seed_index, RunMemory& outputs) {
  return fill_all(exercise, c, seed_index, outputs);
}

worker::Job make_job(const exercise::Case& c, const RunMemory& inputs, const RunMemory& outputs,
                     const sim::Options& options, std::chrono::milliseconds time_limit) {
  worker::Job job;
  for (size_t i = 0; i < c.buffers.size(); ++i) {
    const bool pure_input = c.specs[i]->role == Role::input;
    worker::JobBuffer buffer;
    buffer.description = c.buffers[i];
    buffer.initial = pure_input ? &inputs[i] : &outputs[i];
    buffer.result = is_answer(*c.specs[i]) ? &outputs[i] : nullptr;
    job.buffers.push_back(std::move(buffer));
  }
  job.launches = c.launches;
  job.options = options;
  job.time_limit = time_limit;
  return job;
}

worker::Outcome<sim::Report> run_again(const exercise::Exercise& exercise, const exercise::Case& c,
                                       uint64_t seed_index, const sim::Options& options,
                                       std::chrono::milliseconds time_limit, worker::Worker& worker,
                                       const std::atomic<bool>* cancel) {
  const auto failed = [](const std::string& why) {
    return warplab::worker::Outcome<sim::Report>{
        std::nullopt, {warplab::worker::Failure::Kind::cannot_start, why}};
  };
  const Result<RunMemory> inputs = make_inputs(exercise, c, seed_index);
  if (!inputs) return failed(inputs.error());
  Result<RunMemory> outputs = make_outputs(c);
  if (!outputs) return failed(outputs.error());
  if (const Result<bool> filled = fill_outputs(exercise, c, seed_index, *outputs); !filled)
    return failed(filled.error());
  return worker.simulate(make_job(c, *inputs, *outputs, options, time_limit), {}, cancel);
}

}  // namespace warplab::verdict
