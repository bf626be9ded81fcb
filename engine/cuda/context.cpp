#include <fmt/format.h>

#include <thread>

#include "cuda/driver.hpp"
#include "cuda/driver_calls.hpp"

namespace warplab::cuda {
namespace {

constexpr unsigned kNonBlockingStream = 1;  // CU_STREAM_NON_BLOCKING
constexpr unsigned kMappedHostMemory = 2;   // CU_MEMHOSTALLOC_DEVICEMAP
constexpr int kMaxDynamicShared = 8;        // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
// Without asking a kernel gets 48 KiB of shared memory.
constexpr uint32_t kOrdinarySharedBytes = 48 * 1024;
// While the end is near the wait is a busy one; a kernel of seconds is asked after now and then.
constexpr std::chrono::milliseconds kBusyWait{20};
constexpr std::chrono::microseconds kEventGlance{200};

Result<bool> checked(const DriverCalls& calls, const char* call, Status status) {
  if (status != 0) return Error{calls.failure(call, status)};
  return true;
}

}  // namespace

DeviceMemory::~DeviceMemory() {
  if (calls_ != nullptr && address_ != 0) calls_->free(address_);
}

MappedMemory::~MappedMemory() {
  if (calls_ != nullptr && host_ != nullptr) calls_->free_host(host_);
}

Event::~Event() {
  if (calls_ != nullptr && event_ != nullptr) calls_->event_destroy(event_);
}

Module::~Module() {
  if (calls_ != nullptr && module_ != nullptr) calls_->module_unload(module_);
}

Result<Context> Context::create(const Driver& driver, const Device& device) {
  const DriverCalls& calls = driver.calls();
  Context context;
  context.ordinal_ = device.ordinal;
  void* handle = nullptr;
  if (const Status status = calls.retain_context(&handle, device.ordinal); status != 0)
    return Error{calls.failure("cuDevicePrimaryCtxRetain", status)};
  context.calls_ = &calls;
  if (const Status status = calls.set_context(handle); status != 0)
    return Error{calls.failure("cuCtxSetCurrent", status)};
  if (const Status status = calls.stream_create(&context.stream_, kNonBlockingStream); status != 0)
    return Error{calls.failure("cuStreamCreate", status)};
  Result<Event> event = context.make_event();
  if (!event) return Error{event.error()};
  context.deadline_event_ = std::move(*event);
  return context;
}

Context::~Context() {
  if (calls_ == nullptr) return;
  deadline_event_ = Event();
  if (stream_ != nullptr) calls_->stream_destroy(stream_);
  calls_->release_context(ordinal_);
}

Result<Module> Context::load(std::span<const uint8_t> image) const {
  Module module;
  if (const Status status = calls_->module_load(&module.module_, image.data()); status != 0)
    return Error{calls_->failure("cuModuleLoadData", status)};
  module.calls_ = calls_;
  return module;
}

Result<Function> Context::function(const Module& module, const std::string& name) const {
  Function function;
  const Status status = calls_->module_function(&function.handle, module.module_, name.c_str());
  if (status != 0)
    return Error{fmt::format("The module has no kernel {}: {}", name,
                             calls_->failure("cuModuleGetFunction", status))};
  return function;
}

Result<DevicePointer> Context::variable(const Module& module, const std::string& name) const {
  unsigned long long address = 0;
  size_t bytes = 0;
  const Status status = calls_->module_variable(&address, &bytes, module.module_, name.c_str());
  if (status != 0)
    return Error{fmt::format("The module has no variable {}: {}", name,
                             calls_->failure("cuModuleGetGlobal", status))};
  return address;
}

Result<bool> Context::allow_dynamic_shared(Function function, uint32_t bytes) const {
  if (bytes <= kOrdinarySharedBytes) return true;
  return checked(
      *calls_, "cuFuncSetAttribute",
      calls_->function_attribute(function.handle, kMaxDynamicShared, static_cast<int>(bytes)));
}

Result<DeviceMemory> Context::allocate(uint64_t bytes) const {
  DeviceMemory memory;
  unsigned long long address = 0;
  // Nothing can be had of no bytes; one is as good.
  const Status status = calls_->allocate(&address, bytes == 0 ? 1 : bytes);
  if (status != 0)
    return Error{fmt::format("The GPU has no {} bytes of memory to give: {}", bytes,
                             calls_->failure("cuMemAlloc", status))};
  memory.calls_ = calls_;
  memory.address_ = address;
  memory.bytes_ = bytes;
  return memory;
}

Result<MappedMemory> Context::allocate_mapped(uint64_t bytes) const {
  MappedMemory memory;
  if (const Status status = calls_->allocate_host(&memory.host_, bytes, kMappedHostMemory);
      status != 0)
    return Error{calls_->failure("cuMemHostAlloc", status)};
  memory.calls_ = calls_;
  unsigned long long address = 0;
  if (const Status status = calls_->host_address(&address, memory.host_, 0); status != 0)
    return Error{calls_->failure("cuMemHostGetDevicePointer", status)};
  memory.address_ = address;
  return memory;
}

Result<uint64_t> Context::free_memory() const {
  size_t free = 0, all = 0;
  if (const Status status = calls_->memory_info(&free, &all); status != 0)
    return Error{calls_->failure("cuMemGetInfo", status)};
  return uint64_t{free};
}

Result<bool> Context::upload(DevicePointer to, std::span<const std::byte> from) const {
  if (from.empty()) return true;
  return checked(*calls_, "cuMemcpyHtoDAsync",
                 calls_->copy_to_device(to, from.data(), from.size(), stream_));
}

Result<bool> Context::download(std::span<std::byte> to, DevicePointer from) const {
  if (to.empty()) return true;
  return checked(*calls_, "cuMemcpyDtoHAsync",
                 calls_->copy_to_host(to.data(), from, to.size(), stream_));
}

Result<bool> Context::fill_bytes(DevicePointer to, uint8_t value, uint64_t bytes) const {
  if (bytes == 0) return true;
  return checked(*calls_, "cuMemsetD8Async", calls_->fill_bytes(to, value, bytes, stream_));
}

Result<bool> Context::launch(Function function, const Dim3& grid, const Dim3& block,
                             uint32_t dynamic_shared_bytes,
                             std::span<void* const> arguments) const {
  return checked(
      *calls_, "cuLaunchKernel",
      calls_->launch(function.handle, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                     dynamic_shared_bytes, stream_, const_cast<void**>(arguments.data()), nullptr));
}

Result<bool> Context::launch_cooperative(Function function, const Dim3& grid, const Dim3& block,
                                         uint32_t dynamic_shared_bytes,
                                         std::span<void* const> arguments) const {
  return checked(*calls_, "cuLaunchCooperativeKernel",
                 calls_->launch_cooperative(function.handle, grid.x, grid.y, grid.z, block.x,
                                            block.y, block.z, dynamic_shared_bytes, stream_,
                                            const_cast<void**>(arguments.data())));
}

Result<Event> Context::make_event() const {
  Event event;
  if (const Status status = calls_->event_create(&event.event_, 0); status != 0)
    return Error{calls_->failure("cuEventCreate", status)};
  event.calls_ = calls_;
  return event;
}

Result<bool> Context::record(const Event& event) const {
  return checked(*calls_, "cuEventRecord", calls_->event_record(event.event_, stream_));
}

Result<double> Context::microseconds_between(const Event& begin, const Event& end) const {
  float milliseconds = 0;
  const Status status = calls_->event_elapsed(&milliseconds, begin.event_, end.event_);
  if (status != 0) return Error{calls_->failure("cuEventElapsedTime", status)};
  return 1000.0 * static_cast<double>(milliseconds);
}

Result<bool> Context::wait(Clock::time_point deadline) const {
  if (const Result<bool> recorded = record(deadline_event_); !recorded) return recorded;
  const Clock::time_point start = Clock::now();
  for (;;) {
    const Status status = calls_->event_query(deadline_event_.event_);
    if (status == 0) return true;
    if (status != kNotReady) return Error{calls_->failure("the kernel", status)};
    const Clock::time_point now = Clock::now();
    if (now >= deadline) return false;
    if (now - start > kBusyWait) std::this_thread::sleep_for(kEventGlance);
  }
}

void Context::reset_persisting_lines() const {
  if (calls_->reset_persisting_lines != nullptr) calls_->reset_persisting_lines();
}

}  // namespace warplab::cuda
