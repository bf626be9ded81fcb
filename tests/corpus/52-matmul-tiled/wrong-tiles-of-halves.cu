// caught by: correct
// why: The tiles of floats are kept in half precision, which has 11 digits of the 14 that some elements need.

#include <cuda_fp16.h>

template <typename T>
struct Kept {
  using Type = T;
};
template <>
struct Kept<float> {
  using Type = __half;
};

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  using Element = typename Kept<T>::Type;
  __shared__ Element left[32][32], right[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    left[y][x] = Element(row < rows && first + x < inner ? a[row * inner + first + x] : T(0));
    right[y][x] = Element(column < cols && first + y < inner ? b[(first + y) * cols + column] : T(0));
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += T(left[y][k]) * T(right[k][x]);
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
