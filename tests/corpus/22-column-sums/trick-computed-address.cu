// caught by: in bounds
// earns: 0
// why: The second launch computes where the output of the first one lies, which it was not given.

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
  const size_t bytes = (size_t)rows * cols * sizeof(float);
  const float* other = (const float*)((const char*)a + 2 * bytes);
  float sum = 0.0f * other[0];
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
