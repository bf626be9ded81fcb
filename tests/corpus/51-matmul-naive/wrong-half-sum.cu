// caught by: correct
// why: The sum is kept in half precision, which has 11 digits of the 23 that are needed.

#include <cuda_fp16.h>

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  __half sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum = __float2half(__half2float(sum) + a[row * inner + k] * b[k * cols + column]);
  }
  c[row * cols + column] = __half2float(sum);
}
