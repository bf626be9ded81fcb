// caught by: nothing else
// earns: 0
// why: The row waits in a variable of the module, which is global memory.
#define ALL 0xffffffff
__device__ float waiting[1 << 18];
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
  if (row >= rows) return;
  float largest = -INFINITY, sum = 0;
  for (int i = lane; i < cols; i += 32) {
    const float x = in[row * cols + i];
    waiting[(row * cols + i) % (1 << 18)] = x;
    largest = fmaxf(largest, x);
  }
  for (int d = 16; d > 0; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, d));
  for (int i = lane; i < cols; i += 32) sum += expf(waiting[(row * cols + i) % (1 << 18)] - largest);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(ALL, sum, d);
  for (int i = lane; i < cols; i += 32)
    out[row * cols + i] = expf(waiting[(row * cols + i) % (1 << 18)] - largest) / sum;
}
