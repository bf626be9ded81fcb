// A ballot makes the mask of the lanes that hold a sum of a warp; half a warp away there is none.
// buffer: in i32 160
// buffer: out i32 1 must_be_written
// launch: grid=1 block=160 args=in,out
// expect: uninitialized
__device__ int sum_of(unsigned mask, int v) {
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_down_sync(mask, v, k);  // second
  return v;
}
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int sums[5];
  const int t = threadIdx.x;
  int v = sum_of(~0u, in[t]);
  if (t % 32 == 0) sums[t / 32] = v;
  __syncthreads();
  const unsigned mask = __ballot_sync(~0u, t < 5);
  if (t < 5) v = sum_of(mask, sums[t]);
  if (t == 0) *out = v;  // first
}
// Whole warps, and a zero where there is no sum.
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sums[5];
  const int t = threadIdx.x;
  int v = sum_of(~0u, in[t]);
  if (t % 32 == 0) sums[t / 32] = v;
  __syncthreads();
  if (t >= 32) return;
  v = sum_of(~0u, t < 5 ? sums[t] : 0);
  if (t == 0) *out = v;
}
