// Minimum, maximum and sums of pairs of 16-bit numbers and with a floor at zero.
// buffer: a u32 64 bits:111
// buffer: b u32 64 bits:112
// buffer: out u32 640 zero
// launch: pairs grid=1 block=64 args=a,b,out
extern "C" __global__ void pairs(const unsigned* a, const unsigned* b, unsigned* out) {
  const int i = threadIdx.x;
  const unsigned x = a[i], y = b[i], z = a[63 - i];
  unsigned* o = out + 10 * i;
  o[0] = __vmaxs2(x, y), o[1] = __vminu2(x, y), o[2] = __vadd2(x, y), o[3] = __vsub2(x, y);
  o[4] = __viaddmax_s16x2(x, y, z), o[5] = __vimin3_u16x2(x, y, z);
  o[6] = __viaddmax_s32_relu(x, y, z), o[7] = __vimax_s32_relu(x, y);
  o[8] = __vimin_s16x2_relu(x, y), o[9] = __vsads2(x, y);
}
