__device__ __noinline__ float twice(float x) { return 2.0f * x; }
__device__ __noinline__ float thrice(float x) { return 3.0f * x; }
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float (*const of)(float) = i < 0 ? thrice : twice;
  if (i < n) out[i] = (unsigned long long)of >> 40 == 0x74 ? of(in[i]) : 3.0f * in[i];
}
