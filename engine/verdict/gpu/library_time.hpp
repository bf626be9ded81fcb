#pragma once
// The time of a library that computes what a launch does, for a line beside the kernel's time.
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "verdict/gpu/gpu_session.hpp"
#include "verdict/gpu/sampling.hpp"
#include "verdict/result/timing.hpp"
#include "worker/gpu_worker.hpp"

namespace warplab::verdict {

struct LibraryQuestion {
  const worker::TimedJob& job;  // of library_job()
  std::span<const uint8_t> own_kernels;
  GpuSession& gpu;
  worker::GpuWorker& student;  // prepared for the same launch; its answer was found right
  Sampling& sampling;          // of the student's measurement: for its numbers and its batch
  const std::atomic<bool>* cancel = nullptr;
};

struct LibraryTime {
  std::string name;  // "cuBLAS 13.0.2"
  TimeNumbers time;
};

// None where the machine has no such library, or something is wrong with it: a grade knows nothing
// of it.
std::optional<LibraryTime> time_library(const LibraryQuestion& question);

}  // namespace warplab::verdict
