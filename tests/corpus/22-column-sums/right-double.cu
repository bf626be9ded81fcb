// The sum is a double.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < cols) {
    double s = 0;
    for (int r = 0; r < rows; r++) s += a[r * cols + c];
    sums[c] = (float)s;
  }
}
