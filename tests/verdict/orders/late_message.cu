// The flag may be seen before what it tells of: both are atomic, and nothing stands between them.
// grid=4 block=32 out=grid expected=32*(i0+1)*(32*(i0+1)-1)/2 fails=correct
__device__ int sum_of(const int* in, int tile) {
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += in[32 * tile + k];
  return sum;
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  int *flag = work + 10, *prefix = work + 100;
  const int tile = blockIdx.x;
  int sum = sum_of(in, tile);
  if (tile > 0) {
    while (atomicAdd(&flag[tile - 1], 0) == 0) {
    }
    sum += atomicAdd(&prefix[tile - 1], 0);
  }
  atomicExch(&prefix[tile], sum);
  atomicExch(&flag[tile], 1);
  out[tile] = sum;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  int *flag = work + 10, *prefix = work + 100;
  const int tile = blockIdx.x;
  int sum = sum_of(in, tile);
  if (tile > 0) {
    while (atomicAdd(&flag[tile - 1], 0) == 0) {
    }
    __threadfence();
    sum += atomicAdd(&prefix[tile - 1], 0);
  }
  atomicExch(&prefix[tile], sum);
  __threadfence();
  atomicExch(&flag[tile], 1);
  out[tile] = sum;
}
