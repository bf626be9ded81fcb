// caught by: race free
// why: Two threads share a column, and both put their half of the sum into the same element, with
//   nothing to say which of them comes first.

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
  const int half = gridDim.x * blockDim.x / 2;  // of all threads
  const bool is_lower = thread >= half;
  const int begin = is_lower ? rows / 2 : 0;
  const int end = is_lower ? rows : rows / 2;

  for (int column = thread % half; column < cols; column += half) {
    float sum = 0.0f;
    for (int row = begin; row < end; ++row) {
      sum += a[row * cols + column];
    }
    if (is_lower) {
      sums[column] += sum;
    } else {
      sums[column] = sum;
    }
  }
}
