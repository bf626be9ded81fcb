// caught by: race free
// why: The next pair has tiles of its own, but nobody waits until they are full, or until nobody reads them any more.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[2][32][32], tile_b[2][32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T sum = 0;
  int now = 0;
    tile_a[0][y][x] = row < rows && 0 + x < inner ? a[row * inner + 0 + x] : T(0);
    tile_b[0][y][x] = 0 + y < inner && column < cols ? b[(0 + y) * cols + column] : T(0);
  __syncthreads();
  for (int first = 0; first < inner; first += 32) {
    if (first + 32 < inner) {
    tile_a[now ^ 1][y][x] = row < rows && first + 32 + x < inner ? a[row * inner + first + 32 + x] : T(0);
    tile_b[now ^ 1][y][x] = first + 32 + y < inner && column < cols ? b[(first + 32 + y) * cols + column] : T(0);
    }
    for (int k = 0; k < 32; ++k) sum += tile_a[now][y][k] * tile_b[now][k][x];
    now ^= 1;
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
