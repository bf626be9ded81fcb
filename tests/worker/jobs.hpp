#pragma once
// Kernels, buffers and launches that tests give to a worker.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "worker/worker.hpp"

namespace warplab::worker {

// Line numbers matter: a store in line 4, a printf in line 9.
constexpr const char* kKernels = R"(WARPLAB_BLOCK(32, 2, 1);
extern "C" __global__ void add(int* out, const int* a, const int* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
extern "C" __global__ void beyond(int* out, int n) { out[threadIdx.x + n] = 1; }
extern "C" __global__ void talk(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0) printf("caf\xe9 %d\n", blockIdx.x);
}
extern "C" __global__ void wide(double* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
extern "C" __global__ void narrow(unsigned char* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
extern "C" __global__ void spin(volatile int* out) { while (out[0] == 0) {} }
extern "C" __global__ void spin_often(volatile int* out) {
  for (int i = 0; i < 2000; ++i) if (out[0] == 1) break;
}
extern "C" __global__ void churn(int* out) {
  int x = threadIdx.x;
  for (int i = 0; i < 1000 + blockIdx.x % 7; ++i) x = x * 1664525 + (x >> 3);
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__device__ char line[4096];
extern "C" __global__ void whisper(int* out) {
  if (threadIdx.x == 0) for (int i = 0; i < 4095; ++i) line[i] = 'x';
  __syncthreads();
  for (int i = 0; i < 5000; ++i) printf("%.0s", line);
  out[threadIdx.x] = 1;
}
extern "C" __global__ void shout(int* out) {
  for (int i = 0; i < 100; ++i) printf("thread %d says hello\n", threadIdx.x);
  out[threadIdx.x] = 1;
}
extern "C" __device__ int counts[4] = {1, 2, 3};
extern "C" __global__ void use_counts(int* out) { out[0] = counts[0]++; }
)";

inline std::unique_ptr<Worker> start(const char* source = kKernels) {
  auto worker = Worker::start({});
  REQUIRE_MESSAGE(worker, worker.failure.message);
  const auto compiled = (*worker.value)->compile({"kernels.cu", source, 90});
  REQUIRE_MESSAGE(compiled, compiled.failure.message);
  REQUIRE_MESSAGE(compiled.value->ok, compiled.value->log);
  return std::move(*worker.value);
}

// A buffer of ints in shared memory, filled with `values`.
struct Ints {
  explicit Ints(const std::vector<int>& values) : count(values.size()) {
    auto created = SharedMemory::create("ints", values.size() * sizeof(int));
    REQUIRE(created);
    memory = std::move(*created);
    std::memcpy(memory.bytes().data(), values.data(), memory.bytes().size());
  }
  std::vector<int> values() const {
    std::vector<int> copy(count);
    std::memcpy(copy.data(), memory.bytes().data(), memory.bytes().size());
    return copy;
  }
  size_t count;
  SharedMemory memory;
};

inline JobBuffer buffer(const char* name, size_t count, const SharedMemory* initial,
                        const SharedMemory* result) {
  JobBuffer buffer;
  buffer.description.name = name;
  buffer.description.element = sim::ElementType::i32;
  buffer.description.shape = {count};
  buffer.initial = initial;
  buffer.result = result;
  return buffer;
}

inline sim::Argument address(int index) {
  sim::Argument argument;
  argument.buffer = index;
  return argument;
}

inline sim::Argument number(int value) {
  sim::Argument argument;
  argument.value.resize(sizeof value);
  std::memcpy(argument.value.data(), &value, sizeof value);
  return argument;
}

inline sim::Launch launch(const char* kernel, Dim3 grid, Dim3 block,
                          std::vector<sim::Argument> arguments) {
  sim::Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.arguments = std::move(arguments);
  return launch;
}

inline std::vector<int> ramp(int count) {
  std::vector<int> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// `out = a + b` over 100 elements in blocks of 32.
struct Addition {
  Addition() : a(ramp(100)), b(ramp(100)), out(std::vector<int>(100, -7)) {
    job.buffers = {buffer("out", 100, nullptr, &out.memory), buffer("a", 100, &a.memory, nullptr),
                   buffer("b", 100, &b.memory, nullptr)};
    job.launches = {
        launch("add", {4, 1, 1}, {32, 1, 1}, {address(0), address(1), address(2), number(100)})};
    job.options.student_file = "kernels.cu";
  }
  Ints a, b, out;
  Job job;
};

}  // namespace warplab::worker
