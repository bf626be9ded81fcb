#include "common/devices.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::app {
namespace {

constexpr size_t kShownOfUuid = 4;

// Two GPUs of one name are told apart by the end of their UUIDs.
void tell_apart(std::vector<Gpu>& gpus) {
  const std::vector<Gpu> plain = gpus;
  for (size_t i = 0; i < gpus.size(); ++i) {
    const auto same = std::count_if(plain.begin(), plain.end(),
                                    [&](const Gpu& gpu) { return gpu.name == plain[i].name; });
    if (same < 2) continue;
    const std::string& uuid = plain[i].uuid;
    gpus[i].name +=
        fmt::format(" ({})", uuid.substr(uuid.size() - std::min(uuid.size(), kShownOfUuid)));
  }
}

}  // namespace

GpuList find_gpus(const verdict::StartGpuWorker& start, const std::atomic<bool>& cancel) {
  GpuList found;
  verdict::GpuSession first(std::string(), start);
  const Result<worker::GpuReady> ready = first.open(&cancel);
  if (!ready) {
    found.why_none = ready.error();
    return found;
  }
  found.gpus.push_back({ready->device.uuid, ready->device.name});
  for (const std::string& uuid : ready->others) {
    if (uuid == ready->device.uuid) continue;
    verdict::GpuSession other(uuid, start);
    // One that does not answer is not offered.
    if (const Result<worker::GpuReady> answer = other.open(&cancel))
      found.gpus.push_back({answer->device.uuid, answer->device.name});
  }
  tell_apart(found.gpus);
  return found;
}

Devices::Devices(FindGpus find, std::function<void()> wake) {
  if (!find) {
    list_.why_none = "GPUs were not looked for.";
    done_ = true;
    return;
  }
  thread_ = std::jthread([this, find = std::move(find), wake = std::move(wake)] {
    list_ = find(cancel_);
    done_ = true;
    if (wake) wake();
  });
}

const GpuList& Devices::list() const {
  static const GpuList kNothingYet;
  return done_ ? list_ : kNothingYet;
}

const Gpu* Devices::find(const std::string& uuid) const {
  for (const Gpu& gpu : list().gpus)
    if (gpu.uuid == uuid) return &gpu;
  return nullptr;
}

}  // namespace warplab::app
