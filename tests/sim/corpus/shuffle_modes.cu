// Every way to shuffle, with segments of 8 and 32 lanes, of 32 and 64 bits.
// buffer: out i32 384 zero
// launch: shuffles grid=1 block=64 args=out
extern "C" __global__ void shuffles(int* out) {
  const int i = threadIdx.x, v = 100 + i;
  const unsigned all = 0xffffffff;
  int* o = out + 6 * i;
  o[0] = __shfl_sync(all, v, i * 7, 8);
  o[1] = __shfl_up_sync(all, v, 3, 8);
  o[2] = __shfl_down_sync(all, v, 5);
  o[3] = __shfl_xor_sync(all, v, 9);
  o[4] = static_cast<int>(__shfl_sync(all, 1ll << 40 | v, 31) >> 40) + __shfl_xor_sync(all, v, 12, 16);
  o[5] = static_cast<int>(4 * __shfl_down_sync(all, 0.25 * i, 1, 4));
}
