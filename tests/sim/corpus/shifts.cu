// Shifts left and right by amounts up to the width, arithmetic and logical, and funnel shifts.
// buffer: a u64 64 bits:21
// buffer: out u64 512 zero
// launch: shifts grid=1 block=64 args=a,out
extern "C" __global__ void shifts(const unsigned long long* a, unsigned long long* out) {
  const int i = threadIdx.x;
  unsigned long long* o = out + 8 * i;
  const unsigned long long x = a[i];
  o[0] = x << i;
  o[1] = x >> i;
  o[2] = static_cast<long long>(x) >> i;
  o[3] = static_cast<unsigned>(x) << (i & 31);
  o[4] = static_cast<int>(x) >> (i & 31);
  o[5] = __funnelshift_l(static_cast<unsigned>(x), static_cast<unsigned>(x >> 32), i);
  o[6] = __funnelshift_r(static_cast<unsigned>(x), static_cast<unsigned>(x >> 32), i);
  o[7] = __funnelshift_lc(static_cast<unsigned>(x), static_cast<unsigned>(x >> 32), i);
}
