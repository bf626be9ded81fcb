// Four-byte and two-halfword dot products, sums of absolute differences, bytes side by side.
// buffer: a u32 64 bits:51
// buffer: b u32 64 bits:52
// buffer: out u32 512 zero
// launch: dots grid=1 block=64 args=a,b,out
extern "C" __global__ void dots(const unsigned* a, const unsigned* b, unsigned* out) {
  const int i = threadIdx.x;
  unsigned* o = out + 8 * i;
  o[0] = __dp4a(static_cast<int>(a[i]), static_cast<int>(b[i]), 1000);
  o[1] = __dp4a(a[i], b[i], 1000u);
  o[2] = __dp2a_lo(static_cast<int>(a[i]), static_cast<int>(b[i]), -7);
  o[3] = __dp2a_hi(a[i], b[i], 7u);
  o[4] = __sad(static_cast<int>(a[i]), static_cast<int>(b[i]), 5u);
  o[5] = __usad(a[i], b[i], 5u);
  o[6] = __vabsdiffu4(a[i], b[i]);
  o[7] = __vadd4(a[i], b[i]);
}
