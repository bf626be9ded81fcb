#include "sim/run/validate_launch.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/words.hpp"
#include "data/number_text.hpp"
#include "sim/state/tracking.hpp"

namespace warplab::sim {
namespace {

constexpr uint64_t kMostThreadsPerBlock = 1024, kMostBlockX = 1024, kMostBlockZ = 64;
constexpr uint64_t kMostGridX = (1ull << 31) - 1, kMostGridY = 65535;

// A multiprocessor of compute capability 7.5 to 9.0 has four parts with 16384 registers each. A
// warp lies in one part and gets registers in units of 8 a thread; the warps of a block are dealt
// out to the parts in turn. (CUDA's cuda_occupancy.h: "register allocation unit size" 256, "warp
// allocation granularity" 4.)
constexpr uint32_t kParts = 4, kRegistersPerPart = 16384, kRegisterUnit = 8;

uint32_t most_threads(uint32_t registers) {
  const uint32_t unit = std::max(1u, (registers + kRegisterUnit - 1) / kRegisterUnit);
  return kRegistersPerPart / (unit * kRegisterUnit * kLanes) * kParts * kLanes;
}

std::string text_of(const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); }

std::optional<Refusal> check_block(const ptx::Function& kernel, const Launch& launch,
                                   const Options& options) {
  const Dim3& b = launch.block;
  if (b.volume() > kMostThreadsPerBlock || b.x > kMostBlockX || b.y > kMostBlockX ||
      b.z > kMostBlockZ)
    return Refusal{fmt::format(
        "{} cannot be launched: a block of {} x {} x {} has {} threads, and a GPU allows "
        "1024 (at most 1024 x 1024 x 64).",
        kernel.name, b.x, b.y, b.z, b.volume())};
  if (const auto& required = kernel.required_block; required && *required != b)
    return Refusal{fmt::format(
        "{} cannot be launched: it asks for blocks of {} (__block_size__), and the launch has {}.",
        kernel.name, text_of(*required), text_of(b))};
  if (kernel.max_threads && b.volume() > *kernel.max_threads)
    return Refusal{fmt::format(
        "{} cannot be launched: its __launch_bounds__ allow {} thread{} a block, and the launch "
        "has {}.",
        kernel.name, *kernel.max_threads, *kernel.max_threads == 1 ? "" : "s", b.volume())};
  const auto code = options.machine_code.find(kernel.name);
  const uint32_t registers = code == options.machine_code.end() ? 0 : code->second.registers;
  if (b.volume() > most_threads(registers))
    return Refusal{fmt::format(
        "{} cannot be launched: each thread uses {} registers, so a block can have at most {} "
        "threads, and the launch has {}. Make the block smaller, or write __launch_bounds__({}) "
        "before the kernel's name: the compiler then uses fewer registers.",
        kernel.name, registers, most_threads(registers), b.volume(), b.volume())};
  return std::nullopt;
}

std::optional<Refusal> check_grid(const ptx::Function& kernel, const Launch& launch) {
  const Dim3 &b = launch.block, &g = launch.grid;
  if (b.volume() == 0 || g.volume() == 0)
    return Refusal{
        fmt::format("{} cannot be launched: the grid {} x {} x {} of blocks {} x {} x {} is empty.",
                    kernel.name, g.x, g.y, g.z, b.x, b.y, b.z)};
  const Dim3& c = kernel.cluster;
  if (c.volume() == 0 || g.x % c.x != 0 || g.y % c.y != 0 || g.z % c.z != 0)
    return Refusal{
        fmt::format("{} cannot be launched: it asks for clusters of {} blocks (__cluster_dims__), "
                    "and a grid of "
                    "{} blocks cannot be divided into those.",
                    kernel.name, text_of(c), text_of(g))};
  if (g.x > kMostGridX || g.y > kMostGridY || g.z > kMostGridY)
    return Refusal{
        fmt::format("{} cannot be launched: a grid of {} x {} x {} blocks is too large (at most "
                    "2147483647 x 65535 x 65535).",
                    kernel.name, g.x, g.y, g.z)};
  if (g.volume() > kMostThreads / b.volume())
    return Refusal{fmt::format("{} cannot be simulated: the launch has more than {} threads.",
                               kernel.name, data::count_text(kMostThreads)),
                   Refusal::Kind::unsupported};
  return std::nullopt;
}

std::optional<Refusal> check_shared_memory(const ptx::Function& kernel, const Program& program,
                                           const Launch& launch, const Options& options) {
  const uint64_t fixed = program.shared.allotted_bytes - launch.dynamic_shared_bytes;
  if (fixed > options.max_static_shared_bytes)
    return Refusal{fmt::format("{} uses {} bytes of __shared__ variables, and a block may have {}.",
                               kernel.name, data::count_text(fixed),
                               data::count_text(options.max_static_shared_bytes))};
  if (program.shared.allotted_bytes > options.max_shared_bytes)
    return Refusal{
        fmt::format("{} needs {} bytes of shared memory a block, and a GPU has at most {}.",
                    kernel.name, data::count_text(program.shared.allotted_bytes),
                    data::count_text(options.max_shared_bytes))};
  return std::nullopt;
}

std::optional<Refusal> check_arguments(const ptx::Function& kernel, const Launch& launch,
                                       std::span<const Buffer> buffers) {
  if (launch.arguments.size() != kernel.parameters.size())
    return Refusal{fmt::format("{} has {} parameter{}, and the exercise passes {}: compare "
                               "them with the starter's.",
                               kernel.name, kernel.parameters.size(),
                               kernel.parameters.size() == 1 ? "" : "s", launch.arguments.size()),
                   Refusal::Kind::parameters, 0, kernel.name};
  for (size_t k = 0; k < launch.arguments.size(); ++k) {
    const Argument& a = launch.arguments[k];
    const uint64_t passed = a.buffer >= 0 ? 8 : a.value.size();
    if (passed == kernel.parameters[k].bytes) continue;
    const std::string what =
        a.buffer >= 0 && static_cast<size_t>(a.buffer) < buffers.size()
            ? fmt::format("a pointer to `{}`", buffers[static_cast<size_t>(a.buffer)].name)
            : "a number";
    return Refusal{
        fmt::format(
            "Parameter {} of {} has {}, and the exercise passes {}, which has {}: compare the "
            "order and the types of the parameters with the starter's.",
            k + 1, kernel.name, counted(kernel.parameters[k].bytes, "byte"), what, passed),
        Refusal::Kind::parameters, 0, kernel.name};
  }
  return std::nullopt;
}

}  // namespace

Result<bool, Refusal> validate_launch(const ptx::Module& module, const Program& program,
                                      const Launch& launch, std::span<const Buffer> buffers,
                                      const Options& options) {
  const ptx::Function& kernel = module.functions[program.kernel];
  if (auto refusal = check_grid(kernel, launch)) return *std::move(refusal);
  if (auto refusal = check_block(kernel, launch, options)) return *std::move(refusal);
  if (auto refusal = check_shared_memory(kernel, program, launch, options))
    return *std::move(refusal);
  if (auto refusal = check_arguments(kernel, launch, buffers)) return *std::move(refusal);
  return true;
}

}  // namespace warplab::sim
