#pragma once
// Machines with GPUs, none of which is there.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "verdict/gpu/gpu_session.hpp"

namespace warplab::test {

// Knows its name and nothing else.
class NamedWorker : public worker::GpuWorker {
 public:
  explicit NamedWorker(worker::GpuReady ready);
  void heed(const std::atomic<bool>*) override;
  worker::Outcome<worker::GpuReady> ready() override;
  worker::Outcome<bool> load(Role, std::span<const uint8_t>) override;
  worker::Outcome<std::vector<std::string>> run(const worker::Job&,
                                                std::chrono::milliseconds) override;
  worker::Outcome<unsigned> prepare(const worker::TimedJob&, std::chrono::milliseconds) override;
  worker::Outcome<cuda::Sample> sample(uint64_t, unsigned, unsigned, bool) override;
  worker::Outcome<cuda::Sample> sample_copy() override;
  worker::Outcome<bool> read(unsigned, size_t, const worker::SharedMemory&) override;
  worker::Outcome<worker::GpuState> state() override;
  bool is_stuck() override;

 private:
  worker::GpuReady ready_;
};

// A machine with these GPUs, by UUID and name; the first is that of an empty UUID.
verdict::StartGpuWorker machine_with(std::vector<std::pair<std::string, std::string>> gpus);

}  // namespace warplab::test
