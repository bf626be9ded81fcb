// Tiles of 16 steps: half of the threads load from a, the other half from b.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][16];
  __shared__ T tile_b[16][32];

  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  const int thread = y * 32 + x;
  T sum = 0;
  for (int first = 0; first < inner; first += 16) {
    if (thread < 512) {
      const int i = thread / 16, k = thread % 16, from = blockIdx.y * 32 + i;
      tile_a[i][k] = from < rows && first + k < inner ? a[from * inner + first + k] : T(0);
    } else {
      const int k = y - 16;
      tile_b[k][x] = first + k < inner && column < cols ? b[(first + k) * cols + column] : T(0);
    }
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
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
