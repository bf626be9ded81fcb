#pragma once
// A GPU that a test plays: what it answers and how long that takes, the script says.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verdict/gpu/gpu_session.hpp"
#include "worker/gpu_worker.hpp"

namespace scripted {

using warplab::verdict::StartGpuWorker;
namespace worker = warplab::worker;

struct GpuScript {
  std::optional<worker::Failure> not_ready;
  bool slow_start = false;  // it does not end before it is cancelled
  float factor = 2;         // the kernel multiplies by it
  std::optional<worker::Failure> run_failure;
  std::vector<std::string> overrun;
  double kernel_us = 100, copy_us = 80, reference_us = 90, yardstick_us = 95;
  std::vector<worker::TimedJob> reference_jobs;  // prepared in the reference's process, in order
  // Digests that the student's runs give; the reference's are the seed's.
  uint64_t digest_error = 0;
  bool stuck = false;
  std::string library;  // "cuBLAS 1.2.3": the machine has it
  double library_us = 25;
  uint64_t library_error = 0;  // of its digests
  std::vector<worker::TimedJob> library_jobs;
  int libraries_started = 0;
  std::optional<std::vector<uint32_t>> processes;  // that have the GPU open
  int started = 0, runs = 0, samples = 0;
};

// The first process is for the student's kernels, all others for the reference's.
StartGpuWorker gpus(GpuScript& script);
// Processes that have the script's library.
StartGpuWorker libraries(GpuScript& script);

}  // namespace scripted
