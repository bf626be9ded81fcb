__device__ __noinline__ int down(int x) {
  volatile int here = x;
  return down(here + 1) + here;
}

extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i] + down(i);
}
