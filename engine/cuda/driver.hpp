#pragma once
// The part of the CUDA driver API that running and timing kernels needs, found at run time: nothing
// of the toolkit is needed to build, and one program serves machines with and without a GPU.
// Source: CUDA Driver API reference 13.0 (Module, Memory, Execution Control, Event Management).
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"

namespace warplab::cuda {

using Clock = std::chrono::steady_clock;
using DevicePointer = uint64_t;

struct DriverCalls;  // driver_calls.hpp

// A GPU as it describes itself.
struct Device {
  int ordinal = 0;
  std::string name;            // "NVIDIA H200"
  std::string uuid;            // "GPU-6e2b...", the same in every process and in nvidia-smi
  int compute_capability = 0;  // 90
  int multiprocessors = 0;
  uint64_t l2_bytes = 0, memory_bytes = 0;
  double peak_bytes_per_second = 0;  // memory clock x bus width x 2; 0 where it does not say
  int driver_version = 0;            // 13000: CUDA 13.0
  bool has_watchdog = false;         // a display hangs on it: the driver ends long kernels
  bool reads_host_memory = false;    // a kernel may follow pointers into its process
};

// The NVIDIA driver. The Error says why there is no GPU to use.
class Driver {
 public:
  static Result<Driver> open();
  // Every GPU that CUDA shows, in its order; at least one.
  const std::vector<Device>& devices() const { return devices_; }
  const DriverCalls& calls() const { return *calls_; }

 private:
  std::shared_ptr<const DriverCalls> calls_;
  std::vector<Device> devices_;
};

// The GPU with this UUID, or the first for an empty one; a unique beginning of a UUID will do.
Result<Device> choose_device(std::span<const Device> devices, const std::string& uuid);

class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(DeviceMemory&& other) noexcept { *this = std::move(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~DeviceMemory();
  DevicePointer address() const { return address_; }
  uint64_t bytes() const { return bytes_; }

 private:
  friend class Context;
  const DriverCalls* calls_ = nullptr;
  DevicePointer address_ = 0;
  uint64_t bytes_ = 0;
};

// Device memory that one process makes and another one writes. It lives until both have let it go,
// so neither can take it from the other.
class SharedDeviceMemory {
 public:
  SharedDeviceMemory() = default;
  SharedDeviceMemory(SharedDeviceMemory&& other) noexcept { *this = std::move(other); }
  SharedDeviceMemory& operator=(SharedDeviceMemory&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(handle_, other.handle_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~SharedDeviceMemory();
  DevicePointer address() const { return address_; }
  uint64_t bytes() const { return bytes_; }  // a multiple of what the driver shares, often 2 MiB
  // A file descriptor that names this memory to another process; the caller closes it.
  Result<int> descriptor() const;

 private:
  friend class Context;
  const DriverCalls* calls_ = nullptr;
  uint64_t handle_ = 0;
  DevicePointer address_ = 0;
  uint64_t bytes_ = 0;
};

// A page of host memory that kernels see, too.
class MappedMemory {
 public:
  MappedMemory() = default;
  MappedMemory(MappedMemory&& other) noexcept { *this = std::move(other); }
  MappedMemory& operator=(MappedMemory&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(host_, other.host_);
    std::swap(address_, other.address_);
    return *this;
  }
  ~MappedMemory();
  void* host() const { return host_; }
  DevicePointer address() const { return address_; }

 private:
  friend class Context;
  const DriverCalls* calls_ = nullptr;
  void* host_ = nullptr;
  DevicePointer address_ = 0;
};

class Event {
 public:
  Event() = default;
  Event(Event&& other) noexcept { *this = std::move(other); }
  Event& operator=(Event&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event();

 private:
  friend class Context;
  const DriverCalls* calls_ = nullptr;
  void* event_ = nullptr;
};

class Module {
 public:
  Module() = default;
  Module(Module&& other) noexcept { *this = std::move(other); }
  Module& operator=(Module&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(module_, other.module_);
    return *this;
  }
  ~Module();
  explicit operator bool() const { return module_ != nullptr; }

 private:
  friend class Context;
  const DriverCalls* calls_ = nullptr;
  void* module_ = nullptr;
};

struct Function {
  void* handle = nullptr;
};

// One GPU's context with one stream, current in the thread that made it. Every Error is one
// sentence that names the call; after an error of a kernel (an illegal address, say) the context
// answers nothing but errors, and its process should end.
class Context {
 public:
  static Result<Context> create(const Driver& driver, const Device& device);
  Context() = default;
  Context(Context&& other) noexcept { *this = std::move(other); }
  Context& operator=(Context&& other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(ordinal_, other.ordinal_);
    std::swap(stream_, other.stream_);
    std::swap(deadline_event_, other.deadline_event_);
    return *this;
  }
  ~Context();

  // `image`: a cubin, or PTX that ends with a zero byte.
  Result<Module> load(std::span<const uint8_t> image) const;
  Result<Function> function(const Module& module, const std::string& name) const;
  Result<DevicePointer> variable(const Module& module, const std::string& name) const;
  // Lets the function have this much dynamic shared memory; above 48 KiB it must be asked for.
  Result<bool> allow_dynamic_shared(Function function, uint32_t bytes) const;

  Result<DeviceMemory> allocate(uint64_t bytes) const;
  Result<MappedMemory> allocate_mapped(uint64_t bytes) const;
  Result<uint64_t> free_memory() const;
  // At least so many bytes that another process may import.
  Result<SharedDeviceMemory> make_shared(uint64_t bytes) const;
  // Memory of another process, `bytes` long as it says; the descriptor stays the caller's.
  Result<SharedDeviceMemory> import_shared(int descriptor, uint64_t bytes) const;
  Result<bool> upload(DevicePointer to, std::span<const std::byte> from) const;
  Result<bool> download(std::span<std::byte> to, DevicePointer from) const;
  // In the stream, as the following.
  Result<bool> copy(DevicePointer to, DevicePointer from, uint64_t bytes) const;
  Result<bool> fill_bytes(DevicePointer to, uint8_t value, uint64_t bytes) const;

  // `arguments`: a pointer to each argument's value, as cuLaunchKernel wants them.
  Result<bool> launch(Function function, const Dim3& grid, const Dim3& block,
                      uint32_t dynamic_shared_bytes, std::span<void* const> arguments) const;
  // The same of blocks that may wait for each other, all of which have to fit.
  Result<bool> launch_cooperative(Function function, const Dim3& grid, const Dim3& block,
                                  uint32_t dynamic_shared_bytes,
                                  std::span<void* const> arguments) const;
  const DriverCalls& calls() const { return *calls_; }
  void* stream() const { return stream_; }
  Result<Event> make_event() const;
  Result<bool> record(const Event& event) const;
  // Between two events that have happened, in microseconds; the resolution is about 0.5.
  Result<double> microseconds_between(const Event& begin, const Event& end) const;
  // Until all that was put into the stream has ended. `false` when it has not by the deadline; the
  // work goes on then, and only the end of the process ends it.
  Result<bool> wait(Clock::time_point deadline) const;
  // Lines that a kernel asked to persist in L2 are ordinary again. Where the GPU has no such lines
  // nothing happens.
  void reset_persisting_lines() const;

 private:
  Result<bool> map(SharedDeviceMemory& memory) const;
  const DriverCalls* calls_ = nullptr;
  int ordinal_ = 0;
  void* stream_ = nullptr;
  Event deadline_event_;
};

}  // namespace warplab::cuda
