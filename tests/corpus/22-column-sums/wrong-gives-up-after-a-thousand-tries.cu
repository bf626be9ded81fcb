// caught by: correct
// why: The last block stores the first sum of the first one, and waits for it for a thousand tries at most. A GPU promises no time
//   within which another block comes.

#include <cuda/atomic>

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

using Float = cuda::atomic_ref<float, cuda::thread_scope_device>;
using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__device__ float given;
__device__ unsigned is_given;
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) sum += a[row * cols + column];
  if (column < cols && column != 0) sums[column] = sum;
  if (column == 0) {
    Float(given).store(sum, cuda::memory_order_relaxed);
    __threadfence();
    Flag(is_given).store(1, cuda::memory_order_relaxed);
  }
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) {
    for (int k = 0; k < 1000 && Flag(is_given).load(cuda::memory_order_relaxed) == 0; ++k) {}
    __threadfence();
    sums[0] = Float(given).load(cuda::memory_order_relaxed);
    Flag(is_given).store(0, cuda::memory_order_relaxed);
  }
}
