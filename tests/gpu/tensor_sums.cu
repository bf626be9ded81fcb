// How tensor cores add: one row times one column, by bits, of cases that tell one way from another.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Case {
  float a[16], b[16], c;
};

__device__ uint32_t halves(float x, float y) {
  const __half2 h = __floats2half2_rn(x, y);
  return *reinterpret_cast<const uint32_t*>(&h);
}
__device__ uint32_t brains(float x, float y) {
  const __nv_bfloat162 h = __floats2bfloat162_rn(x, y);
  return *reinterpret_cast<const uint32_t*>(&h);
}

// A block for each case: row 0 of a, column 0 of b, element (0, 0) of c; all else is 0.
__global__ void add(const Case* cases, uint32_t* out) {
  const Case& x = cases[blockIdx.x];
  const int t = threadIdx.x;
  const bool is_row = t < 4;
  const int k = is_row ? 2 * t : 0;
  const auto a = [&](int i) { return is_row ? x.a[i] : 0.0f; };
  const auto b = [&](int i) { return is_row ? x.b[i] : 0.0f; };
  const float c = t == 0 ? x.c : 0.0f;
  const uint32_t a0 = halves(a(k), a(k + 1)), a2 = halves(a(k + 8), a(k + 9));
  const uint32_t b0 = halves(b(k), b(k + 1)), b1 = halves(b(k + 8), b(k + 9));
  const uint32_t q0 = brains(a(k), a(k + 1)), q2 = brains(a(k + 8), a(k + 9));
  const uint32_t r0 = brains(b(k), b(k + 1)), r1 = brains(b(k + 8), b(k + 9));
  const uint32_t f0 = __float_as_uint(a(is_row ? t : 0)), f2 = __float_as_uint(a(is_row ? t + 4 : 0));
  const uint32_t g0 = __float_as_uint(b(is_row ? t : 0)), g1 = __float_as_uint(b(is_row ? t + 4 : 0));
  const uint32_t zero = 0, hc = halves(c, 0.0f);
  float d[6][4];
  uint32_t e[2][2];
#define SUM(n, shape, type, A, B)                                                                  \
  asm("mma.sync.aligned." shape ".row.col.f32." type "." type ".f32 {%0,%1,%2,%3}," A "," B        \
      ",{%10,%11,%11,%11};"                                                                        \
      : "=f"(d[n][0]), "=f"(d[n][1]), "=f"(d[n][2]), "=f"(d[n][3])                                 \
      : "r"(n < 2 ? a0 : n < 4 ? q0 : f0), "r"(n < 2 ? a2 : n < 4 ? q2 : f2),                      \
        "r"(n < 2 ? b0 : n < 4 ? r0 : g0), "r"(n < 2 ? b1 : n < 4 ? r1 : g1), "r"(zero), "r"(zero), \
        "f"(c), "f"(0.0f));
  SUM(0, "m16n8k8", "f16", "{%4,%8}", "{%6}")
  SUM(1, "m16n8k16", "f16", "{%4,%8,%5,%9}", "{%6,%7}")
  SUM(2, "m16n8k8", "bf16", "{%4,%8}", "{%6}")
  SUM(3, "m16n8k16", "bf16", "{%4,%8,%5,%9}", "{%6,%7}")
  SUM(4, "m16n8k4", "tf32", "{%4,%8}", "{%6}")
  SUM(5, "m16n8k8", "tf32", "{%4,%8,%5,%9}", "{%6,%7}")
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1},{%2,%4},{%3},{%5,%4};"
      : "=r"(e[0][0]), "=r"(e[0][1]) : "r"(a0), "r"(b0), "r"(zero), "r"(hc));
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%4,%6,%4},{%3,%7},{%5,%4};"
      : "=r"(e[1][0]), "=r"(e[1][1]) : "r"(a0), "r"(b0), "r"(zero), "r"(hc), "r"(a2), "r"(b1));
  if (t != 0) return;
  for (int n = 0; n < 6; ++n) out[blockIdx.x * 8 + n] = __float_as_uint(d[n][0]);
  out[blockIdx.x * 8 + 6] = e[0][0] & 0xffff, out[blockIdx.x * 8 + 7] = e[1][0] & 0xffff;
}

int main() {
  constexpr int kCases = 96;
  static Case cases[kCases];
  int n = 0;
  // The first products are x y, as many as `count`, beside c.
  const auto same = [&](float x, float y, int count, float c) {
    Case& k = cases[n++];
    for (int i = 0; i < count; ++i) k.a[i] = x, k.b[i] = y;
    k.c = c;
  };
  for (int places = 22; places <= 27; ++places)  // where terms are cut
    for (int count = 1; count <= 4; count *= 2)
      same(ldexpf(1, -12), ldexpf(1, 12 - places), count, 1), same(ldexpf(-1, -12), ldexpf(1, 12 - places), count, 1);
  same(1.75f, 1.75f, 3, ldexpf(1, -24)), same(1.75f, 1.75f, 1, ldexpf(1.5f, -24));  // products above 2
  same(ldexpf(1, -14), ldexpf(1, -14), 8, ldexpf(1, -28)), same(ldexpf(1, -20), ldexpf(1, -14), 4, 0);
  same(0, 60000, 8, ldexpf(1, -30)), same(-0.0f, 1, 8, -0.0f), same(0, -1, 4, -0.0f);  // zeros
  same(60000, 60000, 8, 3e38f), same(-60000, 60000, 8, -3.4e38f), same(256, 256, 1, 0), same(255.9f, 256, 1, 0);
  same(1, 1, 4, ldexpf(1, -140)), same(0, 0, 1, ldexpf(1, -140)), same(INFINITY, 0, 1, 1), same(INFINITY, 1, 1, -INFINITY);
  same(NAN, 1, 1, 1), same(INFINITY, -1, 2, 1), same(1, 1, 1, NAN), same(1, 1, 1, -INFINITY);
  uint32_t state = 12345;
  const auto random = [&](int low, int high) {
    state = state * 1664525 + 1013904223;
    const float x = 1 + (state >> 9) * 0x1p-23f;
    return ldexpf(state & 256 ? -x : x, low + static_cast<int>(state >> 4 & 15) * (high - low) / 15);
  };
  while (n < kCases) {
    const int spread = n % 3 * 4;
    Case& k = cases[n++];
    for (int i = 0; i < 16; ++i) k.a[i] = random(-spread, spread), k.b[i] = random(-spread, spread);
    k.c = random(-spread, spread);
  }
  Case* on_device;
  uint32_t *out, bits[kCases * 8];
  cudaMalloc(&on_device, sizeof cases), cudaMalloc(&out, sizeof bits);
  cudaMemcpy(on_device, cases, sizeof cases, cudaMemcpyHostToDevice);
  add<<<kCases, 32>>>(on_device, out);
  cudaMemcpy(bits, out, sizeof bits, cudaMemcpyDeviceToHost);
  for (int k = 0; k < kCases; ++k) {
    printf("%2d:", k);
    for (int i = 0; i < 8; ++i) printf(" %08x", bits[8 * k + i]);
    printf("\n");
  }
  cudaFree(on_device), cudaFree(out);
}
