// caught by: race free
// why: One pair of tiles may always be on its way; behind the last one comes none, so the last one is not waited for.

#include <cuda_pipeline.h>
template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[2][32][32], tile_b[2][32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T sum = 0;
  const auto load = [&](int s, int first) {
    if (row < rows && first + x < inner) __pipeline_memcpy_async(&tile_a[s][y][x], &a[row * inner + first + x], sizeof(T));
    else tile_a[s][y][x] = 0;
    if (first + y < inner && column < cols) __pipeline_memcpy_async(&tile_b[s][y][x], &b[(first + y) * cols + column], sizeof(T));
    else tile_b[s][y][x] = 0;
    __pipeline_commit();
  };
  load(0, 0);
  int now = 0;
  for (int first = 0; first < inner; first += 32, now ^= 1) {
    if (first + 32 < inner) load(now ^ 1, first + 32);
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += tile_a[now][y][k] * tile_b[now][k][x];
    __syncthreads();
  }
  if (row < rows && column < cols) c[row * cols + column] = sum;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
