#include <algorithm>
extern "C" __global__ void copy(const float* in, float* out, int n) {
int a[2] = {2, 1}; std::sort(a, a + 2);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: calling a __host__ function("void  ::std::sort<int *> (T1, T1)") from a __global__ function("copy") is not allowed
