// caught by: race free
// why: The first sum and the flag are two words, and no fence keeps the flag from being seen first.

__device__ float value;
__device__ int ready;

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
  const int column = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = 0.0f;
  for (int row = 0; column < cols && row < rows; ++row) {
    sum += a[row * cols + column];
  }
  if (column < cols && column != 0) sums[column] = sum;
  volatile float* const first = &value;
  volatile int* const flag = &ready;
  if (column == 0) {
    *first = sum;
    *flag = 1;
  }
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) {
    while (*flag == 0) {
    }
    sums[0] = *first;
  }
}
