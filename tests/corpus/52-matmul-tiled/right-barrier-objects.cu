// Two barrier objects: one completes a phase when both tiles are there, the other when nobody needs them any more.

#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32], tile_b[32][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier filled, done;
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (x == 0 && y == 0) {
    init(&filled, blockDim.x * blockDim.y);
    init(&done, blockDim.x * blockDim.y);
  }
  __syncthreads();

  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
    tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    filled.arrive_and_wait();
    for (int k = 0; k < 32; ++k) sum += tile_a[y][k] * tile_b[k][x];
    done.arrive_and_wait();
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
