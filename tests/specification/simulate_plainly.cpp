// The front door of the plain engine: checks what is to be launched, then launches it.
#include <algorithm>
#include <cstring>
#include <tuple>

#include <fmt/format.h>

#include "ptx/operand_check.hpp"
#include "specification/machine.hpp"
#include "specification/specification.hpp"

namespace warplab::sim {
namespace {

using namespace plain;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr uint64_t kMostThreads = 1024, kMostThreadsZ = 64;
constexpr uint64_t kMostBlocksX = 0x7fffffff, kMostBlocksYZ = 65535;

std::string text_of(const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); }

// Registers are given to whole warps, 256 at a time, from one of the four files of 16384 that a
// multiprocessor has.
uint64_t most_threads_with(uint64_t registers) {
  const uint64_t of_a_warp = std::max<uint64_t>(1, (registers * kLanes + 255) / 256) * 256;
  return 4 * (16384 / of_a_warp) * kLanes;
}

std::optional<Refusal> check_extents(const Launch& launch, const ptx::Function& kernel,
                                     const Options& options) {
  const Dim3 &g = launch.grid, &b = launch.block;
  if (g.volume() == 0 || b.volume() == 0)
    return Refusal{
        fmt::format("{} is launched with a grid of {} blocks of {} threads: nothing would run",
                    launch.kernel, text_of(g), text_of(b))};
  if (b.x > kMostThreads || b.y > kMostThreads || b.z > kMostThreadsZ || b.volume() > kMostThreads)
    return Refusal{
        fmt::format("{} is launched with blocks of {} threads; a block has at most {}, and at "
                    "most {} along z",
                    launch.kernel, text_of(b), kMostThreads, kMostThreadsZ)};
  if (g.x > kMostBlocksX || g.y > kMostBlocksYZ || g.z > kMostBlocksYZ)
    return Refusal{
        fmt::format("{} is launched with a grid of {} blocks; at most {} x {} x {} are possible",
                    launch.kernel, text_of(g), kMostBlocksX, kMostBlocksYZ, kMostBlocksYZ)};
  if (kernel.max_threads && b.volume() > *kernel.max_threads)
    return Refusal{
        fmt::format("{} is launched with {} threads a block, but its __launch_bounds__ allow {}",
                    launch.kernel, b.volume(), *kernel.max_threads)};
  if (kernel.required_block && *kernel.required_block != b)
    return Refusal{fmt::format("{} is launched with blocks of {} threads, but it demands {}",
                               launch.kernel, text_of(b), text_of(*kernel.required_block))};
  const Dim3& cluster = kernel.cluster;
  if (cluster.volume() == 0 || launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 ||
      launch.grid.z % cluster.z != 0)
    return Refusal{fmt::format("{} is launched with {} blocks, but it demands clusters of {}",
                               launch.kernel, text_of(launch.grid), text_of(cluster))};
  const auto code = options.machine_code.find(launch.kernel);
  const uint64_t registers = code == options.machine_code.end() ? 0 : code->second.registers;
  if (b.volume() > most_threads_with(registers))
    return Refusal{fmt::format(
        "{} is launched with {} threads a block, but with {} registers a thread it may have {}",
        launch.kernel, b.volume(), registers, most_threads_with(registers))};
  return std::nullopt;
}

// The kernel's parameters as ld.param sees them.
Result<std::vector<std::byte>, Refusal> parameters_of(const Launch& launch,
                                                      const FunctionImage& kernel,
                                                      const DeviceMemory& memory, size_t buffers) {
  const auto& formals = kernel.function->parameters;
  if (formals.size() != launch.arguments.size())
    return Refusal{fmt::format("{} has {} parameters, but the launch gives {}", launch.kernel,
                               formals.size(), launch.arguments.size())};
  std::vector<std::byte> bytes(kernel.formal_bytes);
  for (size_t k = 0; k < formals.size(); ++k) {
    const Argument& argument = launch.arguments[k];
    std::vector<std::byte> value = argument.value;
    if (argument.buffer >= 0) {
      if (static_cast<size_t>(argument.buffer) >= buffers)
        return Refusal{fmt::format("Parameter {} of {} is buffer number {}, but there are {}",
                                   k + 1, launch.kernel, argument.buffer, buffers)};
      const uint64_t address = memory.address_of_buffer(static_cast<size_t>(argument.buffer));
      value.resize(sizeof address);
      std::memcpy(value.data(), &address, sizeof address);
    }
    if (value.size() != formals[k].bytes)
      return Refusal{fmt::format("Parameter {} of {} has {} bytes, but the launch gives {}", k + 1,
                                 launch.kernel, formals[k].bytes, value.size())};
    std::memcpy(bytes.data() + kernel.parameter_offsets[k], value.data(), value.size());
  }
  return bytes;
}

std::optional<Refusal> check_shared(const Launch& launch, const ptx::Module& module,
                                    const Options& options) {
  const uint64_t total =
      map_shared_memory(module, launch.dynamic_shared_bytes).layout.allotted_bytes;
  const uint64_t fixed = map_shared_memory(module, 0).layout.allotted_bytes;
  if (fixed > options.max_static_shared_bytes)
    return Refusal{fmt::format("{} declares {} bytes of shared memory; at most {} are possible",
                               launch.kernel, fixed, options.max_static_shared_bytes)};
  if (total > options.max_shared_bytes)
    return Refusal{
        fmt::format("{} needs {} bytes of shared memory a block; at most {} are possible",
                    launch.kernel, total, options.max_shared_bytes)};
  return std::nullopt;
}

// By line, then place; blocks and threads count with x fastest.
bool comes_before(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    const Dim3 &block = f.place.block, &thread = f.place.thread;
    return std::tuple(f.line, block.z, block.y, block.x, thread.z, thread.y, thread.x, f.kind);
  };
  return key(a) < key(b);
}

// Several launches may find the same: one finding for each kind and line.
void add_finding(std::vector<Finding>& findings, Finding finding) {
  for (Finding& known : findings) {
    if (known.kind != finding.kind || known.line != finding.line) continue;
    finding.count += known.count;
    const uint64_t count = finding.count;
    if (comes_before(finding, known)) known = std::move(finding);
    known.count = count;
    return;
  }
  findings.push_back(std::move(finding));
}

const FunctionImage* find_kernel(const Image& image, const std::string& name) {
  for (const FunctionImage& f : image.functions)
    if (f.function->is_kernel && f.function->name == name) return &f;
  return nullptr;
}

Result<Report, Refusal> simulate_plainly(const ptx::Module& module, std::span<Buffer> buffers,
                                         std::span<const Launch> launches, const Options& options,
                                         PlainObserver* observer) {
  std::vector<std::string> kernels;
  for (const Launch& launch : launches) kernels.push_back(launch.kernel);
  Result<Image, Refusal> image = make_image(module, kernels, options.student_file);
  if (!image) return image.why();
  if (const auto fault = ptx::size_fault(module)) return Refusal{*fault};
  DeviceMemory memory(module, buffers);

  // Nothing runs unless everything can.
  std::vector<std::vector<std::byte>> parameters;
  for (const Launch& launch : launches) {
    const FunctionImage* kernel = find_kernel(*image, launch.kernel);
    if (kernel == nullptr)
      return Refusal{
          fmt::format("There is no kernel named {} in {}", launch.kernel, options.student_file)};
    if (const auto error = check_extents(launch, *kernel->function, options)) return *error;
    if (const auto error = check_shared(launch, module, options)) return *error;
    auto bytes = parameters_of(launch, *kernel, memory, buffers.size());
    if (!bytes) return bytes.why();
    parameters.push_back(std::move(*bytes));
  }

  Report report;
  report.writers.resize(buffers.size());
  report.writer_launch.assign(buffers.size(), -1);
  report.completed = true;
  for (size_t k = 0; k < launches.size() && report.completed; ++k) {
    FindingBook findings;
    Machine machine(
        {*image, memory, launches[k], *find_kernel(*image, launches[k].kernel), parameters[k],
         options, map_shared_memory(module, launches[k].dynamic_shared_bytes), k, observer},
        findings, report);
    LaunchReport launch_report;
    launch_report.completed = machine.run();
    launch_report.total = machine.tally().total();
    launch_report.lines = machine.tally().lines();
    launch_report.traffic = machine.tally().traffic();
    fill_sums(launch_report.total);
    for (auto& [line, counters] : launch_report.lines) fill_sums(counters);
    report.completed = launch_report.completed;
    report.launches.push_back(std::move(launch_report));
    for (Finding& f : findings.findings(launches[k].grid, launches[k].block))
      add_finding(report.findings, std::move(f));
    report.output += machine.output();
    if (options.progress)
      options.progress(static_cast<double>(k + 1) / static_cast<double>(launches.size()));
  }
  std::stable_sort(report.findings.begin(), report.findings.end(), comes_before);
  return report;
}

}  // namespace

Result<Report, Refusal> simulate_plainly(const ptx::Module& module, std::span<Buffer> buffers,
                                         std::span<const Launch> launches, const Options& options) {
  return simulate_plainly(module, buffers, launches, options, nullptr);
}

Result<Report, Refusal> simulate_plainly_observed(const ptx::Module& module,
                                                  std::span<Buffer> buffers,
                                                  std::span<const Launch> launches,
                                                  const Options& options, PlainObserver& observer) {
  return simulate_plainly(module, buffers, launches, options, &observer);
}

}  // namespace warplab::sim
