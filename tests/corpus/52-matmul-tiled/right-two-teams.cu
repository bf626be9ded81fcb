// Two teams of 16 warps take every second piece, each with a barrier of its own; one adds up at the end.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T A[2][32][32], B[2][32][32];
  const int x = threadIdx.x, team = threadIdx.y / 16, y = threadIdx.y % 16, col = blockIdx.x * 32 + x, row0 = blockIdx.y * 32;
  T s0 = 0, s1 = 0;
  for (int k0 = 32 * team; k0 < inner; k0 += 64) {
#pragma unroll
    for (int r = y; r < 32; r += 16) {
      A[team][r][x] = row0 + r < rows && k0 + x < inner ? a[(row0 + r) * inner + k0 + x] : T(0);
      B[team][r][x] = k0 + r < inner && col < cols ? b[(k0 + r) * cols + col] : T(0);
    }
    asm volatile("bar.sync %0, 512;" :: "r"(team + 1) : "memory");
    for (int k = 0; k < 32; ++k) { const T v = B[team][k][x]; s0 += A[team][y][k] * v; s1 += A[team][y + 16][k] * v; }
    asm volatile("bar.sync %0, 512;" :: "r"(team + 1) : "memory");
  }
  if (team == 1) { A[1][y][x] = s0; A[1][y + 16][x] = s1; }
  __syncthreads();
  if (team == 0 && col < cols) {
    if (row0 + y < rows) c[(row0 + y) * cols + col] = s0 + A[1][y][x];
    if (row0 + y + 16 < rows) c[(row0 + y + 16) * cols + col] = s1 + A[1][y + 16][x];
  }
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c, int rows, int inner, int cols) { multiply(a, b, c, rows, inner, cols); }
