extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = 0, y = 0;
  asm volatile("wgmma.fence.sync.aligned;" : "+r"(x), "+r"(y) : "r"(i));
  if (i < n) out[i] = 2.0f * in[i] + x;
}
