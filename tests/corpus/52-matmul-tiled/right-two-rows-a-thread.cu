// All threads load, and half of them have two rows of c each, so that an element of b serves twice.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, top = blockIdx.y * 32;
  T upper = 0, lower = 0;
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = top + y < rows && first + x < inner ? a[(top + y) * inner + first + x] : T(0);
    tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    __syncthreads();
    if (y < 16) {
      for (int k = 0; k < 32; ++k) {
        const T factor = tile_b[k][x];
        upper += tile_a[y][k] * factor;
        lower += tile_a[y + 16][k] * factor;
      }
    }
    __syncthreads();
  }
  if (y >= 16 || column >= cols) return;
  if (top + y < rows) c[(top + y) * cols + column] = upper;
  if (top + y + 16 < rows) c[(top + y + 16) * cols + column] = lower;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
