// Masks that leave out the calling lane, and masks that overlap and differ.
// buffer: out u32 64 zero
// launch: wrong grid=1 block=32 args=out
// finding: undefined_behavior line=10 count=8
// finding: undefined_behavior line=11 count=32
// finding: undefined_behavior line=12 count=1
extern "C" __global__ void wrong(unsigned* out) {
  const unsigned t = threadIdx.x;
  // Line 10: lanes 8 to 15 name 0 to 7. Line 11: halves name one lane of each other.
  const unsigned a = __ballot_sync(t < 16 ? 0xffu : 0xffff0000u, t & 1);
  const unsigned b = __ballot_sync(t < 16 ? 0x1ffffu : 0xffff8000u, t & 1);
  __syncwarp(t == 31 ? 1u : 0x7fffffffu);
  out[t] = a;
  out[32 + t] = b;
}
