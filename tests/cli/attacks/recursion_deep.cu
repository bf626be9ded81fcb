__device__ __noinline__ float deep(int d, float x) {
  volatile float big[1000];
  big[d % 1000] = x;
  return d == 0 ? 2 * x : deep(d - 1, x) + big[d % 1000] - x;
}
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = deep(n * 1000, in[i]);
}
