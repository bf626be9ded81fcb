// caught by: race free
// why: The next pair waits in registers, and goes into the tiles while others still multiply by the old one.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32], tile_b[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T sum = 0;
    tile_a[y][x] = row < rows && 0 + x < inner ? a[row * inner + 0 + x] : T(0);
    tile_b[y][x] = 0 + y < inner && column < cols ? b[(0 + y) * cols + column] : T(0);
  for (int first = 0; first < inner; first += 32) {
    __syncthreads();
    const int next = first + 32;
    const T next_a = row < rows && next + x < inner ? a[row * inner + next + x] : T(0);
    const T next_b = next + y < inner && column < cols ? b[(next + y) * cols + column] : T(0);
    for (int k = 0; k < 32; ++k) sum += tile_a[y][k] * tile_b[k][x];
    tile_a[y][x] = next_a;
    tile_b[y][x] = next_b;
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
