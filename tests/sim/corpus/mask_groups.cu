// Lanes of one warp that name different masks: those of a mask make a collective of their own.
// buffer: in i32 64 random:5:0:1000
// buffer: out u32 640 zero
// launch: by_key grid=1 block=64 args=in,out
// targets: sm_80 sm_90
extern "C" __global__ void by_key(const int* in, unsigned* out) {
  const unsigned t = threadIdx.x;
  const int v = in[t];
  unsigned* o = out + 10 * t;
  const unsigned mask = __match_any_sync(~0u, v % 5);
  o[0] = mask;
  o[1] = __reduce_add_sync(mask, unsigned(v));
  o[2] = __reduce_max_sync(mask, v);
  o[3] = __ballot_sync(mask, v & 1);
  o[4] = __any_sync(mask, v > 900) + 2 * __all_sync(mask, v < 700) + 4 * __uni_sync(mask, v & 2);
  o[5] = __shfl_sync(mask, v, __ffs(mask) - 1);
  o[6] = __match_any_sync(mask, v % 3);
  int same;
  o[7] = __match_all_sync(mask, v % 5, &same);
  o[7] += same;
  // Groups that are in two places of the code at once.
  if (t % 2) {
    const unsigned odd = __match_any_sync(__activemask(), v % 4);
    o[8] = __reduce_or_sync(odd, unsigned(v));
  } else {
    o[8] = __reduce_and_sync(__match_any_sync(__activemask(), v % 4), unsigned(v));
  }
  // As many rounds as the key of the group.
  unsigned sum = 0;
  for (int k = 0; k <= v % 5; ++k) sum += __reduce_xor_sync(mask, unsigned(v + k));
  o[9] = sum;
}
