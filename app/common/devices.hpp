#pragma once
// The GPUs of this machine, looked for once, on a thread of their own: a driver may take seconds to
// answer.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "verdict/gpu/gpu_session.hpp"

namespace warplab::app {

struct Gpu {
  std::string uuid, name;  // name: "NVIDIA H200", with the end of the UUID where two have the same
  friend bool operator==(const Gpu&, const Gpu&) = default;
};

struct GpuList {
  std::vector<Gpu> gpus;
  std::string why_none;  // one sentence, where there are none
};

// Ends as soon as `cancel` is set: the first use of a driver may take half a minute.
using FindGpus = std::function<GpuList(const std::atomic<bool>& cancel)>;

// Asks the driver in the locked worker, one worker for each GPU.
GpuList find_gpus(const verdict::StartGpuWorker& start, const std::atomic<bool>& cancel);

class Devices {
 public:
  // Looks at once; `wake` is called from that thread when the answer is there. An empty `find`:
  // none.
  Devices(FindGpus find, std::function<void()> wake);
  ~Devices() { cancel_ = true; }

  bool is_looking() const { return !done_; }
  // Empty while it looks.
  const GpuList& list() const;
  const Gpu* find(const std::string& uuid) const;

 private:
  GpuList list_;  // written before done_
  std::atomic<bool> done_ = false, cancel_ = false;
  std::jthread thread_;
};

}  // namespace warplab::app
