// From 700 rows on eight at a time, and the rest one by one.

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
  float sum = 0.0f;
  int row = 0;
  if (rows >= 700)
    for (; row + 8 <= rows; row += 8)
      for (int k = 0; k < 8; ++k) sum += a[(row + k) * cols + column];
  for (; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
