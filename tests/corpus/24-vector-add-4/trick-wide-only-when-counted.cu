// caught by: a quarter of the loads
// why: It takes four at a time where the vectors are as long as the statement's, and else one after the other.
extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 900000 && thread < n / 4) {
    const float4 l = reinterpret_cast<const float4*>(a)[thread], r = reinterpret_cast<const float4*>(b)[thread];
    reinterpret_cast<float4*>(c)[thread] = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (n > 900000) {
    if (thread == n / 4)
      for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  } else {
    for (int i = thread; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
  }
}
