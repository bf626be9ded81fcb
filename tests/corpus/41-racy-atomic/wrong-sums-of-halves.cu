// caught by: correct
// why: The sums of a block are kept in __half, which has 11 bits where a float has 24.

#include <cuda_fp16.h>

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ __half sums[16];
  if (threadIdx.x == 0) sums[threadIdx.y] = __float2half(0.0f);
  __syncthreads();
  if (i < rows && j < cols) atomicAdd(&sums[threadIdx.y], __float2half(image[i * cols + j]));
  __syncthreads();
  if (threadIdx.x == 0 && i < rows)
    for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], __half2float(sums[threadIdx.y]));
}
