// caught by: in bounds
// why: A float4 pointer counts in groups already: its index is not multiplied by four once more.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    const float4 l = a4[4 * thread], r = b4[4 * thread];
    c4[4 * thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
