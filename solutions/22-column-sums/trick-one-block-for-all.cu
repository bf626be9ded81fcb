// caught by: every warp its share
// why: One block adds up all columns, 256 at a time, and all others leave at once. The accesses are the same.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  if (blockIdx.x > 0) return;
  for (int column = threadIdx.x; column < cols; column += 256) {
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
    sums[column] = sum;
  }
}
