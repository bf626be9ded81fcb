#ifdef __CUDACC_RTC__
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}
#else
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3.0f * in[i];
}
#include <iostream>
#include <vector>
static void check(int e) { if (e) std::cerr << e; }
int main() {
  std::vector<float> v(10);
  doubled<<<1, 10>>>(v.data(), v.data(), 10);
  check(0);
}
#endif
