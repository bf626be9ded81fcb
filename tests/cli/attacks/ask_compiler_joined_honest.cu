#define NAME(a) a##_twice
__device__ float NAME(my)(float x) { return 2 * x; }
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  if (i < n) out[i] = my_twice(in[i]);
}
