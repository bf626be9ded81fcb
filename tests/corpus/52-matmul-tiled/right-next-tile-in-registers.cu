// The next elements are on their way while the tiles are read.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * 32 + x;
  const int row = blockIdx.y * 32 + y;

  T sum = 0;
  T next_a = row < rows && x < inner ? a[row * inner + x] : T(0);
  T next_b = y < inner && column < cols ? b[y * cols + column] : T(0);
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = next_a;
    tile_b[y][x] = next_b;
    __syncthreads();
    const int next = first + 32;
    next_a = row < rows && next + x < inner ? a[row * inner + next + x] : T(0);
    next_b = next + y < inner && column < cols ? b[(next + y) * cols + column] : T(0);
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
