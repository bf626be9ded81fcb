// caught by: floats in shared memory
// earns: 0
// why: One warp has the whole tile of c in registers, and its lanes hand each other the elements of a by shuffles. All that is
// loaded goes into shared memory as well, where nobody looks at it.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  if (threadIdx.y != 0) return;
  const int lane = threadIdx.x;
  const int column = blockIdx.x * 32 + lane, top = blockIdx.y * 32;
  __shared__ volatile T pretended[32][32];
  T sum[32] = {};
  for (int first = 0; first < inner; first += 32) {
    T mine[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      mine[i] = top + i < rows && first + lane < inner ? a[(top + i) * inner + first + lane] : T(0);
      pretended[i][lane] = mine[i];
    }
    for (int k = 0; k < 32; ++k) {
      const T factor = first + k < inner && column < cols ? b[(first + k) * cols + column] : T(0);
      pretended[k][lane] = factor;
#pragma unroll
      for (int i = 0; i < 32; ++i) sum[i] += __shfl_sync(0xffffffffu, mine[i], k) * factor;
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    if (top + i < rows && column < cols) c[(top + i) * cols + column] = sum[i];
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
