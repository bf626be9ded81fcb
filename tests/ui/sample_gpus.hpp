#pragma once
// Machines with GPUs, none of which is there.
#include <string>
#include <utility>
#include <vector>

#include "verdict/gpu_session.hpp"

namespace warplab::test {

// Knows its name and nothing else.
class NamedWorker : public worker::GpuWorker {
 public:
  explicit NamedWorker(worker::GpuReady ready) : ready_(std::move(ready)) {}
  void heed(const std::atomic<bool>*) override {}
  worker::Outcome<worker::GpuReady> ready() override { return {ready_, {}}; }
  worker::Outcome<bool> load(Role, std::span<const uint8_t>) override { return none<bool>(); }
  worker::Outcome<std::vector<std::string>> run(const worker::Job&,
                                                std::chrono::milliseconds) override {
    return none<std::vector<std::string>>();
  }
  worker::Outcome<unsigned> prepare(const worker::TimedJob&, std::chrono::milliseconds) override {
    return none<unsigned>();
  }
  worker::Outcome<cuda::Sample> sample(uint64_t, unsigned, unsigned, bool) override {
    return none<cuda::Sample>();
  }
  worker::Outcome<cuda::Sample> sample_copy() override { return none<cuda::Sample>(); }
  worker::Outcome<bool> read(unsigned, size_t, const worker::SharedMemory&) override {
    return none<bool>();
  }
  worker::Outcome<worker::GpuState> state() override { return none<worker::GpuState>(); }
  bool is_stuck() override { return false; }

 private:
  template <class T>
  static worker::Outcome<T> none() {
    return {std::nullopt, {worker::Failure::Kind::rejected, "This worker knows its name only."}};
  }
  worker::GpuReady ready_;
};

// A machine with these GPUs, by UUID and name; the first is that of an empty UUID.
inline verdict::StartGpuWorker machine_with(std::vector<std::pair<std::string, std::string>> gpus) {
  return [gpus](const std::string& uuid) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
    for (const auto& [own, name] : gpus) {
      if (!uuid.empty() && own != uuid) continue;
      worker::GpuReady ready;
      ready.device.uuid = own;
      ready.device.name = name;
      for (const auto& other : gpus) ready.others.push_back(other.first);
      return {std::make_unique<NamedWorker>(ready), {}};
    }
    return {std::nullopt, {worker::Failure::Kind::cannot_start, "There is no NVIDIA driver."}};
  };
}

}  // namespace warplab::test
