// A function for any type, and a kernel for floats.

template <class T>
__device__ T dot(const T* row, const T* column, int n, int stride) {
  T sum{};
  for (int k = 0; k < n; ++k) sum += row[k] * column[k * stride];
  return sum;
}

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= cols) return;

  c[row * cols + column] = dot(a + row * inner, b + column, inner, cols);
}
