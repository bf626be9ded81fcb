// caught by: no busywork
// why: Arithmetic that leads nowhere hides how long the warps wait.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  float nothing = 0.0f;
  for (int k = 0; k < 100; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  if (thread < n / 4) {
    const float4 l = a4[thread], r = b4[thread];
    c4[thread] = make_float4(l.x + r.x + nothing, l.y + r.y, l.z + r.z, l.w + r.w);
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
