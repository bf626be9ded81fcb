// Half of the warps load tiles, the others multiply them: each only arrives where it needs not wait.

__device__ __forceinline__ void sync_on(int id) { asm volatile("bar.sync %0, 1024;" :: "r"(id) : "memory"); }
__device__ __forceinline__ void arrive_on(int id) { asm volatile("bar.arrive %0, 1024;" :: "r"(id) : "memory"); }
template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T A[2][32][32], B[2][32][32];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
  const int n = (inner + 31) / 32;
  if (y < 16) {
    for (int t = 0; t < n; ++t) {
      const int buf = t & 1;
      if (t >= 2) sync_on(3 + buf);       // wait until empty
      for (int r = y; r < 32; r += 16) {
        const int row = blockIdx.y * 32 + r, k = t * 32;
        A[buf][r][x] = row < rows && k + x < inner ? a[row * inner + k + x] : T(0);
        B[buf][r][x] = k + r < inner && col < cols ? b[(k + r) * cols + col] : T(0);
      }
      arrive_on(1 + buf);                 // full
    }
  } else {
    T s0 = 0, s1 = 0; const int r0 = y - 16, r1 = y;
    for (int t = 0; t < n; ++t) {
      const int buf = t & 1;
      sync_on(1 + buf);
      for (int k = 0; k < 32; ++k) { const T v = B[buf][k][x]; s0 += A[buf][r0][k] * v; s1 += A[buf][r1][k] * v; }
      if (t + 2 < n) arrive_on(3 + buf);
    }
    const int row = blockIdx.y * 32 + r0;
    if (col < cols) { if (row < rows) c[row * cols + col] = s0; if (row + 16 < rows) c[(row + 16) * cols + col] = s1; }
  }
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
