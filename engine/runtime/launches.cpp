#include "runtime/launches.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include "model/occupancy.hpp"
#include "model/run_model.hpp"
#include "sim/record.hpp"
#include "words/text.hpp"

namespace warplab::runtime {
namespace {

// CUDA C++ Programming Guide, "Compute Capabilities": the same on all that the simulator knows.
constexpr uint64_t kMostThreads = 1024, kMostBlockX = 1024, kMostBlockZ = 64,
                   kMostGridX = 0x7fffffff, kMostGridY = 65535;
constexpr uint64_t kDefaultShared = 48 * 1024;
// What a GPU keeps of printf by default: cudaLimitPrintfFifoSize.
constexpr uint64_t kMostOutput = uint64_t{1} << 20;

Dim3 dim_of(const Size3& size) { return {size.x, size.y, size.z}; }

// The file in which a kernel is written: that into which all its code was inlined.
std::string file_of(const ptx::Module& module, const ptx::Function& kernel) {
  for (const ptx::Instruction& instruction : kernel.body) {
    if (instruction.location < 0) continue;
    const ptx::Location* at = &kernel.locations[static_cast<size_t>(instruction.location)];
    while (at->inlined_at >= 0) at = &kernel.locations[static_cast<size_t>(at->inlined_at)];
    const auto file = module.files.find(at->file);
    if (file != module.files.end()) return file->second;
  }
  return {};
}

// The fewest sectors that hold what the requests of each line ask for.
uint64_t ideal_sectors(const sim::LaunchReport& launch) {
  uint64_t ideal = 0;
  for (const auto& [line, counters] : launch.lines)
    ideal += std::min(
        counters[data::Counter::global_sectors],
        (counters[data::Counter::global_bytes] + data::kSectorBytes - 1) / data::kSectorBytes);
  return ideal;
}

// What a GPU notices: an address that is nobody's. Just beyond an allocation it notices nothing.
int32_t error_of(const data::Finding& finding) {
  using data::FindingKind;
  const auto& phrases = finding.told.what.phrases;
  switch (finding.kind) {
    case FindingKind::null_pointer: return kIllegalAddress;
    case FindingKind::out_of_bounds: {
      const bool is_nobodys =
          !phrases.empty() && (phrases[0].says == data::Says::accesses_no_buffer ||
                               phrases[0].says == data::Says::accesses_freed_memory);
      return is_nobodys ? kIllegalAddress : kSuccess;
    }
    case FindingKind::misaligned: return kMisalignedAddress;
    case FindingKind::device_assert: return kAssert;
    default: return kSuccess;
  }
}

int32_t error_of(const sim::Report& report) {
  for (const data::Finding& finding : report.findings)
    if (const int32_t error = error_of(finding); error != kSuccess) return error;
  return report.completed ? kSuccess : kLaunchFailure;
}

}  // namespace

Launches::KernelFacts Launches::find(size_t module, const std::string& name) {
  KernelFacts facts;
  const ptx::Module& ptx = device_.module(module);
  const ptx::Function* const function = ptx.find_function(name);
  if (!function || !function->is_kernel) {
    facts.reply.error = kInvalidDeviceFunction;
    return facts;
  }
  Kernel& kernel = kernels_.emplace_back();
  kernel.module = module;
  kernel.symbol = name;
  kernel.function = function;
  kernel.file = runtime::file_of(ptx, *function);
  kernel.name = kernel_name(name);
  kernel.summary.name = kernel.name.shown;
  kernel.summary.file = kernel.file;
  for (const ptx::Variable& variable : function->variables) {
    if (variable.space == ptx::Space::shared) kernel.shared_bytes += variable.bytes;
    if (variable.space == ptx::Space::local) facts.reply.local_bytes += variable.bytes;
  }
  // nvcc declares shared arrays at the module.
  for (const ptx::Variable& variable : ptx.variables) {
    const bool is_its_own = variable.name.find(name) != std::string::npos;
    if (variable.space == ptx::Space::shared && is_its_own) kernel.shared_bytes += variable.bytes;
    if (variable.space == ptx::Space::constant) facts.reply.constant_bytes += variable.bytes;
  }
  facts.reply.kernel = static_cast<uint32_t>(kernels_.size() - 1);
  facts.reply.shared_bytes = kernel.shared_bytes;
  facts.reply.most_threads = function->max_threads.value_or(kMostThreads);
  for (const ptx::Variable& parameter : function->parameters)
    facts.parameter_bytes.push_back(static_cast<uint32_t>(parameter.bytes));
  return facts;
}

uint32_t Launches::occupancy(const Occupancy& request) const {
  const Kernel& kernel = kernels_[request.kernel];
  const model::BlockNeeds needs{request.threads, 0, kernel.shared_bytes + request.shared};
  return static_cast<uint32_t>(model::occupancy(options_.gpu, needs, kMostGridX).blocks);
}

// The error is that of an H100 with CUDA 13.0 and driver 580.159.04 (2026-11-28), for all of these.
bool Launches::check(const Kernel& kernel, const Launch& request, Launched& outcome) const {
  const Dim3 block = dim_of(request.block), grid = dim_of(request.grid);
  const uint64_t most_shared = request.most_shared
                                   ? request.most_shared
                                   : kDefaultShared - std::min(kDefaultShared, kernel.shared_bytes);
  const uint64_t most_threads = kernel.function->max_threads.value_or(kMostThreads);
  if (block.volume() == 0 || grid.volume() == 0) {
    outcome.why = "the grid is empty";
  } else if (block.volume() > kMostThreads || block.x > kMostBlockX || block.y > kMostBlockX ||
             block.z > kMostBlockZ) {
    outcome.why = fmt::format(
        "a block of {} x {} x {} is too large (1024 threads at most, and 1024 x 1024 x 64)",
        block.x, block.y, block.z);
  } else if (grid.x > kMostGridX || grid.y > kMostGridY || grid.z > kMostGridY) {
    outcome.why = fmt::format("a grid of {} x {} x {} blocks is too large", grid.x, grid.y, grid.z);
  } else if (request.shared > most_shared) {
    outcome.why = fmt::format(
        "{} bytes of dynamic shared memory are more than the {} allowed; cudaFuncSetAttribute can "
        "allow more",
        request.shared, most_shared);
  } else if (block.volume() > most_threads) {
    outcome.why = fmt::format("its __launch_bounds__ allow {} threads a block, and it has {}",
                              most_threads, block.volume());
  }
  if (!outcome.why.empty()) outcome.error = kInvalidValue;
  if (outcome.why.empty() && request.is_cooperative != 0) {
    Occupancy resident;
    resident.kernel = request.kernel;
    resident.threads = static_cast<uint32_t>(block.volume());
    resident.shared = request.shared;
    const uint64_t most =
        uint64_t{occupancy(resident)} * static_cast<uint64_t>(options_.gpu.multiprocessors);
    if (grid.volume() > most) {
      outcome.why = fmt::format("{} blocks are more than the {} that run at the same time",
                                grid.volume(), most);
      outcome.error = kCooperativeTooLarge;
    }
  }
  return outcome.why.empty();
}

bool Launches::is_exact(const Kernel& kernel, uint64_t launches_before) const {
  if (!options_.only_kernel.empty() && kernel.name.shown != options_.only_kernel) return false;
  if (launches_before < options_.exact_launches) return true;
  return options_.every != 0 && launches_before % options_.every == 0;
}

sim::Options Launches::sim_options(const Kernel& kernel) const {
  sim::Options options;
  options.threads = options_.threads;
  options.max_work_per_warp = UINT64_MAX;
  options.max_work = options_.most_work - std::min(options_.most_work, work_);
  options.max_output_bytes = kMostOutput;
  options.max_shared_bytes = static_cast<uint32_t>(options_.gpu.shared_bytes_per_block);
  options.clock_khz = static_cast<uint32_t>(1000 * options_.gpu.clock_mhz);
  options.keep_writers = false;
  options.student_file = kernel.file;
  return options;
}

void Launches::count(Kernel& kernel, const sim::Launch& launch, const sim::Report& report,
                     bool exactly) {
  KernelSummary& summary = kernel.summary;
  if (summary.launches == 0) summary.grid = launch.grid, summary.block = launch.block;
  summary.shapes_differ |= summary.grid != launch.grid || summary.block != launch.block;
  summary.launches += 1;
  summary.exactly += exactly;
  add_up(kernel, report);
}

// Messages count the elements of memory that the parameters point to.
void Launches::describe_memory(const Kernel& kernel, const sim::Launch& launch) {
  for (size_t k = 0; k < launch.arguments.size() && k < kernel.name.elements.size(); ++k) {
    uint64_t address = 0;
    const std::vector<std::byte>& value = launch.arguments[k].value;
    if (!kernel.name.elements[k] || value.size() != sizeof address) continue;
    std::memcpy(&address, value.data(), sizeof address);
    const sim::DeviceMemory* const memory = device_.memory_at(address);
    if (memory) device_.describe(memory->begin, memory->name, kernel.name.elements[k]);
  }
}

void Launches::model(Kernel& kernel, const sim::Launch& launch, const sim::Options& options,
                     ShapeSeen& shape) {
  std::optional<data::LaunchTrace> trace = sim::record(device_, kernel.module, launch, options);
  if (!trace) return;
  std::vector<data::LaunchTrace> traces;
  traces.push_back(std::move(*trace));
  const model::RunModel run(std::move(traces), {0}, {});
  shape.model = run.on(options_.gpu, {}).front();
}

void Launches::add_up(Kernel& kernel, const sim::Report& report) {
  for (const sim::LaunchReport& launch : report.launches) {
    kernel.summary.total += launch.total;
    kernel.summary.ideal_sectors += ideal_sectors(launch);
    for (const auto& [line, counters] : launch.lines) kernel.summary.lines[line] += counters;
    // They lie in front of all other memory.
    const size_t given = std::min(options_.given.size(), launch.traffic.buffers.size());
    kernel.summary.given.resize(options_.given.size());
    for (size_t k = 0; k < given; ++k) {
      kernel.summary.given[k].total += launch.traffic.buffers[k].total;
      for (const auto& [line, counters] : launch.traffic.buffers[k].lines)
        kernel.summary.given[k].lines[line] += counters;
    }
  }
  work_ += report.work;
}

Launched Launches::launch(const Launch& request, std::string_view parameters,
                          const std::atomic<bool>& cancel, AccessSet* touched) {
  Launched outcome;
  Kernel& kernel = kernels_[request.kernel];
  if (!check(kernel, request, outcome)) return outcome;
  sim::Launch launch;
  launch.kernel = kernel.symbol;
  launch.grid = dim_of(request.grid);
  launch.block = dim_of(request.block);
  launch.dynamic_shared_bytes = static_cast<uint32_t>(request.shared);
  launch.cooperative = request.is_cooperative != 0;
  for (const ptx::Variable& parameter : kernel.function->parameters) {
    sim::Argument& argument = launch.arguments.emplace_back();
    argument.value.resize(parameter.bytes);
    const size_t bytes = std::min<size_t>(parameter.bytes, parameters.size());
    std::memcpy(argument.value.data(), parameters.data(), bytes);
    parameters.remove_prefix(bytes);
  }
  describe_memory(kernel, launch);
  sim::Options options = sim_options(kernel);
  options.cancel = &cancel;
  const auto begin = std::chrono::steady_clock::now();
  bool is_told = false;
  if (options_.progress)
    options.progress = [&](double part) {
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      if (took < std::chrono::seconds(1)) return;
      is_told = true;
      options_.progress(kernel.name.shown, part, took.count());
    };
  ShapeSeen& shape = kernel.shapes[{launch.grid, launch.block, request.shared}];
  if (options_.with_times && shape.launches == 0 && !launch.cooperative)
    model(kernel, launch, options, shape);
  const bool exactly = is_exact(kernel, shape.launches);
  if (touched && exactly) {
    AccessObserver observer(*touched);
    (void)device_.try_out(kernel.module, launch, options, observer);
  }
  const auto report = device_.launch(kernel.module, launch, options,
                                     exactly ? sim::Look::exactly : sim::Look::counted);
  if (is_told) options_.progress({}, 1, 0);
  if (!report) {
    if (report.why().kind == sim::Refusal::Kind::launch) {
      outcome.error = kInvalidValue;
      outcome.why = words::text_of(report.why().says);
    } else {
      outcome.unsupported = words::text_of(report.why().says);
    }
    return outcome;
  }
  shape.launches += 1;
  kernel.summary.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  count(kernel, launch, *report, exactly);
  outcome.microseconds = shape.model.possible ? shape.model.time_us : 0;
  outcome.output = report->output;
  outcome.findings = report->findings;
  if (!report->cancelled) outcome.later_error = error_of(*report);
  return outcome;
}

std::vector<KernelSummary> Launches::summaries() const {
  std::vector<KernelSummary> all;
  for (const Kernel& kernel : kernels_) {
    if (kernel.summary.launches == 0) continue;
    KernelSummary& summary = all.emplace_back(kernel.summary);
    double sum = 0;
    uint64_t longest = 0;
    bool possible = !kernel.shapes.empty();
    for (const auto& [shape, seen] : kernel.shapes) {
      possible = possible && seen.model.possible;
      if (!seen.model.possible) summary.why_not_modelled = seen.model.why_not;
      sum += static_cast<double>(seen.launches) * seen.model.time_us;
      if (seen.launches < longest) continue;
      longest = seen.launches;
      summary.model = seen.model;
    }
    if (possible) summary.modelled_us = sum;
  }
  return all;
}

}  // namespace warplab::runtime
