// Launches that are run once, not timed: with a guard around each buffer, with buffers that stay
// from run to run, and with a picture for the window.
#include <algorithm>

#include "cuda/bench.hpp"

namespace warplab::cuda {
namespace {

using std::chrono::milliseconds;

// Beyond the ends of each buffer of a checked run; a multiple of the alignment of allocations.
constexpr uint64_t kGuardBytes = 256;
constexpr uint8_t kGuard = 0xa5;

}  // namespace

Result<std::vector<std::string>> Bench::run(std::span<const data::Buffer> buffers,
                                            std::span<const data::Launch> launches,
                                            milliseconds deadline) {
  std::vector<DeviceMemory>& memory = run_memory_;
  memory.resize(buffers.size());
  if (const std::vector<uint8_t> cubin = cubin_; !cubin.empty())
    if (const Result<bool> loaded = load(cubin); !loaded) return Error{loaded.error()};
  Addresses addresses;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const Result<RunBuffer> made = memory_of_run(i, buffers[i].bytes.size());
    if (!made) return Error{made.error()};
    addresses.push_back(made->address);
    if (made->has_content) continue;
    if (const Result<bool> copied = context_.upload(made->address, buffers[i].bytes); !copied)
      return Error{copied.error()};
  }
  bool is_made = true;
  for (size_t i = 0; i < launches.size(); ++i) {
    const Result<bool> made = begins_round(launches[i], is_made, buffers, addresses, deadline);
    if (!made) return Error{made.error()};
    is_made = *made;
    if (!is_made) continue;
    if (i > 0 && !launches[i].keep_variables)
      if (const Result<bool> renewed = renew_variables(deadline); !renewed)
        return Error{renewed.error()};
    if (const Result<bool> filled = fill_variables(buffers); !filled) return Error{filled.error()};
    if (const Result<bool> launched = launch(launches[i], addresses); !launched)
      return Error{launched.error()};
  }
  if (const Result<bool> ended = wait(deadline); !ended) return Error{ended.error()};
  if (const Result<bool> copied = copy_to_mirror(buffers, addresses); !copied)
    return Error{copied.error()};
  std::vector<std::string> overrun;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const data::Buffer& buffer = buffers[i];
    std::vector<std::byte> guards(2 * kGuardBytes);
    const std::span<std::byte> all(guards);
    for (const auto& [to, from] :
         {std::pair(buffer.bytes, addresses[i]),
          std::pair(all.first(kGuardBytes), memory[i].address()),
          std::pair(all.last(kGuardBytes), addresses[i] + buffer.bytes.size())})
      if (const Result<bool> copied = context_.download(to, from); !copied)
        return Error{copied.error()};
    if (const Result<bool> ended = wait(deadline); !ended) return Error{ended.error()};
    if (std::any_of(guards.begin(), guards.end(),
                    [](std::byte byte) { return byte != std::byte{kGuard}; }))
      overrun.push_back(buffer.name);
  }
  for (size_t i = 0; i < memory.size(); ++i)
    if (!is_kept(i)) memory[i] = DeviceMemory();
  return overrun;
}

// See data::Round. `before`: whether the launch before it was made.
Result<bool> Bench::begins_round(const data::Launch& launch, bool before,
                                 std::span<const data::Buffer> buffers, const Addresses& addresses,
                                 milliseconds deadline) {
  if (launch.round == data::Round::none) return true;
  if (launch.round == data::Round::belongs) return before;
  const auto flag = static_cast<size_t>(launch.flag);
  if (launch.round == data::Round::continues) {
    if (!before) return false;
    std::vector<std::byte> first(data::bytes_of(buffers[flag].element));
    if (const Result<bool> read = context_.download(first, addresses[flag]); !read) return read;
    if (const Result<bool> ended = wait(deadline); !ended) return ended;
    if (std::ranges::all_of(first, [](std::byte b) { return b == std::byte{0}; })) return false;
  }
  return context_.fill_bytes(addresses[flag], 0, buffers[flag].bytes.size());
}

Result<bool> Bench::fill_variables(std::span<const data::Buffer> buffers) {
  for (const data::Buffer& buffer : buffers) {
    if (buffer.variable.empty()) continue;
    const Result<DevicePointer> address = context_.variable(module_, buffer.variable);
    if (!address) return Error{address.error()};
    if (const Result<bool> copied = context_.upload(*address, buffer.bytes); !copied) return copied;
  }
  return true;
}

bool Bench::is_kept(size_t buffer) const { return std::ranges::find(kept_, buffer) != kept_.end(); }

void Bench::keep(std::vector<size_t> buffers) {
  run_memory_.clear();
  kept_ = std::move(buffers);
}

// Room for buffer `index` with a guard on both sides, or that of the run before.
Result<Bench::RunBuffer> Bench::memory_of_run(size_t index, uint64_t bytes) {
  DeviceMemory& memory = run_memory_[index];
  const bool is_there = is_kept(index) && memory.bytes() == bytes + 2 * kGuardBytes;
  if (!is_there) {
    Result<DeviceMemory> block = context_.allocate(bytes + 2 * kGuardBytes);
    if (!block) return Error{block.error()};
    memory = std::move(*block);
  }
  const DevicePointer begin = memory.address() + kGuardBytes;
  for (const DevicePointer guard : {memory.address(), begin + bytes})
    if (const Result<bool> filled = context_.fill_bytes(guard, kGuard, kGuardBytes); !filled)
      return Error{filled.error()};
  return RunBuffer{begin, is_there};
}

Result<bool> Bench::mirror(int descriptor, uint64_t bytes, size_t buffer, unsigned slots) {
  mirror_ = {};
  Result<SharedDeviceMemory> memory = context_.import_shared(descriptor, bytes);
  if (!memory) return Error{memory.error()};
  mirror_.memory = std::move(*memory);
  mirror_.buffer = buffer;
  mirror_.slots = slots;
  return true;
}

Result<bool> Bench::copy_to_mirror(std::span<const data::Buffer> buffers,
                                   const Addresses& addresses) {
  if (mirror_.memory.address() == 0) return true;
  const uint64_t room = mirror_.memory.bytes() / mirror_.slots;
  if (mirror_.buffer >= buffers.size()) return Error{"The picture that is shared is no buffer."};
  const data::Buffer& buffer = buffers[mirror_.buffer];
  uint64_t count = buffer.bytes.size() / data::bytes_of(buffer.element);
  if (count * sizeof(float) > room)
    return Error{"The picture does not fit into the memory that the window shares."};
  DevicePointer to = mirror_.memory.address() + mirror_.next * room;
  DevicePointer from = addresses[mirror_.buffer];
  mirror_.next = (mirror_.next + 1) % mirror_.slots;
  if (buffer.element == data::ElementType::f32) return context_.copy(to, from, buffer.bytes.size());
  if (!own_module_) return Error{"The kernels that make floats have not been loaded."};
  int type = static_cast<int>(buffer.element);
  void* const arguments[] = {&from, &to, &count, &type};
  return launch_own(own_.as_floats, static_cast<unsigned>(device_.multiprocessors) * 8, kOwnThreads,
                    arguments);
}

}  // namespace warplab::cuda
