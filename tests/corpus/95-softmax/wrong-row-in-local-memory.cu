// caught by: no detour by local memory
// why: The row waits in an array that is indexed by a loop which is not unrolled: local memory.
#define ALL 0xffffffff
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;
  float kept[40];
  float largest = -INFINITY, sum = 0;
#pragma unroll 1
  for (int i = lane; i < cols; i += 32) {
    kept[i / 32] = in[row * cols + i];
    largest = fmaxf(largest, kept[i / 32]);
  }
  for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, d));
#pragma unroll 1
  for (int i = lane; i < cols; i += 32) sum += expf(kept[i / 32] - largest);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(ALL, sum, d);
#pragma unroll 1
  for (int i = lane; i < cols; i += 32) out[row * cols + i] = expf(kept[i / 32] - largest) / sum;
}
