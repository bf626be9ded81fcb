// caught by: correct
// why: The last block to come doubles what the others have stored by halves. Without a fence what a block has stored may arrive after
//   its count, however much it has stored before.

#include <cuda/atomic>

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

using Float = cuda::atomic_ref<float, cuda::thread_scope_device>;
__device__ unsigned counter;
__device__ float scratch[4096][17];
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) sum += a[row * cols + column];
  if (threadIdx.x != 0) {
    if (column < cols) sums[column] = sum;
    return;
  }
  for (int k = 0; k < 16; ++k) Float(scratch[blockIdx.x][k]).store(0, cuda::memory_order_relaxed);
  Float(scratch[blockIdx.x][16]).store(0.5f * sum, cuda::memory_order_relaxed);
  if (atomicAdd(&counter, 1) != gridDim.x - 1) return;
  __threadfence();
  counter = 0;
  for (unsigned k = 0; k < gridDim.x; ++k)
    sums[k * blockDim.x] = 2 * Float(scratch[k][16]).load(cuda::memory_order_relaxed);
}
