#pragma once
// One GPU, one measurement: a lock that all Warp Lab processes of a machine share. It goes away
// with its process, whatever ends that.
#include <atomic>
#include <functional>
#include <string>
#include <utility>

#include "base/result.hpp"

namespace warplab::cuda {

class GpuLock {
 public:
  // Waits until no other process holds the GPU with this UUID. `waiting` is called once, when it
  // has to. The Error says that it was cancelled, or why there is no lock to be had.
  static Result<GpuLock> acquire(const std::string& uuid, const std::function<void()>& waiting = {},
                                 const std::atomic<bool>* cancel = nullptr);
  GpuLock() = default;
  GpuLock(GpuLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  GpuLock& operator=(GpuLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~GpuLock();

 private:
  int file_ = -1;
};

}  // namespace warplab::cuda
