// The tiles are filled and multiplied by functions, which take arrays by reference, and the last piece comes first.

template <typename T>
__device__ void fill(T (&tile)[32][32], const T* m, int row, int column, int rows, int cols) {
  T value = 0;
  if (row < rows && column < cols) value = m[row * cols + column];
  tile[threadIdx.y][threadIdx.x] = value;
}

template <typename T>
__device__ T products(const T (&left)[32][32], const T (&right)[32][32]) {
  T sum = 0;
  for (int k = 31; k >= 0; --k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
  return sum;
}

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T left[32][32], right[32][32];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  T sum{};
  const int pieces = inner / 32 + (inner % 32 != 0);
  for (int piece = pieces - 1; piece >= 0; --piece) {
    fill(left, a, row, piece * 32 + threadIdx.x, rows, inner);
    fill(right, b, piece * 32 + threadIdx.y, column, inner, cols);
    __syncthreads();
    sum += products(left, right);
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
