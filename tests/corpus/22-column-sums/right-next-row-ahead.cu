// The next element is loaded before the one in hand is added.

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
  float next = rows > 0 ? a[column] : 0.0f, sum = 0.0f;
  for (int row = 1; row < rows; ++row) {
    const float now = next;
    next = a[row * cols + column];
    sum += now;
  }
  sums[column] = sum + next;
}
