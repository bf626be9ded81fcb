// Lanes find those that hold the same value.
// buffer: in u64 64 random:13:0:5
// buffer: out u32 192 zero
// launch: match grid=1 block=64 args=in,out
extern "C" __global__ void match(const unsigned long long* in, unsigned* out) {
  const int i = threadIdx.x;
  int same = 0;
  out[3 * i] = __match_any_sync(0xffffffff, static_cast<unsigned>(in[i]));
  out[3 * i + 1] = __match_any_sync(0xffffffff, in[i] << 33 | 1);
  out[3 * i + 2] = __match_all_sync(0xffffffff, i / 32 == 0 ? 7 : i, &same) ^ same;
}
