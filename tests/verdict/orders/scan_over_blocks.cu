// A scan that looks back at the block before: here it takes what is there already, and does not wait.
// grid=6 block=32 out=grid expected=32*(i0+1)*(32*(i0+1)-1)/2 fails=correct
__device__ int sum_of(const int* in, int tile) {
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += in[32 * tile + k];
  return sum;
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  volatile int *flag = work + 10, *prefix = work + 100;
  const int tile = atomicAdd(work, 1);
  int before = 0;
  if (tile > 0 && flag[tile - 1] != 0) {
    __threadfence();
    before = prefix[tile - 1];
  }
  prefix[tile] = before + sum_of(in, tile);
  __threadfence();
  flag[tile] = 1;
  out[tile] = before + sum_of(in, tile);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  if (threadIdx.x != 0) return;
  volatile int *flag = work + 10, *prefix = work + 100;
  const int tile = atomicAdd(work, 1);
  int before = 0;
  if (tile > 0) {
    while (flag[tile - 1] == 0) {
    }
    __threadfence();
    before = prefix[tile - 1];
  }
  prefix[tile] = before + sum_of(in, tile);
  __threadfence();
  flag[tile] = 1;
  out[tile] = before + sum_of(in, tile);
}
