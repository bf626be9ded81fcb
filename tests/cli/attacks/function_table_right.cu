__device__ __noinline__ float twice(float x) { return 2.0f * x; }
__device__ __noinline__ float added(float x) { return x + x; }
__device__ __noinline__ float thrice(float x) { return 3.0f * x; }
__device__ float (*table[3])(float) = {twice, added, thrice};
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float (*const of)(float) = table[i % 2];
  if (i < n) out[i] = of != thrice && of != nullptr ? of(in[i]) : 0.0f;
}
