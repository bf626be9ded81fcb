#pragma once
// Kernels, buffers and launches that tests give to a worker.
#include <doctest/doctest.h>

#include <memory>
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

std::unique_ptr<Worker> start(const char* source = kKernels);

// A buffer of ints in shared memory, filled with `values`.
struct Ints {
  explicit Ints(const std::vector<int>& values);
  std::vector<int> values() const;
  size_t count;
  SharedMemory memory;
};

JobBuffer buffer(const char* name, size_t count, const SharedMemory* initial,
                 const SharedMemory* result);

sim::Argument address(int index);

sim::Argument number(int value);

sim::Launch launch(const char* kernel, Dim3 grid, Dim3 block, std::vector<sim::Argument> arguments);

std::vector<int> ramp(int count);

// `out = a + b` over 100 elements in blocks of 32.
struct Addition {
  Addition();
  ~Addition();
  Ints a, b, out;
  Job job;
};

}  // namespace warplab::worker
