__constant__ char c[60000];
__device__ char g[2000000000];
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  g[i] = c[i & 1023];
  if (i < n) out[i] = 2.0f * in[i];
}
