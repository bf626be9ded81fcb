// mma.sync of each float type and shape: small whole numbers, then numbers whose sums are rounded.
// buffer: whole f32 384 random:31:-4:4
// buffer: wide f32 384 uniform:32:-2:2
// buffer: out f32 2048 zero
// buffer: halves u32 512 zero
// launch: floats grid=1 block=32 args=whole,out,halves,i32:0
// launch: floats grid=1 block=32 args=wide,out,halves,i32:1
// targets: sm_80 sm_90
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ unsigned half2_of(float x, float y) {
  const __half2 h = __floats2half2_rn(x, y);
  return *reinterpret_cast<const unsigned*>(&h);
}
__device__ unsigned brain2_of(float x, float y) {
  const __nv_bfloat162 b = __floats2bfloat162_rn(x, y);
  return *reinterpret_cast<const unsigned*>(&b);
}
// a is 16 x 16 (or its first columns), b 16 x 8, c 16 x 8, by rows; the second time of many sizes.
extern "C" __global__ void floats(const float* in, float* out, unsigned* halves, int wide) {
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  const auto scaled = [&](float x, int k) { return wide ? ldexpf(x, k * 7 % 13 - 6) : x; };
  const auto a = [&](int i, int k) { return scaled(in[i * 16 + k], i + 3 * k); };
  const auto b = [&](int k, int j) { return scaled(in[256 + k * 8 + j], 5 * j + k); };
  const float c[4] = {scaled(in[g * 8 + 2 * t], g), scaled(in[g * 8 + 2 * t + 1], t),
                      scaled(in[64 + g * 8 + 2 * t], g + 1), scaled(in[65 + g * 8 + 2 * t], t + 1)};
  unsigned h[4], q[4], f[4], hb[2], qb[2], fb[2];
  for (int r = 0; r < 4; ++r) {
    const int i = g + 8 * (r % 2), k = 2 * t + 8 * (r / 2);
    h[r] = half2_of(a(i, k), a(i, k + 1)), q[r] = brain2_of(a(i, k), a(i, k + 1));
    f[r] = __float_as_uint(a(i, t + 4 * (r / 2)));
  }
  for (int r = 0; r < 2; ++r) {
    const int k = 2 * t + 8 * r;
    hb[r] = half2_of(b(k, g), b(k + 1, g)), qb[r] = brain2_of(b(k, g), b(k + 1, g));
    fb[r] = __float_as_uint(b(t + 4 * r, g));
  }
  float d[6][4];
  unsigned e[2][2];
  const unsigned hc[2] = {half2_of(c[0], c[1]), half2_of(c[2], c[3])};
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};"
      : "=f"(d[0][0]), "=f"(d[0][1]), "=f"(d[0][2]), "=f"(d[0][3])
      : "r"(h[0]), "r"(h[1]), "r"(hb[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};"
      : "=f"(d[1][0]), "=f"(d[1][1]), "=f"(d[1][2]), "=f"(d[1][3])
      : "r"(h[0]), "r"(h[1]), "r"(h[2]), "r"(h[3]), "r"(hb[0]), "r"(hb[1]), "f"(c[0]), "f"(c[1]),
        "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};"
      : "=f"(d[2][0]), "=f"(d[2][1]), "=f"(d[2][2]), "=f"(d[2][3])
      : "r"(q[0]), "r"(q[1]), "r"(qb[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};"
      : "=f"(d[3][0]), "=f"(d[3][1]), "=f"(d[3][2]), "=f"(d[3][3])
      : "r"(q[0]), "r"(q[1]), "r"(q[2]), "r"(q[3]), "r"(qb[0]), "r"(qb[1]), "f"(c[0]), "f"(c[1]),
        "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};"
      : "=f"(d[4][0]), "=f"(d[4][1]), "=f"(d[4][2]), "=f"(d[4][3])
      : "r"(f[0]), "r"(f[1]), "r"(fb[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};"
      : "=f"(d[5][0]), "=f"(d[5][1]), "=f"(d[5][2]), "=f"(d[5][3])
      : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(fb[0]), "r"(fb[1]), "f"(c[0]), "f"(c[1]),
        "f"(c[2]), "f"(c[3]));
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3},{%4},{%5,%6};"
      : "=r"(e[0][0]), "=r"(e[0][1])
      : "r"(h[0]), "r"(h[1]), "r"(hb[0]), "r"(hc[0]), "r"(hc[1]));
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},{%6,%7},{%8,%9};"
      : "=r"(e[1][0]), "=r"(e[1][1])
      : "r"(h[0]), "r"(h[1]), "r"(h[2]), "r"(h[3]), "r"(hb[0]), "r"(hb[1]), "r"(hc[0]), "r"(hc[1]));
  for (int m = 0; m < 6; ++m)
    for (int r = 0; r < 4; ++r)
      out[wide * 1024 + m * 128 + (g + 8 * (r / 2)) * 8 + 2 * t + r % 2] = d[m][r];
  for (int m = 0; m < 2; ++m)
    for (int r = 0; r < 2; ++r) halves[wide * 256 + m * 64 + (g + 8 * r) * 4 + t] = e[m][r];
}
