// caught by: no detour by local memory
// why: Each sum is put into an array of the thread, in local memory, and taken out again.

__device__ float detour(float v, int place) {
  volatile float mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    c4[thread] = make_float4(detour(l.x + r.x, n), detour(l.y + r.y, n), detour(l.z + r.z, n), detour(l.w + r.w, n));
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
