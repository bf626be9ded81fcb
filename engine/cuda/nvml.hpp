#pragma once
// What NVIDIA's management library says of a GPU beside the driver: its clock, and who else uses
// it. Found at run time; where it is missing, nothing is known. Source: NVML API reference.
#include <memory>
#include <optional>
#include <string>

namespace warplab::cuda {

class Nvml {
 public:
  // Never fails: every question to a library that is not there has no answer.
  static Nvml open(const std::string& uuid);
  std::optional<unsigned> clock_mhz() const;  // of the multiprocessors, now
  // Programs with a context on the GPU, this one included if it has one; containers hide others.
  std::optional<unsigned> processes() const;

 private:
  struct Calls;
  std::shared_ptr<const Calls> calls_;
  void* device_ = nullptr;
};

}  // namespace warplab::cuda
