#pragma once
// The little of the CUDA driver API that the tests need, found at run time: no toolkit, no link.
// Source: CUDA Driver API reference, "Module Management", "Memory Management", "Execution Control".
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"

namespace warplab::gpu_test {

struct KernelArgument {
  int buffer = -1;  // index into the buffers, or -1: `value`
  std::vector<std::byte> value;
};

struct KernelLaunch {
  std::string kernel;
  Dim3 grid, block;
  uint32_t dynamic_shared_bytes = 0;
  std::vector<KernelArgument> arguments;
  bool keep_variables = false;  // otherwise the module is loaded anew for this launch
  bool cooperative = false;
};

class CudaDriver {
 public:
  // The Error says why there is no GPU to test on.
  static Result<std::unique_ptr<CudaDriver>> open();
  ~CudaDriver();
  std::string device_name() const;

  // Loads PTX, runs the launches in order over copies of the buffers and brings these back. The
  // Error names the call that failed.
  Result<bool> run(const std::string& ptx, std::vector<std::vector<std::byte>>& buffers,
                   std::span<const KernelLaunch> launches);

 private:
  CudaDriver();
  struct Calls;
  std::unique_ptr<Calls> calls_;
};

}  // namespace warplab::gpu_test
