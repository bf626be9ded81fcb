// The parts of a row meet in shared memory, in a tree of the warp's own.

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

extern "C" __global__ void row_a_warp(const int* __restrict__ row_begin, const int* __restrict__ columns,
                                      const float* __restrict__ values, const float* __restrict__ x,
                                      float* __restrict__ y, int rows) {
  __shared__ float parts[8][32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int row = blockIdx.x * 8 + warp;
  float part = 0.0f;
  if (row < rows)
    for (int k = row_begin[row] + lane; k < row_begin[row + 1]; k += 32) part += values[k] * x[columns[k]];
  parts[warp][lane] = part;
  for (int apart = 16; apart > 0; apart >>= 1) {
    __syncwarp();
    if (lane < apart) parts[warp][lane] += parts[warp][lane + apart];
  }
  if (lane == 0 && row < rows) y[row] = parts[warp][0];
}
