// caught by: terminates
// why: No thread releases a stage, so there is no room for the third pair of tiles.

#include <cooperative_groups.h>
#include <cuda/pipeline>

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[2][32][32], tile_b[2][32][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;

  const auto fetch = [&](int first) {
    const int stage = first / 32 % 2;
    pipe.producer_acquire();
    if (row < rows && first + x < inner)
      cuda::memcpy_async(&tile_a[stage][y][x], &a[row * inner + first + x], sizeof(T), pipe);
    else tile_a[stage][y][x] = 0;
    if (first + y < inner && column < cols)
      cuda::memcpy_async(&tile_b[stage][y][x], &b[(first + y) * cols + column], sizeof(T), pipe);
    else tile_b[stage][y][x] = 0;
    pipe.producer_commit();
  };

  T sum = 0;
  fetch(0);
  for (int first = 0; first < inner; first += 32) {
    if (first + 32 < inner) fetch(first + 32);
    const int stage = first / 32 % 2;
    pipe.consumer_wait();
    for (int k = 0; k < 32; ++k) sum += tile_a[stage][y][k] * tile_b[stage][k][x];

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
