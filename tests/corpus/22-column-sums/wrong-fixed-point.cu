// caught by: correct
// why: The sum is a whole number of quarters, and what an element has beside them is cut off.

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
  int quarters = 0;
  for (int row = 0; row < rows; ++row) quarters += static_cast<int>(a[row * cols + column] * 4.0f);
  sums[column] = quarters * 0.25f;
}
