// caught by: in bounds
// why: The number of groups is rounded up, so that the last float4 reaches beyond the end of the vectors.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < (n + 3) / 4) {
    const float4 l = a4[thread], r = b4[thread];
    c4[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  }
}
