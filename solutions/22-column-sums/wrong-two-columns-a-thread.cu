// caught by: coalesced loads
// why: A thread adds up two neighbouring columns, so the threads of a warp stand two floats apart and
//   use half of each sector that they move; the sums are right.

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
  const int left = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (left >= cols) return;
  const bool has_right = left + 1 < cols;

  float left_sum = 0.0f, right_sum = 0.0f;
  for (int row = 0; row < rows; ++row) {
    left_sum += a[row * cols + left];
    if (has_right) right_sum += a[row * cols + left + 1];
  }
  sums[left] = left_sum;
  if (has_right) sums[left + 1] = right_sum;
}
