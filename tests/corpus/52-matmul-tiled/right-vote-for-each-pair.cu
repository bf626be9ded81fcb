// Whether a warp has anything to do is asked by a vote for each pair of tiles.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T A[32][32], B[32][32];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T s = 0;
  for (int k0 = 0; k0 < inner; k0 += 32) {
    A[y][x] = row < rows && k0 + x < inner ? a[row * inner + k0 + x] : T(0);
    B[y][x] = k0 + y < inner && col < cols ? b[(k0 + y) * cols + col] : T(0);
    __syncthreads();
    if (__any_sync(0xffffffffu, row < rows && col < cols)) for (int k = 0; k < 32; ++k) s += A[y][k] * B[k][x];
    __syncthreads();
  }
  if (row < rows && col < cols) c[row * cols + col] = s;
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
