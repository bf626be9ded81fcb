// A quarter of the threads has four rows of c each, in registers; all of them load.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, top = blockIdx.y * 32;
  T sum[4] = {};
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = top + y < rows && first + x < inner ? a[(top + y) * inner + first + x] : T(0);
    tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    __syncthreads();
    if (y < 8) {
#pragma unroll
      for (int k = 0; k < 32; ++k) {
#pragma unroll
        for (int i = 0; i < 4; ++i) sum[i] += tile_a[y + 8 * i][k] * tile_b[k][x];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int row = top + y + 8 * i;
    if (y < 8 && row < rows && column < cols) c[row * cols + column] = sum[i];
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
