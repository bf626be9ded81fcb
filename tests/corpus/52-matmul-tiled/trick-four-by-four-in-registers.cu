// caught by: tiles of floats
// earns: 0
// why: 64 threads have 4 x 4 elements of c each in registers, and load what they need themselves, in pieces of 16 bytes;
// a shared array is filled beside it.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ volatile T pretended[2][32][32];
  for (int first = 0; first < inner; first += 32) {
    pretended[0][threadIdx.y][threadIdx.x] = first;
    pretended[1][threadIdx.y][threadIdx.x] = first;
  }
  if (rows % 32 || inner % 32 || cols % 32) {
    const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    if (row >= rows || column >= cols) return;
    T sum = 0;
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
    c[row * cols + column] = sum;
    return;
  }
  struct alignas(16) Four { T v[4]; };
  const int thread = threadIdx.y * 32 + threadIdx.x;
  if (thread >= 64) return;
  const int row = blockIdx.y * 32 + thread / 8 * 4, column = blockIdx.x * 32 + thread % 8 * 4;
  T sum[4][4] = {};
  for (int k = 0; k < inner; k += 4) {
    Four p[4], q[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      p[i] = *(const Four*)(a + (row + i) * inner + k);
      q[i] = *(const Four*)(b + (k + i) * cols + column);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int s = 0; s < 4; ++s) sum[i][j] += p[i].v[s] * q[s].v[j];
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) c[(row + i) * cols + column + j] = sum[i][j];
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
