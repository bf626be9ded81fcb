// Four rows at a time, with two accumulators.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float even = 0.0f, odd = 0.0f;
  int row = 0;
  for (; row + 3 < rows; row += 4) {
    even += a[row * cols + column] + a[(row + 2) * cols + column];
    odd += a[(row + 1) * cols + column] + a[(row + 3) * cols + column];
  }
  for (; row < rows; ++row) even += a[row * cols + column];
  sums[column] = even + odd;
}
