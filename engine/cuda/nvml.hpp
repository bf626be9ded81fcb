#pragma once
// What NVIDIA's management library says of a GPU beside the driver: its clock, and who else uses
// it. Found at run time; where it is missing, nothing is known. Source: NVML API reference.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplab::cuda {

class Nvml {
 public:
  // Never fails: every question to a library that is not there has no answer.
  static Nvml open(const std::string& uuid);
  std::optional<unsigned> clock_mhz() const;  // of the multiprocessors, now
  // The process numbers of all that compute on the GPU, this one among them. Unknown before this
  // process has a context there, and in containers, where numbers of outside are given.
  std::optional<std::vector<uint32_t>> processes() const;

 private:
  struct Calls;
  std::shared_ptr<const Calls> calls_;
  void* device_ = nullptr;
};

}  // namespace warplab::cuda
