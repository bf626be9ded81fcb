// Inside of the loop one thread prints what it has so far.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float sum = 0;
  for (int row = 0; row < rows; ++row) {
    sum += a[row * cols + column];
    if (column == 0 && row < 3) printf("row %d: sum %f\n", row, sum);
  }
  sums[column] = sum;
}
