#include <utility>
extern "C" __global__ void copy(const float* in, float* out, int n) {
int a = 1; int b = std::move(a);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + (b - 1);
}
// nvcc 13.0.88 accepts this.
