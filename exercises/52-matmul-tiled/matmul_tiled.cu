// Matrix product by tiles in shared memory, for floats and for doubles.
//
// a has rows x inner elements, b has inner x cols, and c, their product, rows x
// cols. All are stored row after row. Blocks are 32 x 32 threads, one for each
// element of a tile of c.

// Yours: T is float in one kernel and double in the other. At the start it is
// the product without tiles.
template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner,
                         int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || column >= cols) return;

  T sum = 0;
  for (int k = 0; k < inner; ++k) {
    sum += a[row * inner + k] * b[k * cols + column];
  }
  c[row * cols + column] = sum;
}

// The two kernels that are launched. __launch_bounds__ tells the compiler that
// a block has 1024 threads, so that it does not use more registers than a
// multiprocessor has for them.
extern "C" __global__ void __launch_bounds__(1024)
    matmul_float(const float* a, const float* b, float* c, int rows, int inner,
                 int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024)
    matmul_double(const double* a, const double* b, double* c, int rows,
                  int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
