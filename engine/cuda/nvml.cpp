#include "cuda/nvml.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <type_traits>

namespace warplab::cuda {
namespace {

constexpr int kSuccess = 0;
constexpr int kClockOfMultiprocessors = 1;  // NVML_CLOCK_SM

}  // namespace

struct Nvml::Calls {
  struct Process {  // nvmlProcessInfo_t since version 2
    unsigned pid;
    unsigned long long memory;
    unsigned gpu_instance, compute_instance;
  };
  int (*init)() = nullptr;
  int (*device_by_uuid)(const char*, void**) = nullptr;
  int (*clock)(void*, int, unsigned*) = nullptr;
  int (*compute_processes)(void*, unsigned*, Process*) = nullptr;
};

Nvml Nvml::open(const std::string& uuid) {
  Nvml nvml;
  void* const library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nvml;
  auto calls = std::make_shared<Calls>();
  const auto find = [&](auto& function, const char* name) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
  };
  find(calls->init, "nvmlInit_v2");
  find(calls->device_by_uuid, "nvmlDeviceGetHandleByUUID");
  find(calls->clock, "nvmlDeviceGetClockInfo");
  find(calls->compute_processes, "nvmlDeviceGetComputeRunningProcesses_v3");
  if (calls->init == nullptr || calls->device_by_uuid == nullptr || calls->init() != kSuccess ||
      calls->device_by_uuid(uuid.c_str(), &nvml.device_) != kSuccess)
    return nvml;
  nvml.calls_ = std::move(calls);
  return nvml;
}

std::optional<unsigned> Nvml::clock_mhz() const {
  unsigned clock = 0;
  if (!calls_ || calls_->clock == nullptr ||
      calls_->clock(device_, kClockOfMultiprocessors, &clock) != kSuccess)
    return std::nullopt;
  return clock;
}

std::optional<std::vector<uint32_t>> Nvml::processes() const {
  std::array<Calls::Process, 256> list{};
  unsigned count = list.size();
  if (!calls_ || calls_->compute_processes == nullptr ||
      calls_->compute_processes(device_, &count, list.data()) != kSuccess)
    return std::nullopt;
  std::vector<uint32_t> pids(count);
  std::transform(list.begin(), list.begin() + count, pids.begin(),
                 [](const Calls::Process& process) { return process.pid; });
  const auto own = static_cast<uint32_t>(::getpid());
  if (std::find(pids.begin(), pids.end(), own) == pids.end()) return std::nullopt;
  return pids;
}

}  // namespace warplab::cuda
