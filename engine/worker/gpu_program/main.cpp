// warplab-gpu-worker: the process in which compiled kernels run on a GPU. Started by
// worker::GpuWorker::start(), never by a person. The driver is initialised before the lock, because
// it opens devices and files then; kernels are loaded behind it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cuda/bench.hpp"
#include "cuda/nvml.hpp"
#include "worker/channel.hpp"
#include "worker/control_page.hpp"
#include "worker/gpu_program/serve.hpp"
#include "worker/gpu_protocol.hpp"
#include "worker/program/last_words.hpp"
#include "worker/program/lock.hpp"
#include "worker/program/parent.hpp"

namespace warplab::worker {
namespace {

int run(const std::string& uuid) {
  ControlPage* const page = map_control_page();
  if (page == nullptr) return kExitNotStartedByParent;
  Channel channel(Descriptor(kSocketDescriptor), /*accepts_descriptors=*/true);
  const auto refuse = [&](const std::string& why) {
    channel.send(encode(Failure{Failure::Kind::cannot_start, why}), {}, Channel::kForever);
    return 1;
  };
  limit_gpu_resources();
  install_last_words(*page);
  // Kernels are loaded when they are asked for, not at their first launch: that would stand behind
  // the gate of a timed run. And nothing is kept in the user's folder.
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  ::setenv("CUDA_CACHE_DISABLE", "1", 1);
  if (::chdir("/") != 0) return refuse("The GPU worker cannot leave its folder.");
  Result<cuda::Driver> driver = cuda::Driver::open();
  if (!driver) return refuse(driver.error());
  const Result<cuda::Device> device = cuda::choose_device(driver->devices(), uuid);
  if (!device) return refuse(device.error());
  Result<cuda::Bench> bench = cuda::Bench::create(*driver, *device);
  if (!bench) return refuse(bench.error());
  // Kernels for a GPU that is newer than our compiler come as PTX, for which the driver would load
  // its own compiler only when the first one comes.
  ::dlopen("libnvidia-ptxjitcompiler.so.1", RTLD_NOW | RTLD_LOCAL);
  const cuda::Nvml nvml = cuda::Nvml::open(device->uuid);
  GpuReady ready{*device, {}, 0};
  for (const cuda::Device& other : driver->devices()) ready.others.push_back(other.uuid);
  ready.landlock_version = deny_files();
  watch_parent();
  if (const Result<bool> locked = filter_gpu_system_calls(); !locked) return refuse(locked.error());
  if (channel.send(encode(ready), {}, Channel::kForever) == Channel::Outcome::done)
    serve(channel, *bench, nvml);
  ::_exit(0);  // destructors would wait for a kernel that never ends
}

}  // namespace
}  // namespace warplab::worker

int main(int argc, char** argv) {
  using namespace warplab::worker;
  constexpr std::string_view kGpu = "--gpu=";
  if (argc != 3 || argv[1] != fmt::format("--protocol={}", kProtocolVersion) ||
      !std::string_view(argv[2]).starts_with(kGpu)) {
    std::fputs("warplab-gpu-worker is started by Warp Lab's grader and window, not by hand.\n",
               stderr);
    return kExitNotStartedByParent;
  }
  const int status = run(argv[2] + kGpu.size());
  // Not exit(): the driver's own ending may wait for a kernel that never does.
  ::_exit(status);
}
