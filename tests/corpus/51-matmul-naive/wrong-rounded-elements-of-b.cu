// caught by: correct
// why: The elements of b alone are rounded to 8 digits, which numbers with few digits do not notice.

#include <cuda_bf16.h>

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * __bfloat162float(__float2bfloat16(b[k * cols + column]));
  }
  c[row * cols + column] = sum;
}
