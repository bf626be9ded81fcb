#include "cuda/driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <type_traits>

#include "cuda/driver_calls.hpp"

namespace warplab::cuda {
namespace {

// CUdevice_attribute
constexpr int kExecTimeout = 17, kMemoryClockKhz = 36, kBusWidthBits = 37, kL2Bytes = 38,
              kMultiprocessors = 16, kCapabilityMajor = 75, kCapabilityMinor = 76,
              kPageableAccess = 88;

// "GPU-6e2bd3a1-0f5c-...": as nvidia-smi writes it.
std::string uuid_text(const Uuid& uuid) {
  std::string text = "GPU";
  for (size_t i = 0; i < 16; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", uuid.bytes[i]);
  }
  return text;
}

Result<Device> describe(const DriverCalls& calls, int ordinal) {
  Device device;
  int handle = 0;
  if (const Status status = calls.device_get(&handle, ordinal); status != 0)
    return Error{calls.failure("cuDeviceGet", status)};
  device.ordinal = handle;
  std::array<char, 256> name{};
  if (const Status status = calls.device_name(name.data(), name.size(), handle); status != 0)
    return Error{calls.failure("cuDeviceGetName", status)};
  device.name = name.data();
  Uuid uuid{};
  if (const Status status = calls.device_uuid(&uuid, handle); status != 0)
    return Error{calls.failure("cuDeviceGetUuid", status)};
  device.uuid = uuid_text(uuid);
  size_t memory = 0;
  calls.device_memory(&memory, handle);
  device.memory_bytes = memory;
  const auto attribute = [&](int which) {
    int value = 0;
    return calls.device_attribute(&value, which, handle) == 0 ? value : 0;
  };
  device.compute_capability = attribute(kCapabilityMajor) * 10 + attribute(kCapabilityMinor);
  device.multiprocessors = attribute(kMultiprocessors);
  device.l2_bytes = static_cast<uint64_t>(attribute(kL2Bytes));
  // Two transfers in each clock of the memory.
  device.peak_bytes_per_second =
      2.0 * attribute(kMemoryClockKhz) * 1000.0 * attribute(kBusWidthBits) / 8.0;
  device.has_watchdog = attribute(kExecTimeout) != 0;
  device.reads_host_memory = attribute(kPageableAccess) != 0;
  calls.driver_version(&device.driver_version);
  return device;
}

}  // namespace

std::string DriverCalls::failure(const char* call, Status status) const {
  const char *name = nullptr, *text = nullptr;
  if (error_name(status, &name) != 0 || name == nullptr) name = "an unknown error";
  if (error_text(status, &text) != 0 || text == nullptr) text = "which the driver does not explain";
  return fmt::format("{} failed: {} ({}), {}.", call, name, status, text);
}

Result<Driver> Driver::open() {
  void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{"There is no NVIDIA driver here: libcuda.so.1 was not found."};
  auto calls = std::make_shared<DriverCalls>();
  const char* missing = nullptr;
  const auto find = [&](auto& function, const char* name) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    return function != nullptr;
  };
#define WARPLAB_DRIVER_FIND(member, symbol, parameters) \
  if (!find(calls->member, #symbol)) missing = #symbol;
  WARPLAB_DRIVER_CALLS(WARPLAB_DRIVER_FIND)
#undef WARPLAB_DRIVER_FIND
  calls->can_share = true;
#define WARPLAB_SHARING_FIND(member, symbol, parameters) \
  if (!find(calls->member, #symbol)) calls->can_share = false;
  WARPLAB_SHARING_CALLS(WARPLAB_SHARING_FIND)
#undef WARPLAB_SHARING_FIND
  find(calls->reset_persisting_lines, "cuCtxResetPersistingL2Cache");
  if (missing != nullptr)
    return Error{fmt::format("The NVIDIA driver is too old: it has no {}.", missing)};
  if (const Status status = calls->init(0); status != 0)
    return Error{calls->failure("cuInit", status)};
  int count = 0;
  if (const Status status = calls->device_count(&count); status != 0)
    return Error{calls->failure("cuDeviceGetCount", status)};
  if (count == 0) return Error{"The NVIDIA driver shows no GPU to this program."};
  Driver driver;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    Result<Device> device = describe(*calls, ordinal);
    if (!device) return Error{device.error()};
    driver.devices_.push_back(std::move(*device));
  }
  driver.calls_ = std::move(calls);
  return driver;
}

Result<Device> choose_device(std::span<const Device> devices, const std::string& uuid) {
  if (uuid.empty() && !devices.empty()) return devices.front();
  const Device* found = nullptr;
  std::string known;
  for (const Device& device : devices) {
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", device.uuid, device.name);
    if (!device.uuid.starts_with(uuid)) continue;
    if (found != nullptr)
      return Error{fmt::format("More than one GPU has a UUID that begins with {}.", uuid)};
    found = &device;
  }
  if (found != nullptr) return *found;
  return Error{fmt::format("There is no GPU with the UUID {}; there are: {}.", uuid, known)};
}

}  // namespace warplab::cuda
