// caught by: terminates
// why: The barrier objects are made for half of the threads that arrive there.

#include <cuda/barrier>
using Bar = cuda::barrier<cuda::thread_scope_block>;
template <typename T> __device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T sa[2][32][32], sb[2][32][32];
  #pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Bar full[2];
  if (threadIdx.x == 0 && threadIdx.y < 2) init(&full[threadIdx.y], 512);
  __syncthreads();
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  auto put = [&](int k0, int s) {
    sa[s][y][x] = row < rows && k0 + x < inner ? a[row * inner + k0 + x] : T(0);
    sb[s][y][x] = k0 + y < inner && col < cols ? b[(k0 + y) * cols + col] : T(0);
  };
  T sum = 0;
  put(0, 0);
  int s = 0;
  for (int k0 = 0; k0 < inner; k0 += 32, s ^= 1) {
    full[s].arrive_and_wait();
    if (k0 + 32 < inner) put(k0 + 32, s ^ 1);
    for (int k = 0; k < 32; ++k) sum += sa[s][y][k] * sb[s][k][x];
  }
  if (row < rows && col < cols) c[row * cols + col] = sum;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
