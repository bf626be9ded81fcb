// caught by: correct
// why: Only the floats of b are kept in a tile of halves, which numbers with few digits do not notice.

#include <cuda_fp16.h>

template <typename T> struct Kept { using Type = T; };
template <> struct Kept<float> { using Type = __half; };

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ typename Kept<T>::Type tile_b[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
    tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += tile_a[y][k] * T(tile_b[k][x]);
    __syncthreads();
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
