// Rows of the tiles that belong to no element of c are filled by nobody.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    if (row < rows) As[ty][tx] = first + tx < inner ? a[row * inner + first + tx] : T(0);
    if (col < cols) Bs[ty][tx] = first + ty < inner ? b[(first + ty) * cols + col] : T(0);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < rows && col < cols) c[row * cols + col] = sum;
}
extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
