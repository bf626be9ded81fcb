// Comparisons, minimum and maximum, and tests of numbers that are none, infinite, subnormal or zero.
// buffer: bits u32 64 bits:37
// buffer: out i32 256 zero
// launch: classes grid=1 block=64 args=bits,out
extern "C" __global__ void classes(const unsigned* bits, int* out) {
  const int i = threadIdx.x;
  const unsigned special[8] = {0x7fc00000, 0x7f800000, 0xff800000, 0, 0x80000000, 1, 0x3f800000, 0x80400000};
  const float x = __uint_as_float(i % 2 ? special[i / 2 % 8] : bits[i]);
  const float y = __uint_as_float(i % 4 < 2 ? special[(i / 4 + 3) % 8] : bits[63 - i]);
  int* o = out + 4 * i;
  o[0] = (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 |
         !(x < y) << 6 | !(x >= y) << 7 | (isnan(x) || isnan(y)) << 8;
  o[1] = isnan(x) | isinf(x) << 1 | isfinite(x) << 2 | signbit(x) << 3 | (x == 0) << 4;
  o[2] = __float_as_int(fminf(x, y));
  o[3] = __float_as_int(isnan(x) ? copysignf(1.0f, y) : fmaxf(fabsf(x), copysignf(2.0f, y)));
}
