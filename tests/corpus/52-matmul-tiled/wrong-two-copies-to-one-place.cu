// caught by: race free
// why: Past the edge of a, one copy puts an element where another of the same group puts zeros, and nothing says which of them is last.

#include <cuda_pipeline.h>
template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T ta[2][32][32];
  __shared__ T tb[2][32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  auto load = [&](int first, int s) {
    __pipeline_memcpy_async(&ta[s][y][x], &a[0], sizeof(T), sizeof(T));
    __pipeline_memcpy_async(&ta[s][y][x], &a[min(row, rows - 1) * inner + min(first + x, inner - 1)], sizeof(T), row < rows && first + x < inner ? 0 : sizeof(T));
    __pipeline_memcpy_async(&tb[s][y][x], &b[min(first + y, inner - 1) * cols + min(column, cols - 1)], sizeof(T), first + y < inner && column < cols ? 0 : sizeof(T));
    __pipeline_commit();
  };
  T sum = 0;
  load(0, 0);
  for (int first = 0, s = 0; first < inner; first += 32, s ^= 1) {
    if (first + 32 < inner) { load(first + 32, s ^ 1); __pipeline_wait_prior(1); } else __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += ta[s][y][k] * tb[s][k][x];
    __syncthreads();
  }
  if (row < rows && column < cols) c[row * cols + column] = sum;
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
