// caught by: tiles of floats
// earns: 0
// why: The product without tiles, and beside it as much goes into shared memory as the tiles would.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ volatile T pretended[2][32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  for (int first = 0; first < inner; first += 32) {
    pretended[0][y][x] = first;
    pretended[1][y][x] = first;
  }
  if (row >= rows || column >= cols) return;
  T sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + column];
  c[row * cols + column] = sum;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
