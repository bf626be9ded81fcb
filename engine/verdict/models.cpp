#include "verdict/models.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "model/compiler_stage.hpp"
#include "model/estimate.hpp"
#include "verdict/prepared_run.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {
namespace {

using Purpose = exercise::SizeSet::Purpose;
using Resources = std::map<std::string, compile::KernelResources>;

// The compiler knows nothing older; registers hardly depend on it.
constexpr int kOldestCapability = 75;

// Above it inputs stay zeros for a recording: of so much memory some blocks read next to nothing,
// and filling it would take longer than all the rest. Kernels whose way depends on their data are
// then modelled for zeros.
constexpr uint64_t kMostFilledBytes = uint64_t{512} << 20;

class Modelling {
 public:
  explicit Modelling(const ModelQuestion& question) : question_(question) {}

  Result<std::vector<ModelledRun>> run(const PlannedRun& graded) {
    worker::Outcome<std::unique_ptr<worker::Worker>> started = question_.start_worker({});
    if (!started) return Error{started.failure.message};
    worker_ = std::move(*started.value);
    // The traces are those of one module; the others say what their GPUs' compilers would allot.
    if (const Result<bool> compiled = compile(question_.compute_capability); !compiled)
      return Error{compiled.error()};
    std::vector<Recorded> recorded;
    if (const Result<bool> done = record(graded, false, recorded); !done)
      return Error{done.error()};
    for (const exercise::SizeSet& size : question_.exercise.sizes) {
      if (size.purpose != Purpose::gpu) continue;
      PlannedRun plan = graded;
      plan.size = size;
      if (const Result<bool> done = record(plan, true, recorded); !done) return Error{done.error()};
    }
    for (const model::Gpu& gpu : question_.gpus)
      if (const Result<bool> compiled = compile(capability(gpu)); !compiled)
        return Error{compiled.error()};
    std::vector<ModelledRun> runs;
    for (const Recorded& r : recorded) runs.push_back(modelled(r));
    return runs;
  }

 private:
  struct Recorded {
    bool at_gpu_size = false;
    std::string where;
    sim::Recording recording;
  };

  static int capability(const model::Gpu& gpu) {
    return std::max(gpu.compute_capability, kOldestCapability);
  }

  Result<bool> compile(int capability) {
    if (resources_.contains(capability)) return true;
    const worker::Outcome<compile::Compiled> compiled = worker_->compile(
        {question_.exercise.student_file, question_.source, capability}, question_.cancel);
    if (!compiled) return Error{compiled.failure.message};
    resources_[capability] = compiled.value->kernels;
    return true;
  }

  Result<bool> record(const PlannedRun& plan, bool at_gpu_size, std::vector<Recorded>& recorded) {
    const Result<exercise::Case> setup = exercise::instantiate(
        question_.exercise, plan.size, *plan.variant, plan.seed, question_.block);
    if (!setup) return Error{setup.error()};
    uint64_t bytes = 0;
    for (const data::Buffer& buffer : setup->buffers) bytes += bytes_of(buffer);
    std::vector<worker::SharedMemory> memory(setup->buffers.size());
    worker::Job job;
    for (size_t i = 0; i < setup->buffers.size(); ++i) {
      worker::JobBuffer buffer;
      buffer.description = setup->buffers[i];
      if (bytes <= kMostFilledBytes) {
        Result<worker::SharedMemory> filled =
            filled_memory(question_.exercise, *setup, i, plan.seed_index);
        if (!filled) return Error{filled.error()};
        memory[i] = std::move(*filled);
        buffer.initial = &memory[i];
      }
      job.buffers.push_back(std::move(buffer));
    }
    job.launches = setup->launches;
    job.options.student_file = question_.exercise.student_file;
    job.options.keep_writers = false;
    job.time_limit = question_.time_limit;
    worker::Outcome<sim::Recording> recording = worker_->record(job, question_.cancel);
    if (!recording) return Error{recording.failure.message};
    if (recording.value->trace_of.size() != setup->launches.size())
      return Error{"The recording of " + setup->label + " ended early."};
    recorded.push_back({at_gpu_size, setup->label, std::move(*recording.value)});
    return true;
  }

  // The resources of a kernel for a GPU; of its own compute capability, the code of the recorded
  // one.
  model::MachineCode machine_code(const std::string& kernel, const model::Gpu* gpu) const {
    const auto find = [&](int capability) -> const compile::KernelResources* {
      const auto of = resources_.find(capability);
      if (of == resources_.end()) return nullptr;
      const auto found = of->second.find(kernel);
      return found == of->second.end() ? nullptr : &found->second;
    };
    const compile::KernelResources* r = find(gpu ? capability(*gpu) : question_.compute_capability);
    if (r == nullptr) return {};
    return {r->registers, r->global_loads, r->f32_operations, r->f64_operations};
  }

  ModelledRun modelled(const Recorded& recorded) const {
    ModelledRun run{recorded.at_gpu_size, recorded.where, {}};
    std::vector<std::vector<model::LaunchModel>> by_trace;
    for (const data::LaunchTrace& trace : recorded.recording.traces) {
      model::PreparedLaunch prepared = model::prepare(trace, machine_code(trace.kernel, nullptr));
      std::vector<model::LaunchModel>& models = by_trace.emplace_back();
      for (const model::Gpu& gpu : question_.gpus) {
        prepared.registers = machine_code(trace.kernel, &gpu).registers;
        models.push_back(model::estimate(prepared, gpu));
      }
    }
    for (const size_t trace : recorded.recording.trace_of) run.launches.push_back(by_trace[trace]);
    return run;
  }

  const ModelQuestion& question_;
  std::unique_ptr<worker::Worker> worker_;
  std::map<int, Resources> resources_;  // by compute capability
};

}  // namespace

Result<std::vector<ModelledRun>> model_runs(const ModelQuestion& question,
                                            const PlannedRun& graded) {
  return Modelling(question).run(graded);
}

}  // namespace warplab::verdict
