#include <stdbool.h>
extern "C" __global__ void copy(const float* in, float* out, int n) {
bool ok = true;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = ok ? in[i] : 0;
}
// nvcc 13.0.88 accepts this.
