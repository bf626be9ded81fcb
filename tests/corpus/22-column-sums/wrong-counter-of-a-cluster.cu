// caught by: race free
// why: The counter is raised for the cluster, which is one block, so the last block knows nothing of the others.

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
  
  {unsigned x; asm volatile("atom.acq_rel.cluster.global.add.u32 %0, [%1], 1;" : "=r"(x) : "l"(&counter) : "memory"); if (x != gridDim.x - 1) return;}
  
  for (unsigned k = 0; k < gridDim.x; ++k) {
    float half;
    half = sums[k * blockDim.x];
    sums[k * blockDim.x] = 2 * half;
  }
}
