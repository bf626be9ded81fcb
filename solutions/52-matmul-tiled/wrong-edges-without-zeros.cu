// caught by: initialized
// why: Beyond the edge nothing is put into the tiles, and it is added all the same.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * 32 + x;
  const int row = blockIdx.y * 32 + y;

  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    if (row < rows && first + x < inner) tile_a[y][x] = a[row * inner + first + x];
    if (first + y < inner && column < cols) tile_b[y][x] = b[(first + y) * cols + column];

    __syncthreads();  // both tiles are there

    for (int k = 0; k < 32; ++k) {
      sum += tile_a[y][k] * tile_b[k][x];
    }

    __syncthreads();  // nobody needs them any more
  }

  if (row < rows && column < cols) {
    c[row * cols + column] = sum;
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
