// caught by: race free
// why: One thread arrives for its warp before the others of it have loaded their elements.

#include <cuda/barrier>
using bar = cuda::barrier<cuda::thread_scope_block>;
template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T A[32][32], B[32][32];
#pragma nv_diag_suppress 20054
  __shared__ bar full, empty;
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (x == 0 && y == 0) { init(&full, 32); init(&empty, 32); }
  __syncthreads();
  bool parity = false;
  T s = 0;
  for (int k0 = 0; k0 < inner; k0 += 32, parity = !parity) {
    A[y][x] = row < rows && k0 + x < inner ? a[row * inner + k0 + x] : T(0);
    B[y][x] = k0 + y < inner && col < cols ? b[(k0 + y) * cols + col] : T(0);
    if (x == 0) (void)full.arrive();
    __syncwarp();
    full.wait_parity(parity);
    for (int k = 0; k < 32; ++k) s += A[y][k] * B[k][x];
    __syncwarp();
    if (x == 0) (void)empty.arrive();
    empty.wait_parity(parity);
  }
  if (row < rows && col < cols) c[row * cols + col] = s;
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
