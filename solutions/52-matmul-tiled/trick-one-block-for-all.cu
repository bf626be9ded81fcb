// caught by: every block its share
// why: One block has all tiles of c, one after the other, and all others leave at once. The accesses are the same.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int row = y; row < (rows + 31) / 32 * 32; row += 32)
    for (int column = x; column < (cols + 31) / 32 * 32; column += 32) {
      T sum = 0;
      for (int first = 0; first < inner; first += 32) {
        tile_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
        tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
        __syncthreads();
        for (int k = 0; k < 32; ++k) sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
      }
      if (row < rows && column < cols) c[row * cols + column] = sum;
    }
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
