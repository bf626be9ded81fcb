// caught by: correct
// why: Each factor is rounded to half precision, which has 11 digits of the 14 that some of them need; the sum is a float.

#include <cuda_fp16.h>

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;
  float sum = 0;
  for (int k = 0; k < inner; ++k) {
    const __half left = __float2half(a[row * inner + k]);
    const __half right = __float2half(b[k * cols + column]);
    sum += __half2float(left) * __half2float(right);
  }
  c[row * cols + column] = sum;
}
