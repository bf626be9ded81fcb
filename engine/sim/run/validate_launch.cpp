#include "sim/run/validate_launch.hpp"

#include <algorithm>
#include <optional>

#include "sim/device/residency.hpp"
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

Saying extent(const Dim3& d) { return say(Says::extent, d.x, d.y, d.z); }

// "1 byte", "3 bytes".
Saying counted(uint64_t count, Says one, Says many) { return say(count == 1 ? one : many, count); }

std::optional<Refusal> check_block(const ptx::Function& kernel, const Launch& launch,
                                   const Options& options) {
  const Dim3& b = launch.block;
  const uint64_t threads = b.volume();
  if (threads > kMostThreadsPerBlock || b.x > kMostBlockX || b.y > kMostBlockX || b.z > kMostBlockZ)
    return Refusal{say(Says::block_too_large, kernel.name, extent(b), threads)};
  if (const auto& required = kernel.required_block; required && *required != b)
    return Refusal{say(Says::block_not_required, kernel.name, extent(*required), extent(b))};
  if (kernel.max_threads && threads > *kernel.max_threads)
    return Refusal{say(Says::block_beyond_bounds, kernel.name,
                       counted(*kernel.max_threads, Says::one_thread, Says::threads), threads)};
  const auto code = options.machine_code.find(kernel.name);
  const uint32_t registers = code == options.machine_code.end() ? 0 : code->second.registers;
  if (threads > most_threads(registers))
    return Refusal{say(Says::block_beyond_registers, kernel.name, registers,
                       most_threads(registers), threads)};
  return std::nullopt;
}

std::optional<Refusal> check_grid(const ptx::Function& kernel, const Launch& launch) {
  const Dim3 &b = launch.block, &g = launch.grid;
  if (b.volume() == 0 || g.volume() == 0)
    return Refusal{say(Says::grid_empty, kernel.name, extent(g), extent(b))};
  const Dim3& c = kernel.cluster;
  if (c.volume() == 0 || g.x % c.x != 0 || g.y % c.y != 0 || g.z % c.z != 0)
    return Refusal{say(Says::grid_not_of_clusters, kernel.name, extent(c), extent(g))};
  if (g.x > kMostGridX || g.y > kMostGridY || g.z > kMostGridY)
    return Refusal{say(Says::grid_too_large, kernel.name, extent(g))};
  if (g.volume() > kMostThreads / b.volume())
    return Refusal{say(Says::launch_too_large, kernel.name, Count{kMostThreads}),
                   Refusal::Kind::unsupported};
  return std::nullopt;
}

std::optional<Refusal> check_shared_memory(const ptx::Function& kernel, const Program& program,
                                           const Launch& launch, const Options& options) {
  const uint64_t all = program.shared.allotted_bytes, fixed = all - launch.dynamic_shared_bytes;
  if (fixed > options.max_static_shared_bytes)
    return Refusal{say(Says::shared_variables_too_large, kernel.name, Count{fixed},
                       Count{options.max_static_shared_bytes})};
  if (all > options.max_shared_bytes)
    return Refusal{say(Says::shared_memory_too_large, kernel.name, Count{all},
                       Count{options.max_shared_bytes})};
  return std::nullopt;
}

// A block takes shared memory in units of 128 bytes, and 1 KiB more than it asks for.
constexpr uint64_t kSharedOfMultiprocessor = 228 * 1024, kSharedReserved = 1024, kSharedUnit = 128;

// Blocks that wait for each other must be resident all at once.
std::optional<Refusal> check_residency(const ptx::Function& kernel, const Program& program,
                                       const Launch& launch, const Options& options) {
  if (!launch.cooperative) return std::nullopt;
  const uint64_t warps = (launch.block.volume() + kLanes - 1) / kLanes;
  const auto code = options.machine_code.find(kernel.name);
  const uint32_t registers = code == options.machine_code.end() ? 0 : code->second.registers;
  const uint64_t shared =
      (program.shared.allotted_bytes + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
  const uint64_t most =
      std::min({most_resident_blocks(warps),
                kMostMultiprocessors * (most_threads(registers) / kLanes / warps),
                kMostMultiprocessors * (kSharedOfMultiprocessor / (shared + kSharedReserved))});
  if (launch.grid.volume() <= most) return std::nullopt;
  return Refusal{
      say(Says::cooperative_too_large, kernel.name, Count{most}, Count{launch.grid.volume()})};
}

std::optional<Refusal> check_arguments(const ptx::Function& kernel, const Launch& launch,
                                       std::span<const Buffer> buffers) {
  const auto refusal = [&](Saying says) {
    return Refusal{std::move(says), Refusal::Kind::parameters, 0, kernel.name};
  };
  const size_t parameters = kernel.parameters.size();
  if (launch.arguments.size() != parameters)
    return refusal(say(Says::parameter_count_differs, kernel.name,
                       counted(parameters, Says::one_parameter, Says::parameters),
                       launch.arguments.size()));
  for (size_t k = 0; k < launch.arguments.size(); ++k) {
    const Argument& a = launch.arguments[k];
    const uint64_t passed = a.buffer >= 0 ? 8 : a.value.size();
    const uint64_t bytes = kernel.parameters[k].bytes;
    if (passed == bytes) continue;
    const bool is_pointer = a.buffer >= 0 && static_cast<size_t>(a.buffer) < buffers.size();
    Saying what = is_pointer ? say(Says::pointer_to, buffers[static_cast<size_t>(a.buffer)].name)
                             : say(Says::number);
    return refusal(say(Says::parameter_size_differs, k + 1, kernel.name,
                       counted(bytes, Says::one_byte, Says::bytes), std::move(what), passed));
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
  if (auto refusal = check_residency(kernel, program, launch, options)) return *std::move(refusal);
  if (auto refusal = check_arguments(kernel, launch, buffers)) return *std::move(refusal);
  return true;
}

}  // namespace warplab::sim
