// row_sums as it is given. column_sums is right, and no way to do it: the lanes of a warp stand below each other in one
// column, and then add up what they have. They are run to know the answer, never to be timed.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}

extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int lane = threadIdx.x % 32, first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int column = first; column < first + 32 && column < cols; ++column) {
    float sum = 0.0f;
    for (int row = lane; row < rows; row += 32) sum += a[row * cols + column];
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (lane == 0) sums[column] = sum;
  }
}
