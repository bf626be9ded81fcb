// caught by: race free
// why: fence.acquire holds back what comes after it: what the block has stored may still arrive behind its count.

#include <cuda/atomic>
__device__ unsigned counter;

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) sum += a[row * cols + column];
  if (threadIdx.x != 0) {
    if (column < cols) sums[column] = sum;
    return;
  }
  sums[column] = 0.5f * sum;
  asm volatile("fence.acquire.gpu;" ::: "memory");
  if (atomicAdd(&counter, 1) != gridDim.x - 1) return;
  __threadfence();
  for (unsigned k = 0; k < gridDim.x; ++k) {
    float half;
    half = sums[k * blockDim.x];
    sums[k * blockDim.x] = 2 * half;
  }
}
