// Each group of equal keys shuffles with its own mask, and lane 0 is in one of them only.
// buffer: in i32 32
// buffer: out i32 32 must_be_written
// launch: grid=1 block=32 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = __match_any_sync(~0u, t % 3);
  out[t] = __shfl_sync(mask, in[t], 0);  // first second
}
extern "C" __global__ void fixed(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = __match_any_sync(~0u, t % 3);
  out[t] = __shfl_sync(mask, in[t], __ffs(mask) - 1);
}
