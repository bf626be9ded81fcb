// caught by: compiles
// why: CUDA has no + for float4: the parts must be added one by one, or by an operator of one's own.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    c4[thread] = a4[thread] + b4[thread];
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
