// caught by: in bounds
// earns: 0
// why: An uncoalesced read that is an atomic addition of nothing is not counted as a load. The
// matrix may only be read.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * 256 + threadIdx.x % 8 * 32 + threadIdx.x / 8;
  if (column >= cols) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) sum += atomicAdd((float*)a + row * cols + column, 0.0f);
  sums[column] = sum;
}
