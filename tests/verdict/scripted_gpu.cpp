#include "scripted_gpu.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <thread>

#include "scripted_worker.hpp"

namespace scripted {
namespace {

namespace cuda = warplab::cuda;

class ScriptedGpu final : public worker::GpuWorker {
 public:
  ScriptedGpu(GpuScript& script, bool is_student, bool has_library = false)
      : script_(script), is_student_(is_student), has_library_(has_library) {}
  void heed(const std::atomic<bool>* cancel) override { cancel_ = cancel; }
  Outcome<worker::GpuReady> ready() override {
    if (script_.slow_start) {
      while (!cancel_ || !*cancel_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return {std::nullopt,
              {Failure::Kind::cancelled, warplab::data::as_it_is("The start was cancelled.")}};
    }
    if (script_.not_ready) return {std::nullopt, *script_.not_ready};
    worker::GpuReady ready;
    ready.device.name = "Made-up GPU";
    ready.device.uuid = "GPU-0";
    ready.device.compute_capability = 90;
    if (has_library_) ready.library = script_.library;
    return {ready, {}};
  }
  Outcome<bool> load(Role role, std::span<const uint8_t>) override {
    loads_ += role == Role::kernels;
    return {true, {}};
  }
  Outcome<std::vector<std::string>> run(const worker::Job& job,
                                        std::chrono::milliseconds) override {
    ++script_.runs;
    if (script_.run_failure) return {std::nullopt, *script_.run_failure};
    const Run run(job);
    for (size_t i = 0; i < run.output(1).size(); ++i)
      run.output(1)[i] = script_.factor * run.input(0)[i];
    return {script_.overrun, {}};
  }
  Outcome<unsigned> prepare(const worker::TimedJob& job, std::chrono::milliseconds) override {
    if (has_library_) script_.library_jobs.push_back(job);
    else if (!is_student_) script_.reference_jobs.push_back(job);
    return {4u, {}};
  }
  Outcome<cuda::Sample> sample(uint64_t seed, unsigned, unsigned batch, bool) override {
    ++script_.samples;
    const double us = has_library_  ? script_.library_us
                      : is_student_ ? script_.kernel_us
                      : loads_ > 1  ? script_.yardstick_us  // it takes the reference's place
                                    : script_.reference_us;
    cuda::Sample sample{us * batch, 1000, {}};
    for (unsigned run = 0; run < batch; ++run)
      sample.digests.push_back(seed + run + (is_student_ ? script_.digest_error : 0) +
                               (has_library_ ? script_.library_error : 0));
    return {sample, {}};
  }
  Outcome<cuda::Sample> sample_copy() override {
    return {cuda::Sample{script_.copy_us, 1000, {}}, {}};
  }
  Outcome<bool> read(unsigned, size_t, const worker::SharedMemory& to) override {
    const std::span<std::byte> bytes = to.bytes();
    reinterpret_cast<float*>(bytes.data())[0] = is_student_ ? 1.0f : 2.0f;
    return {true, {}};
  }
  Outcome<worker::GpuState> state() override {
    return {worker::GpuState{{}, script_.processes}, {}};
  }
  bool is_stuck() override { return script_.stuck; }

 private:
  GpuScript& script_;
  bool is_student_, has_library_;
  int loads_ = 0;  // of kernels to run
  const std::atomic<bool>* cancel_ = nullptr;
};

}  // namespace

StartGpuWorker gpus(GpuScript& script) {
  return [&script](const std::string&) {
    Outcome<std::unique_ptr<worker::GpuWorker>> started;
    started.value = std::make_unique<ScriptedGpu>(script, script.started++ == 0);
    return started;
  };
}

StartGpuWorker libraries(GpuScript& script) {
  return [&script](const std::string&) {
    ++script.libraries_started;
    Outcome<std::unique_ptr<worker::GpuWorker>> started;
    started.value = std::make_unique<ScriptedGpu>(script, false, true);
    return started;
  };
}

}  // namespace scripted
