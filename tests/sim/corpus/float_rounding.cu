// Sums, products, quotients and roots of floats and doubles in all four rounding modes.
// buffer: a f32 64 uniform:31:-10:10
// buffer: b f32 64 uniform:32:0.001:3
// buffer: out f32 1024 zero
// buffer: outd f64 1024 zero
// launch: rounding grid=1 block=64 args=a,b,out,outd
extern "C" __global__ void rounding(const float* a, const float* b, float* out, double* outd) {
  const int i = threadIdx.x;
  const float x = a[i], y = b[i];
  float* o = out + 16 * i;
  o[0] = __fadd_rn(x, y), o[1] = __fadd_rz(x, y), o[2] = __fadd_rd(x, y), o[3] = __fadd_ru(x, y);
  o[4] = __fmul_rn(x, y), o[5] = __fmul_rz(x, y), o[6] = __fmul_rd(x, y), o[7] = __fmul_ru(x, y);
  o[8] = __fdiv_rn(x, y), o[9] = __fdiv_rz(x, y), o[10] = __fdiv_rd(x, y), o[11] = __fdiv_ru(x, y);
  o[12] = __fmaf_rn(x, y, 1 / y), o[13] = __fmaf_rz(x, y, y), o[14] = __fsqrt_rd(y), o[15] = __frcp_ru(y);
  const double s = x / 3.0, t = y * 1.1;
  double* d = outd + 16 * i;
  d[0] = __dadd_rn(s, t), d[1] = __dadd_rz(s, t), d[2] = __dadd_rd(s, t), d[3] = __dadd_ru(s, t);
  d[4] = __dmul_rn(s, t), d[5] = __dmul_rz(s, t), d[6] = __dmul_rd(s, t), d[7] = __dmul_ru(s, t);
  d[8] = __ddiv_rn(s, t), d[9] = __ddiv_rz(s, t), d[10] = __ddiv_rd(s, t), d[11] = __ddiv_ru(s, t);
  d[12] = __fma_rn(s, t, 1 / t), d[13] = __fma_rz(s, t, t), d[14] = __dsqrt_rd(t), d[15] = __drcp_ru(t);
}
