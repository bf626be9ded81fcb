// Given, and complete: a row a thread.
extern "C" __global__ void row_a_thread(const int* row_begin,
                                        const int* columns,
                                        const float* values, const float* x,
                                        float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) {
    sum += values[k] * x[columns[k]];
  }
  y[row] = sum;
}

extern "C" __global__ void row_a_warp(const int* row_begin, const int* columns, const float* values, const float* x,
                                      float* y, int rows) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int end = row_begin[row + 1];
  float sum = 0.0f;
  for (int k = row_begin[row] + lane; k < end; k += 32) sum += values[k] * x[columns[k]];
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
  if (lane == 0) y[row] = sum;
}
