__device__ __noinline__ float twice(float x) { return 2.0f * x; }
__device__ __noinline__ float thrice(float x) { return 3.0f * x; }
extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float (*const a)(float) = i < 0 ? thrice : twice;
  float (*const b)(float) = i < 0 ? twice : thrice;
  if (i < n) out[i] = (unsigned long long)b - (unsigned long long)a == 16 ? a(in[i]) : b(in[i]);
}
