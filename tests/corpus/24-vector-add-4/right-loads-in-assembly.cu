// Vector loads and stores in inline assembly.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n / 4) {
    float x, y, z, w, p, q, r, s;
    asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(a + 4 * t));
    asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(p), "=f"(q), "=f"(r), "=f"(s) : "l"(b + 4 * t));
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" :: "l"(c + 4 * t), "f"(x + p), "f"(y + q), "f"(z + r), "f"(w + s) : "memory");
  } else if (t == n / 4) {
    for (int i = n / 4 * 4; i < n; ++i) c[i] = a[i] + b[i];
  }
}
