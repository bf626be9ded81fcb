#ifndef __CUDACC_RTC__
#include <cuda_runtime.h>
#define HD __host__ __device__
#else
#define HD __device__
#endif
HD float twice(float x) { return 2 * x; }
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = twice(in[i]);
}
#ifndef __CUDACC_RTC__
#include <iostream>
#include <vector>
static void check(int e) { if (e) std::cerr << e; }
int main() {
  std::vector<float> v(10);
  doubled<<<1, 10>>>(v.data(), v.data(), 10);
  check(0);
}
#endif
