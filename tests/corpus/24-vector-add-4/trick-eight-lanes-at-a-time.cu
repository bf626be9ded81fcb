// caught by: a quarter of the loads
// earns: 0
// why: Groups of four, by eight lanes, then the next eight: each access asks for 128 bytes, as one of single floats
// does.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const volatile float4* a4 = reinterpret_cast<const volatile float4*>(a);
  const volatile float4* b4 = reinterpret_cast<const volatile float4*>(b);
  volatile float4* c4 = reinterpret_cast<volatile float4*>(c);
  if (thread < n / 4) {
    for (int group = 0; group < 4; ++group) {
      if (threadIdx.x % 32 / 8 != group) continue;
      float4 l, r;
      asm volatile("ld.volatile.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(l.x), "=f"(l.y), "=f"(l.z), "=f"(l.w) : "l"(a4 + thread));
      asm volatile("ld.volatile.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(b4 + thread));
      asm volatile("st.volatile.global.v4.f32 [%0], {%1, %2, %3, %4};"
                   :: "l"(c4 + thread), "f"(l.x + r.x), "f"(l.y + r.y), "f"(l.z + r.z), "f"(l.w + r.w) : "memory");
    }
  } else if (thread == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
