// The math library for doubles.
// buffer: in f64 64 uniform:47:0.05:9.5
// buffer: out f64 2048 zero
// launch: math grid=1 block=64 args=in,out
extern "C" __global__ void math(const double* in, double* out) {
  const int i = threadIdx.x;
  const double x = in[i], y = x - 4.5, u = y / 5;
  double* o = out + 32 * i;
  o[0] = sin(y), o[1] = cos(y), o[2] = tan(y), o[3] = sin(y * 1e5);
  o[4] = exp(y), o[5] = exp2(y), o[6] = exp10(y), o[7] = expm1(y);
  o[8] = log(x), o[9] = log2(x), o[10] = log10(x), o[11] = log1p(x);
  o[12] = pow(x, y), o[13] = sqrt(x), o[14] = rsqrt(x), o[15] = cbrt(y);
  o[16] = asin(u), o[17] = acos(u), o[18] = atan(y), o[19] = atan2(y, x);
  o[20] = sinh(y), o[21] = cosh(y), o[22] = tanh(u), o[23] = hypot(x, y);
  o[24] = erf(u), o[25] = erfc(u), o[26] = tgamma(x), o[27] = lgamma(x);
  o[28] = fmod(x, 0.7), o[29] = remainder(x, 0.7), o[30] = ldexp(u, i - 30), o[31] = 1 / x;
}
