// Sums, extremes and bits over the lanes of a warp in one instruction.
// targets: sm_80 sm_90
// buffer: in i32 64 random:15:-1000:1000
// buffer: out i32 448 zero
// launch: reduce grid=1 block=64 args=in,out
extern "C" __global__ void reduce(const int* in, int* out) {
  const int i = threadIdx.x;
  int* o = out + 7 * i;
  o[0] = __reduce_add_sync(0xffffffff, in[i]);
  o[1] = __reduce_min_sync(0xffffffff, in[i]);
  o[2] = __reduce_max_sync(0xffffffff, in[i]);
  o[3] = __reduce_max_sync(0xffffffff, static_cast<unsigned>(in[i]));
  o[4] = __reduce_and_sync(0xffffffff, static_cast<unsigned>(in[i]));
  o[5] = __reduce_or_sync(0xffffffff, static_cast<unsigned>(in[i]));
  if (i % 4 == 1) o[6] = __reduce_xor_sync(0x22222222, static_cast<unsigned>(in[i]));
}
