// Where it fits a thread loads 16 bytes in one access: some load from a, some from b, some nothing.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ __align__(16) T tile_a[32][32];
  __shared__ __align__(16) T tile_b[32][32];
  struct alignas(16) Piece {
    T v[16 / sizeof(T)];
  };
  constexpr int kElements = 16 / sizeof(T), kThreads = 1024 / kElements;

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * 32 + x;
  const int row = blockIdx.y * 32 + y;
  const bool fits = inner % 32 == 0 && cols % 32 == 0 && rows % 32 == 0;
  const int thread = y * 32 + x;
  const int i = thread % kThreads * kElements / 32, j = thread * kElements % 32;

  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    if (!fits) {
      tile_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
      tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    } else if (thread < kThreads) {
      *(Piece*)&tile_a[i][j] = *(const Piece*)&a[(blockIdx.y * 32 + i) * inner + first + j];
    } else if (thread < 2 * kThreads) {
      *(Piece*)&tile_b[i][j] = *(const Piece*)&b[(first + i) * cols + blockIdx.x * 32 + j];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += tile_a[y][k] * tile_b[k][x];
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
