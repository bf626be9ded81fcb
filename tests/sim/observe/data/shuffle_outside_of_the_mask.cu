// Eight sums of warps are added by a warp of which eight lanes are active.
// buffer: in i32 256
// buffer: out i32 1 must_be_written
// launch: grid=1 block=256 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  __shared__ int sums[8];
  int v = in[threadIdx.x];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(~0u, v, k);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x >= 8) return;
  v = sums[threadIdx.x];
  v += __shfl_down_sync(0xffu, v, 8);  // second
  for (int k = 4; k > 0; k /= 2) v += __shfl_down_sync(0xffu, v, k);
  if (threadIdx.x == 0) *out = v;  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  __shared__ int sums[8];
  int v = in[threadIdx.x];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(~0u, v, k);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x >= 8) return;
  v = sums[threadIdx.x];
  for (int k = 4; k > 0; k /= 2) v += __shfl_down_sync(0xffu, v, k);
  if (threadIdx.x == 0) *out = v;
}
