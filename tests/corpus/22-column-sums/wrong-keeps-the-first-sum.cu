// caught by: correct
// why: The first sum is kept in a variable of the module, so that the second launch gives that of the matrix before.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

__device__ float kept;
__device__ bool is_kept;
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  if (column == 0) {
    if (!is_kept) kept = sum, is_kept = true;
    sum = kept;
  }
  sums[column] = sum;
}
