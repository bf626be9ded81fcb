// caught by: correct
// why: The row is counted in a short, which is negative from 32 768 on.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) {
    sum += a[row * cols + column];
  }
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;

  float sum = 0.0f;
  for (short row = 0; row < rows; ++row) {
    sum += a[row * cols + column];
  }
  sums[column] = sum;
}
