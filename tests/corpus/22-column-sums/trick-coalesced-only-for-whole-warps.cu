// caught by: coalesced loads
// why: Where the columns are no multiple of 32 one thread of a block adds them all up.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c) sum += a[row * cols + c];
  sums[row] = sum;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (cols % 32) {
    if (threadIdx.x == 0)
      for (int c = column; c < column + 256 && c < cols; ++c) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row) sum += a[row * cols + c];
        sums[c] = sum;
      }
    return;
  }
  if (column >= cols) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
