#include <iostream>
void print(const float* a, int n) { for (int i = 0; i < n; ++i) std::cout << a[i] << "\n"; }
static double seconds() { return 1.0; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88 accepts this.
