// Votes and ballots, of whole warps and of the lanes on one side of a branch.
// buffer: out u32 320 zero
// launch: vote grid=1 block=64 args=out
extern "C" __global__ void vote(unsigned* out) {
  const int i = threadIdx.x;
  unsigned* o = out + 5 * i;
  o[0] = __ballot_sync(0xffffffff, i % 3 == 0);
  o[1] = __any_sync(0xffffffff, i == 40) + 2 * __all_sync(0xffffffff, i < 40);
  if (i % 2) {
    o[2] = __ballot_sync(0xaaaaaaaa, i % 5 == 0);
    o[3] = __activemask();
  } else {
    o[2] = __popc(__ballot_sync(0x55555555, i > 10));
  }
  __syncwarp();
  o[4] = __activemask();
}
