#include "sample_gpus.hpp"

#include <memory>
#include <optional>

namespace warplab::test {
namespace {

template <class T>
worker::Outcome<T> none() {
  return {std::nullopt,
          {worker::Failure::Kind::rejected, data::as_it_is("This worker knows its name only.")}};
}

}  // namespace

verdict::StartGpuWorker machine_with(std::vector<std::pair<std::string, std::string>> gpus) {
  return [gpus](const std::string& uuid) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
    for (const auto& [own, name] : gpus) {
      if (!uuid.empty() && own != uuid) continue;
      worker::GpuReady ready;
      ready.device.uuid = own;
      ready.device.name = name;
      for (const auto& other : gpus) ready.others.push_back(other.first);
      return {std::make_unique<NamedWorker>(ready), {}};
    }
    return {std::nullopt,
            {worker::Failure::Kind::cannot_start, data::as_it_is("There is no NVIDIA driver.")}};
  };
}

NamedWorker::NamedWorker(worker::GpuReady ready) : ready_(std::move(ready)) {}

void NamedWorker::heed(const std::atomic<bool>*) {}

worker::Outcome<worker::GpuReady> NamedWorker::ready() { return {ready_, {}}; }

worker::Outcome<bool> NamedWorker::load(Role, std::span<const uint8_t>) { return none<bool>(); }

worker::Outcome<std::vector<std::string>> NamedWorker::run(const worker::Job&,
                                                           std::chrono::milliseconds) {
  return none<std::vector<std::string>>();
}

worker::Outcome<unsigned> NamedWorker::prepare(const worker::TimedJob&, std::chrono::milliseconds) {
  return none<unsigned>();
}

worker::Outcome<cuda::Sample> NamedWorker::sample(uint64_t, unsigned, unsigned, bool) {
  return none<cuda::Sample>();
}

worker::Outcome<cuda::Sample> NamedWorker::sample_copy() { return none<cuda::Sample>(); }

worker::Outcome<bool> NamedWorker::read(unsigned, size_t, const worker::SharedMemory&) {
  return none<bool>();
}

worker::Outcome<worker::GpuState> NamedWorker::state() { return none<worker::GpuState>(); }

bool NamedWorker::is_stuck() { return false; }

}  // namespace warplab::test
