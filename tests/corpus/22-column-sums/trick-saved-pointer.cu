// caught by: in bounds
// earns: 0
// why: The first launch saves the address of its own output, where it has left what the second one
// wants. No variable outlives its launch, so the pointer is null.

__device__ float* saved;

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
  saved = sums;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float sum = saved[0] * 0.0f;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
