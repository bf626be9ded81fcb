// What rounding takes away is carried on (Kahan).

template <bool kAcross> __device__ float sum_of(const float* a, int at, int step, int count) {
  float sum = 0.0f, rest = 0.0f;
  for (int k = 0; k < count; ++k) {
    const float y = a[at + k * step] - rest, t = sum + y;
    rest = (t - sum) - y;
    sum = t;
  }
  return sum;
}
extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) sums[row] = sum_of<true>(a, row * cols, 1, cols);
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < cols) sums[column] = sum_of<false>(a, column, cols, rows);
}
