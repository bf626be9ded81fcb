// caught by: a quarter of the loads
// earns: 0.29
// why: b is loaded as float4s, which are 16 sectors in a request, and a float by float.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < n / 4) {
    const float4 r = reinterpret_cast<const float4*>(b)[thread];
    const int i = 4 * thread;
    reinterpret_cast<float4*>(c)[thread] =
        make_float4(a[i] + r.x, a[i + 1] + r.y, a[i + 2] + r.z, a[i + 3] + r.w);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
