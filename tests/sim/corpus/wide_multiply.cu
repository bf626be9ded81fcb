// Upper halves of products, 24-bit products, 128-bit sums by carry chains.
// buffer: a u64 64 bits:31
// buffer: b u64 64 bits:32
// buffer: out u64 512 zero
// launch: wide grid=1 block=64 args=a,b,out
extern "C" __global__ void wide(const unsigned long long* a, const unsigned long long* b,
                                unsigned long long* out) {
  const int i = threadIdx.x;
  unsigned long long* o = out + 8 * i;
  o[0] = __umul64hi(a[i], b[i]);
  o[1] = __mul64hi(a[i], b[i]);
  o[2] = __umulhi(static_cast<unsigned>(a[i]), static_cast<unsigned>(b[i]));
  o[3] = __mulhi(static_cast<int>(a[i]), static_cast<int>(b[i]));
  o[4] = __umul24(static_cast<unsigned>(a[i]), static_cast<unsigned>(b[i]));
  const unsigned __int128 x = (static_cast<unsigned __int128>(a[i]) << 64) | b[i];
  const unsigned __int128 y = (static_cast<unsigned __int128>(b[i]) << 64) | ~a[i];
  o[5] = static_cast<unsigned long long>((x + y) >> 64);
  o[6] = static_cast<unsigned long long>((x - y) >> 64);
  o[7] = static_cast<unsigned long long>((x * y) >> 64);
}
