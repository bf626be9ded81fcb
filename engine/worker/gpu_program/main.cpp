// warplab-gpu-worker: the process in which compiled kernels run on a GPU. Started by
// worker::GpuWorker::start(), never by a person. The driver is initialised before the lock, because
// it opens devices and files then; kernels are loaded behind it.
#include <dlfcn.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/bench.hpp"
#include "cuda/nvml.hpp"
#include "worker/gpu_program/serve.hpp"
#include "worker/gpu_protocol.hpp"
#include "worker/program/lock.hpp"
#include "worker/program/worker_process.hpp"

namespace warplab::worker {
namespace {

// The GPU, as it is open behind the lock.
struct OpenGpu {
  cuda::Driver driver;
  cuda::Device device;
  cuda::Bench bench;
  cuda::Nvml nvml;
};

// A machine without it, or with one that does not work, has a GPU all the same.
void open_library(cuda::Bench& bench) {
  const std::vector<std::string> candidates = cuda::library_candidates();
  if (cuda::Library library = cuda::Library::open(candidates))
    (void)bench.use_library(std::move(library));
}

Result<OpenGpu> open_gpu(const std::string& uuid, bool with_library) {
  // Kernels are loaded when they are asked for, not at their first launch: that would stand behind
  // the gate of a timed run. A library has thousands, of which a few are launched. And nothing is
  // kept in the user's folder.
  ::setenv("CUDA_MODULE_LOADING", with_library ? "LAZY" : "EAGER", 1);
  // Products of floats are products of floats, whatever the user's shell asks for.
  ::setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
  ::setenv("CUDA_CACHE_DISABLE", "1", 1);
  Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return Error{driver.error()};
  const Result<cuda::Device> device = cuda::choose_device(driver->devices(), uuid);
  if (!device) return Error{device.error()};
  Result<cuda::Bench> bench = cuda::Bench::create(*driver, *device);
  if (!bench) return Error{bench.error()};
  if (with_library) open_library(*bench);
  // Kernels for a GPU that is newer than our compiler come as PTX, for which the driver would load
  // its own compiler only when the first one comes.
  ::dlopen("libnvidia-ptxjitcompiler.so.1", RTLD_NOW | RTLD_LOCAL);
  return OpenGpu{std::move(*driver), *device, std::move(*bench), cuda::Nvml::open(device->uuid)};
}

}  // namespace
}  // namespace warplab::worker

int main(int argc, char** argv) {
  using namespace warplab;
  using namespace warplab::worker;
  std::string uuid;
  bool with_library = false;
  std::optional<OpenGpu> gpu;
  WorkerProgram program{"warplab-gpu-worker", "The GPU worker", "--gpu="};
  program.understands = [&](std::string_view value) {
    with_library = value.ends_with(kWithLibrary);
    if (with_library) value.remove_suffix(kWithLibrary.size());
    uuid = value;
    return true;
  };
  program.limit_resources = [] {
    limit_gpu_resources();
    return Result<bool>(true);
  };
  program.open = [&](ControlPage&) -> Result<Answers> {
    Result<OpenGpu> opened = open_gpu(uuid, with_library);
    if (!opened) return Error{opened.error()};
    gpu.emplace(std::move(*opened));
    return answers_of(gpu->bench, gpu->nvml);
  };
  program.filter_system_calls = filter_gpu_system_calls;
  program.ready = [&](int landlock) {
    GpuReady ready{gpu->device, {}, landlock, {}};
    if (gpu->bench.library()) ready.library = gpu->bench.library().name();
    for (const cuda::Device& other : gpu->driver.devices()) ready.others.push_back(other.uuid);
    return encode(ready);
  };
  run_worker(argc, argv, program);
}
