// caught by: no detour by local memory
// why: 128 values stay alive in blocks of 1024 threads, which have 64 registers each: the compiler's last stage keeps the
// rest of them in local memory, and PTX does not show it.

extern "C" __global__ void __launch_bounds__(1024) matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (y >= rows || x >= cols) return;
  float sum = 0, v[64], w[64];
  int k = 0;
  for (; k + 64 <= inner; k += 64) {
#pragma unroll
    for (int q = 0; q < 64; ++q) { asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(v[q]) : "l"(a + y * inner + k + q)); asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(w[q]) : "l"(b + (k + q) * cols + x)); }
    __threadfence_block();
#pragma unroll
    for (int q = 0; q < 64; ++q) asm volatile("" : "+f"(v[q]), "+f"(w[q]));
#pragma unroll
    for (int q = 0; q < 64; ++q) sum += v[q] * w[q];
  }
  for (; k < inner; ++k) sum += a[y * inner + k] * b[k * cols + x];
  c[y * cols + x] = sum;
}
