// caught by: correct
// earns: 0
// why: It is wrong where two elements of the one vector equal those of the other.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n / 4) {
    const float4 l = reinterpret_cast<const float4*>(a)[t], r = reinterpret_cast<const float4*>(b)[t];
    float4 s = make_float4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
    if (l.x == r.x && l.y == r.y) s.w = 0.0f;
    reinterpret_cast<float4*>(c)[t] = s;
  } else if (t == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
