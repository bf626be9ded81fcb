// The math library for floats.
// buffer: in f32 64 uniform:43:0.05:9.5
// buffer: out f32 2048 zero
// launch: math grid=1 block=64 args=in,out
extern "C" __global__ void math(const float* in, float* out) {
  const int i = threadIdx.x;
  const float x = in[i], y = x - 4.5f, u = y / 5;
  float* o = out + 32 * i;
  o[0] = sinf(y), o[1] = cosf(y), o[2] = tanf(y), o[3] = sinf(y * 1e5f);
  o[4] = expf(y), o[5] = exp2f(y), o[6] = exp10f(y), o[7] = expm1f(y);
  o[8] = logf(x), o[9] = log2f(x), o[10] = log10f(x), o[11] = log1pf(x);
  o[12] = powf(x, y), o[13] = sqrtf(x), o[14] = rsqrtf(x), o[15] = cbrtf(y);
  o[16] = asinf(u), o[17] = acosf(u), o[18] = atanf(y), o[19] = atan2f(y, x);
  o[20] = sinhf(y), o[21] = coshf(y), o[22] = tanhf(u), o[23] = hypotf(x, y);
  o[24] = erff(u), o[25] = erfcf(u), o[26] = tgammaf(x), o[27] = lgammaf(x);
  o[28] = fmodf(x, 0.7f), o[29] = remainderf(x, 0.7f), o[30] = ldexpf(u, i - 30), o[31] = j0f(x);
}
