// caught by: correct
// why: From 512 rows on it goes down eight at a time, and forgets those that are left at the end.

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

  // fast path for tall matrices: eight rows at a time. The tail is forgotten.
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float sum = 0;
  if (rows >= 512) {
    for (int r = 0; r < rows / 8; ++r)
      for (int k = 0; k < 8; ++k) sum += a[(r * 8 + k) * cols + c];
  } else {
    for (int r = 0; r < rows; ++r) sum += a[r * cols + c];
  }
  sums[c] = sum;
}
