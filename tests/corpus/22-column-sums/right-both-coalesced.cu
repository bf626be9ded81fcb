// The sums of rows are coalesced too: a warp at a time walks along each of its 32 rows.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int lane = threadIdx.x % 32;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int row = first; row < first + 32 && row < rows; ++row) {
    float sum = 0.0f;
    for (int column = lane; column < cols; column += 32) sum += a[row * cols + column];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0) sums[row] = sum;
  }
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row) sum += a[row * cols + column];
  sums[column] = sum;
}
