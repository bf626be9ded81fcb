// caught by: race free
// why: A thread takes a row and adds it to all the columns' sums, as every other thread does at the same
//   time: additions are lost.

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
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;

  for (int column = thread; column < cols; column += threads) sums[column] = 0.0f;
  for (int row = thread; row < rows; row += threads) {
    for (int column = 0; column < cols; ++column) {
      sums[column] += a[row * cols + column];
    }
  }
}
