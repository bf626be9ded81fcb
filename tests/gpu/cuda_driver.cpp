#include "cuda_driver.hpp"

#include <dlfcn.h>

#include <fmt/format.h>

namespace warplab::gpu_test {
namespace {

using Status = int;  // CUresult, 0: success
using DevicePointer = unsigned long long;

}  // namespace

struct CudaDriver::Calls {
  void* library = nullptr;
  void* context = nullptr;
  int device = 0;
  Status (*cuInit)(unsigned);
  Status (*cuDeviceGetCount)(int*);
  Status (*cuDeviceGet)(int*, int);
  Status (*cuDeviceGetName)(char*, int, int);
  Status (*cuDevicePrimaryCtxRetain)(void**, int);
  Status (*cuDevicePrimaryCtxRelease)(int);
  Status (*cuCtxSetCurrent)(void*);
  Status (*cuModuleLoadData)(void**, const void*);
  Status (*cuModuleUnload)(void*);
  Status (*cuModuleGetFunction)(void**, void*, const char*);
  Status (*cuMemAlloc)(DevicePointer*, size_t);
  Status (*cuMemFree)(DevicePointer);
  Status (*cuMemcpyHtoD)(DevicePointer, const void*, size_t);
  Status (*cuMemcpyDtoH)(void*, DevicePointer, size_t);
  Status (*cuLaunchCooperativeKernel)(void*, unsigned, unsigned, unsigned, unsigned, unsigned,
                                      unsigned, unsigned, void*, void**) = nullptr;
  Status (*cuLaunchKernel)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           unsigned, void*, void**, void**);
  Status (*cuCtxSynchronize)();
  Status (*cuGetErrorName)(Status, const char**);

  std::string name_of(Status s) const {
    const char* name = nullptr;
    return cuGetErrorName(s, &name) == 0 && name ? name : std::to_string(s);
  }
};

CudaDriver::CudaDriver() : calls_(std::make_unique<Calls>()) {}

Result<std::unique_ptr<CudaDriver>> CudaDriver::open() {
  auto driver = std::unique_ptr<CudaDriver>(new CudaDriver);
  Calls& c = *driver->calls_;
  c.library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!c.library) return Error{"there is no NVIDIA driver (libcuda.so.1)"};
  bool complete = true;
  const auto find = [&](auto& pointer, const char* name) {
    pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(dlsym(c.library, name));
    complete &= pointer != nullptr;
  };
  find(c.cuInit, "cuInit");
  find(c.cuDeviceGetCount, "cuDeviceGetCount");
  find(c.cuDeviceGet, "cuDeviceGet");
  find(c.cuDeviceGetName, "cuDeviceGetName");
  find(c.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  find(c.cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  find(c.cuCtxSetCurrent, "cuCtxSetCurrent");
  find(c.cuModuleLoadData, "cuModuleLoadData");
  find(c.cuModuleUnload, "cuModuleUnload");
  find(c.cuModuleGetFunction, "cuModuleGetFunction");
  find(c.cuMemAlloc, "cuMemAlloc_v2");
  find(c.cuMemFree, "cuMemFree_v2");
  find(c.cuMemcpyHtoD, "cuMemcpyHtoD_v2");
  find(c.cuMemcpyDtoH, "cuMemcpyDtoH_v2");
  find(c.cuLaunchKernel, "cuLaunchKernel");
  find(c.cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel");
  find(c.cuCtxSynchronize, "cuCtxSynchronize");
  find(c.cuGetErrorName, "cuGetErrorName");
  if (!complete) return Error{"the NVIDIA driver is too old"};
  int count = 0;
  if (c.cuInit(0) != 0 || c.cuDeviceGetCount(&count) != 0 || count == 0) return Error{"no GPU"};
  if (const Status s = c.cuDeviceGet(&c.device, 0); s != 0)
    return Error{"cuDeviceGet: " + c.name_of(s)};
  if (const Status s = c.cuDevicePrimaryCtxRetain(&c.context, c.device); s != 0)
    return Error{"cuDevicePrimaryCtxRetain: " + c.name_of(s)};
  if (const Status s = c.cuCtxSetCurrent(c.context); s != 0)
    return Error{"cuCtxSetCurrent: " + c.name_of(s)};
  return driver;
}

CudaDriver::~CudaDriver() {
  if (calls_->context) calls_->cuDevicePrimaryCtxRelease(calls_->device);
}

std::string CudaDriver::device_name() const {
  char name[256] = {};
  calls_->cuDeviceGetName(name, sizeof name, calls_->device);
  return name;
}

Result<bool> CudaDriver::run(const std::string& ptx, std::vector<std::vector<std::byte>>& buffers,
                             std::span<const KernelLaunch> launches) {
  const Calls& c = *calls_;
  Status status = 0;
  std::string failed;
  const auto attempt = [&](const char* what, Status s) {
    if (status == 0 && s != 0) {
      status = s;
      failed = what;
    }
    return status == 0;
  };
  void* module = nullptr;
  std::vector<DevicePointer> device(buffers.size(), 0);
  if (attempt("cuModuleLoadData", c.cuModuleLoadData(&module, ptx.c_str()))) {
    for (size_t k = 0; k < buffers.size(); ++k) {
      if (!attempt("cuMemAlloc", c.cuMemAlloc(&device[k], buffers[k].size()))) break;
      if (!attempt("cuMemcpyHtoD", c.cuMemcpyHtoD(device[k], buffers[k].data(), buffers[k].size())))
        break;
    }
    for (const KernelLaunch& launch : launches) {
      if (&launch != launches.data() && !launch.keep_variables && status == 0) {
        c.cuModuleUnload(module);
        module = nullptr;
        attempt("cuModuleLoadData", c.cuModuleLoadData(&module, ptx.c_str()));
      }
      void* function = nullptr;
      if (status != 0 || !attempt("cuModuleGetFunction",
                                  c.cuModuleGetFunction(&function, module, launch.kernel.c_str())))
        break;
      std::vector<void*> arguments;
      for (const KernelArgument& a : launch.arguments)
        arguments.push_back(a.buffer >= 0
                                ? static_cast<void*>(&device[static_cast<size_t>(a.buffer)])
                                : const_cast<std::byte*>(a.value.data()));
      const Dim3 &g = launch.grid, &b = launch.block;
      if (launch.cooperative)
        attempt(
            "cuLaunchCooperativeKernel",
            c.cuLaunchCooperativeKernel(function, g.x, g.y, g.z, b.x, b.y, b.z,
                                        launch.dynamic_shared_bytes, nullptr, arguments.data()));
      else
        attempt("cuLaunchKernel",
                c.cuLaunchKernel(function, g.x, g.y, g.z, b.x, b.y, b.z,
                                 launch.dynamic_shared_bytes, nullptr, arguments.data(), nullptr));
      attempt("the kernel", c.cuCtxSynchronize());
    }
    for (size_t k = 0; k < buffers.size() && status == 0; ++k)
      attempt("cuMemcpyDtoH", c.cuMemcpyDtoH(buffers[k].data(), device[k], buffers[k].size()));
  }
  for (DevicePointer p : device)
    if (p) c.cuMemFree(p);
  if (module) c.cuModuleUnload(module);
  if (status != 0) return Error{fmt::format("{}: {}", failed, c.name_of(status))};
  return true;
}

}  // namespace warplab::gpu_test
