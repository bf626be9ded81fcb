#include <vector>
extern "C" __global__ void copy(const float* in, float* out, int n) {
std::vector<int> v(3);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: calling a __host__ function("std::vector<int, ::std::allocator<int> > ::vector(unsigned long, const ::std::allocator<int> &)") from a __global__ funct
