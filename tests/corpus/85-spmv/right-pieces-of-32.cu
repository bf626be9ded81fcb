// The row is walked by pieces of 32, the row's ends are loaded by one lane, and all lanes get the sum.

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
  const int lane = threadIdx.x % warpSize;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  if (row < rows) {
    int begin = 0, end = 0;
    if (lane == 0) {
      begin = __ldg(row_begin + row);
      end = __ldg(row_begin + row + 1);
    }
    begin = __shfl_sync(0xffffffff, begin, 0);
    end = __shfl_sync(0xffffffff, end, 0);
    double sum = 0.0;
    for (int piece = begin; piece < end; piece += warpSize)
      if (piece + lane < end) sum += values[piece + lane] * __ldg(&x[columns[piece + lane]]);
#pragma unroll
    for (int other = 1; other < 32; other <<= 1) sum += __shfl_xor_sync(0xffffffff, sum, other);
    if (lane == 0) y[row] = static_cast<float>(sum);
  }
}
