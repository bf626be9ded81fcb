#include <assert.h>

extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < 64);
  if (i < n) out[i] = 2.0f * in[i];
}
