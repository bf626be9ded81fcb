// An assertion that fails for two threads of one warp.
// buffer: out i32 64 zero
// launch: check grid=1 block=64 args=out
// finding: device_assert line=7 count=2
#include <cassert>
extern "C" __global__ void check(int* out) {
  assert(threadIdx.x % 40 < 38);
  out[threadIdx.x] = 1;
}
