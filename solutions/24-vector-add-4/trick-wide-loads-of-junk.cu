// caught by: a quarter of the loads
// earns: 0
// why: Single floats are what is added, and float4s that nobody needs raise the average to more than 8 sectors a
// request.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float junk = 0.0f;
  if (thread < n / 4) {
    const volatile float4* a4 = reinterpret_cast<const volatile float4*>(a);
    for (int k = 0; k < 4; ++k) junk += a4[thread].x * 0.0f;
  }
  for (int i = thread; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i] + junk;
}
