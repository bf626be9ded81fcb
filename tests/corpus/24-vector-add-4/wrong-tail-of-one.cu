// caught by: correct
// why: One element that is left over is added, and there may be three.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    c4[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (thread == n / 4 && n % 4 != 0) {
    c[n - 1] = a[n - 1] + b[n - 1];
  }
}
