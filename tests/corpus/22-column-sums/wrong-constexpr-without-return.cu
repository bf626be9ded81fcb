// caught by: initialized
// why: A function that may be computed by the compiler gives nothing back for a column that there is.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
__device__ constexpr float first(int column) {
  if (column < 0) return 0.0f;
}
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float sum = first(column);
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
