// While one pair of tiles is read the next is loaded into the other: one barrier a tile.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[2][32][32];
  __shared__ T tile_b[2][32][32];

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * 32 + x;
  const int row = blockIdx.y * 32 + y;

  T sum = 0;
  int which = 0;
  for (int first = 0; first < inner; first += 32, which ^= 1) {
    tile_a[which][y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
    tile_b[which][y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += tile_a[which][y][k] * tile_b[which][k][x];
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
